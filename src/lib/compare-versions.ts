/** Below zero: `a` is older. What follows the three numbers (`-beta.1`) only counts where they are the same. */
export const compareVersions = (a: string, b: string): number => {
  const [mine, other] = [numbersOf(a), numbersOf(b)]
  for (const at of [0, 1, 2]) {
    const difference = (mine[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  // A version that is tried out comes before the one it becomes.
  return Number(b.includes('-')) - Number(a.includes('-'))
}

const numbersOf = (version: string): readonly number[] =>
  (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number)
