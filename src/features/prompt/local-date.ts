import { zoneOffset } from '../../lib/zone-offset.ts'

/** The date where the person is; `env` says where a zone may be named. */
export const localDate = (date: Date, env?: Readonly<Record<string, string>>): string =>
  (env && systemDate(date, env)) ?? `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const two = (value: number): string => String(value).padStart(2, '0')

/** Bun needs 7 ms for its first local time, and every first request says the date: there the system's own file is read. */
const systemDate = (date: Date, env: Readonly<Record<string, string>>): string | undefined => {
  if (process.versions['bun'] === undefined || env['TZ']) return undefined
  const offset = zoneOffset('/etc/localtime', date)
  return offset === undefined
    ? undefined
    : new Date(date.getTime() + offset * 1000).toISOString().slice(0, 10)
}
