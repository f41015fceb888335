import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { findProgram } from '../../lib/find-program.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import { isOnWindowsDrive } from '../local-path.ts'
import type { DoctorOptions } from './doctor-options.ts'

const AREA = 'installation'

interface MachinePlaces {
  readonly pid: number
  readonly processes: string
  readonly nullDevice: string
}

/** What containers and small systems often lack; nothing is said of what is there. */
export const machineChecks = (
  { env, platform, cwd }: Pick<DoctorOptions, 'env' | 'platform' | 'cwd'>,
  { pid, processes, nullDevice }: MachinePlaces = {
    pid: process.pid,
    processes: '/proc',
    nullDevice: '/dev/null',
  },
): readonly HealthCheck[] => [
  ...(findProgram('bash', `${env['PATH'] ?? ''}:/bin`) === undefined
    ? [
        {
          area: AREA,
          level: 'error',
          text: doctorText('no_bash'),
          advice: doctorText('install_bash'),
        } as const,
      ]
    : []),
  ...(existsSync(nullDevice)
    ? []
    : [{ area: AREA, level: 'error', text: doctorText('no_null'), advice: doctorText('add_null') } as const]),
  ...(isOnWindowsDrive(cwd, env)
    ? [
        {
          area: AREA,
          level: 'info',
          text: doctorText('windows_drive', { directory: cwd }),
          advice: doctorText('use_linux_drive'),
        } as const,
      ]
    : []),
  ...(platform === 'linux' ? initCheck(pid, uncollected(processes)) : []),
]

/** An init collects what has ended; without one it stays in the table of processes as long as the container lives. */
const initCheck = (pid: number, count: number): readonly HealthCheck[] => {
  if (pid !== 1 && count === 0) return []
  const text =
    count === 0
      ? doctorText('first_process')
      : doctorText('uncollected', { count, number: count.toLocaleString('en-US') })
  return [{ area: AREA, level: 'info', text, advice: doctorText('use_init') }]
}

/** Children of the first process that have ended and wait. Some inits collect at intervals: a few are none. */
const uncollected = (processes: string): number => {
  const waiting = namesIn(processes).filter(
    name => /^\d+$/.test(name) && isWaiting(join(processes, name, 'stat')),
  )
  return waiting.length > A_FEW ? waiting.length : 0
}

const A_FEW = 10

const isWaiting = (file: string): boolean => {
  try {
    const stat = readFileSync(file, 'latin1')
    // The name of the program stands before, in parentheses, and may hold anything.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' && parent === '1'
  } catch {
    // Gone meanwhile, and so not waiting.
    return false
  }
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch {
    // A container without it: then nothing is known.
    return []
  }
}
