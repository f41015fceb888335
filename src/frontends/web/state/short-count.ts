/** 950, 4.2k, 16k, 1M: three digits at most. */
export const shortCount = (count: number): string => {
  if (count < 1_000) return String(count)
  // 999,600 is a million when it is rounded.
  return count < 999_500 ? `${scaled(count / 1_000)}k` : `${scaled(count / 1_000_000)}M`
}

const scaled = (value: number): string =>
  value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : value.toFixed(0)
