const two = (value: number): string => String(value).padStart(2, '0')

/** The day of a moment where the person is, as YYYY-MM-DD; `unknown` for what is no moment. */
export const localDay = (at: string | number): string => {
  const time = new Date(at)
  if (Number.isNaN(time.getTime())) return 'unknown'
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}

export const localTime = (at: string | number): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime())
    ? 'unknown'
    : `${localDay(at)} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** How long ago, in one unit. */
export const ageOf = (ms: number): string => {
  const minutes = Math.floor(Math.max(0, ms) / 60_000)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h`
  const days = Math.floor(hours / 24)
  return days < 60 ? `${days} d` : `${Math.floor(days / 30)} mon`
}
