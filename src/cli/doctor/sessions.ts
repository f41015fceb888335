import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { formatBytes } from '../../features/sessions/export/format-amount.ts'
import {
  projectDirectories,
  type SessionFileFacts,
  sessionFilesIn,
} from '../../features/sessions/session-files.ts'
import { staleLock } from '../../features/sessions/session-lock.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
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
      text: doctorText('sessions', {
        ...counted(files.length),
        size: formatBytes(files.reduce((sum, { bytes }) => sum + bytes, 0)),
        directory: join(options.configHome, 'projects'),
      }),
    },
    ...openFiles(options, files),
    ...staleLocks(options, files),
  ]
}

/** For a sentence: which form it takes, and the number as it is written. */
const counted = (count: number) => ({ count, number: count.toLocaleString('en-US') })

/** The nearest directory that exists. */
const existing = (path: string): string =>
  existsSync(path) || dirname(path) === path ? path : existing(dirname(path))

const writableCheck = ({ configHome }: DoctorOptions): HealthCheck => {
  const at = existing(join(configHome, 'projects'))
  try {
    accessSync(at, constants.W_OK)
    return { area: AREA, level: 'good', text: doctorText('writable', { directory: at }) }
  } catch {
    // Whatever the reason is: nothing would be kept.
    return {
      area: AREA,
      level: 'error',
      text: doctorText('not_writable', { directory: at }),
      advice: doctorText('fix_permissions'),
    }
  }
}

const spaceCheck = ({ configHome }: DoctorOptions): readonly HealthCheck[] => {
  const { bavail, bsize } = statfsSync(existing(configHome))
  const free = bavail * bsize
  if (free >= LITTLE_SPACE)
    return [{ area: AREA, level: 'good', text: doctorText('space', { size: formatBytes(free) }) }]
  return [
    {
      area: AREA,
      level: 'warning',
      text: doctorText('little_space', { size: formatBytes(free) }),
      advice: doctorText('purge'),
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
      text: doctorText('others_read', { ...counted(open.length), path: open[0] ?? '' }),
      advice: doctorText('modes'),
      fix: async () => {
        for (const path of open) await chmod(path, path.endsWith('.jsonl') ? 0o600 : 0o700)
        return doctorText('closed_paths', counted(open.length))
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
      text: doctorText('stale_locks', counted(stale.length)),
      advice: doctorText('harmless_locks'),
      fix: async () => {
        for (const path of stale) await rm(path, { force: true })
        return doctorText('removed_locks', counted(stale.length))
      },
    },
  ]
}
