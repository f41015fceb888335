/** A number with its noun: `1 row`, `2 rows`; `many` where an s is not enough. */
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : many}`
