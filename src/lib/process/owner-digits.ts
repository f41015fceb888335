/** Nine digits, the first such that the limit is far above any that somebody may mean, and below the largest there is. */
export const ownerDigits = (owner: string): string => {
  let sum = 7
  for (const char of owner) sum = (sum * 131 + (char.codePointAt(0) ?? 0)) % 99_999_989
  return `4${String(sum).padStart(8, '0')}`
}
