const two = (value: number): string => String(value).padStart(2, '0')

/** A moment where the person is: the hour of today, else with its day. */
export const clockTime = (at: number, now: number): string => {
  const time = new Date(at)
  const hour = `${two(time.getHours())}:${two(time.getMinutes())}`
  return time.toDateString() === new Date(now).toDateString()
    ? hour
    : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${hour}`
}
