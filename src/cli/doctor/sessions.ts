import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatBytes, formatNumber } from '../../features/sessions/export/format-amount.ts'
import {
  projectDirectories,
  type SessionFileFacts,
  sessionFilesIn,
} from '../../features/sessions/session-files.ts'
import { staleLock } from '../../features/sessions/session-lock.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'

const AREA = 'sessions'
const LITTLE_SPACE = 500 * 1024 * 1024

/** Where conversations are kept: room, rights, and what dead processes left behind. */
export const examineSessions: Examine = options => {
  const files = sessionFilesIn(projectDirectories(options.configHome))
  return [
    writableCheck(options),
    ...spaceCheck(options),
    {
      area: AREA,
      level: 'info',
      text: `${formatNumber(files.length, 'session')}, ${formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0))} in ${join(options.configHome, 'projects')}`,
    },
    ...openFiles(options, files),
    ...staleLocks(options, files),
  ]
}

/** The nearest directory that exists. */
const existing = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existing(dirname(path))

const writableCheck = ({ configHome }: DoctorOptions): HealthCheck => {
  const at = existing(join(configHome, 'projects'))
  try {
    accessSync(at, constants.W_OK)
    return { area: AREA, level: 'good', text: `${at} is writable` }
  } catch {
    // Whatever the reason is: nothing would be kept.
    return {
      area: AREA,
      level: 'error',
      text: `${at} isn't writable: sessions wouldn't be saved`,
      advice: 'Fix the permissions (chown, chmod), or set CAPSTAN_CONFIG_DIR to another directory.',
    }
  }
}

const spaceCheck = ({ configHome }: DoctorOptions): readonly HealthCheck[] => {
  const { bavail, bsize } = statfsSync(existing(configHome))
  const free = bavail * bsize
  if (free >= LITTLE_SPACE)
    return [{ area: AREA, level: 'good', text: `${formatBytes(free)} free on the disk` }]
  return [
    {
      area: AREA,
      level: 'warning',
      text: `Only ${formatBytes(free)} free on the disk`,
      advice: '"capstan sessions purge" lists sessions you could delete.',
    },
  ]
}

/** What was said is nobody else's to read. */
const openFiles = (
  { platform }: DoctorOptions,
  files: readonly SessionFileFacts[],
): readonly HealthCheck[] => {
  if (platform === 'win32') return []
  const paths = files.map(({ path }) => path)
  const open = [...paths, ...new Set(paths.map(dirname))].filter(path => othersMayRead(path))
  if (open.length === 0) return []
  return [
    {
      area: AREA,
      level: 'warning',
      text: `Others can read ${formatNumber(open.length, 'path')} with session data, e.g. ${open[0]}`,
      advice: 'Files should have mode 600 and their directories 700.',
      fix: async () => {
        for (const path of open) await chmod(path, path.endsWith('.jsonl') ? 0o600 : 0o700)
        return `${formatNumber(open.length, 'path')} ${open.length === 1 ? 'is' : 'are'} now readable only by you.`
      },
    },
  ]
}

const othersMayRead = (path: string): boolean =>
  ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0

const staleLocks = (options: DoctorOptions, files: readonly SessionFileFacts[]): readonly HealthCheck[] => {
  const stale = files.flatMap(({ path }) => staleLock(path, () => options.now()) ?? [])
  if (stale.length === 0) return []
  return [
    {
      area: AREA,
      level: 'warning',
      text: `${formatNumber(stale.length, 'lock')} left by processes that are gone`,
      advice: 'They do no harm; the next start removes them.',
      fix: async () => {
        for (const path of stale) await rm(path, { force: true })
        return `${formatNumber(stale.length, 'stale lock')} removed.`
      },
    },
  ]
}
