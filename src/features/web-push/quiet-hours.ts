/** `22:00-07:00`: from when on nobody is disturbed, and until when. */
export const QUIET_HOURS = '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d$'

/** Whether it is quiet at that moment, by the clock on the wall; over midnight as well. */
export const isQuiet = (hours: string | undefined, now: Date): boolean => {
  if (hours === undefined || !new RegExp(QUIET_HOURS).test(hours)) return false
  const [from = 0, to = 0] = hours.split('-').map(minutesOf)
  const at = now.getHours() * 60 + now.getMinutes()
  return from <= to ? at >= from && at < to : at >= from || at < to
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
