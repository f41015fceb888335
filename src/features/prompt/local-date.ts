import { zoneOffset } from '../../lib/zone-offset.ts'

/** The date where the person is. */
export const localDate = (date: Date): string =>
  systemDate(date) ?? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const two = (value: number): string => String(value).padStart(2, '0')

/** Set by the native program where the zone is the system's: the file that tells about it. */
declare const CAPSTAN_ZONE_FILE: string | undefined

/** Its runtime needs 7 ms for the first local time, and every first request says the date. */
const systemDate = (date: Date): string | undefined => {
  if (typeof CAPSTAN_ZONE_FILE !== 'string') return undefined
  const offset = zoneOffset(CAPSTAN_ZONE_FILE, date)
  return offset === undefined
    ? undefined
    : new Date(date.getTime() + offset * 1000).toISOString().slice(0, 10)
}
