const DAY_MS = 24 * 60 * 60 * 1000

/** How long ago, in whole days: an age is easier to doubt than a date. A time to come counts as today. */
const ageInDays = (then: number, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - then) / DAY_MS))

export const sayAge = (then: number, now: Date): string => {
  const days = ageInDays(then, now)
  if (days === 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}
