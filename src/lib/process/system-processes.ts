import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** What a system tells of its processes, as far as telling one from another needs it. */
export interface SystemProcesses {
  readonly pid: number
  readonly host: string
  /** Names this run of the machine, and whose numbers of processes count; '' where that cannot be known. */
  readonly boot: string
  /** `same`: its numbers count here. `elsewhere`: they don't. `earlier`: of this machine or another, not of this run. */
  compareBoot(boot: string): 'same' | 'elsewhere' | 'earlier' | 'unclear'
  /** When this process was started; '' where it cannot be known. */
  ownStart(): string
  /** Whether a start of this process, in our words or the system's, is that one. */
  isSameStart(one: string, other: string): boolean
  /** Whether a signal would find it. */
  isThere(pid: number): boolean
  /** Undefined where nobody tells, or the process is gone. */
  find(pid: number): FoundProcess | undefined
  /** `find` starts no program. */
  readonly isCheap: boolean
}

export interface FoundProcess {
  /** As the system marks it, such as `S` or `Z`. */
  readonly state: string
  readonly started: string | undefined
}

export const systemProcesses = (platform: string): SystemProcesses =>
  platform === 'darwin' ? darwinProcesses(HERE) : LINUX

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Also for systems without /proc: there the pid alone has to do. */
const LINUX: SystemProcesses = {
  pid: process.pid,
  get host() {
    return hostname()
  },
  get boot() {
    return linuxBoot()
  },
  isCheap: true,
  isThere,
  find: pid => procStat(pid),
  ownStart: () => procStat(process.pid)?.started ?? '',
  isSameStart: (one, other) => one === other,
  compareBoot: boot => compareLinuxBoot(boot, linuxBoot()),
}

/** The machine's run, then the processes that can be seen: a container has numbers of its own. */
export const compareLinuxBoot = (one: string, here: string): ReturnType<SystemProcesses['compareBoot']> => {
  if (one === '' || here === '') return 'unclear'
  if (one === here) return 'same'
  return one.split('.')[0] === here.split('.')[0] ? 'elsewhere' : 'earlier'
}

const linuxBoot = (): string => {
  try {
    const run = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').slice(0, 8)
    const seen = /\[(\d+)\]/.exec(readlinkSync('/proc/self/ns/pid'))?.[1]
    return seen === undefined ? '' : `${run}.${seen}`
  } catch {
    // No /proc here, or one that shows little: the name of the machine has to do.
    return ''
  }
}

const procStat = (pid: number): FoundProcess | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands before, in parentheses, and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] }
  } catch {
    // No /proc here, or the process is gone: the pid alone has to do.
    return undefined
  }
}

/** Of this process and machine, where no /proc tells. */
export interface DarwinFacts {
  readonly pid: number
  readonly host: string
  /** Seconds since 1970: when this process began, and when the machine did. */
  readonly startedAt: number
  readonly bootedAt: number
  isThere(pid: number): boolean
  /** What `ps` prints about a process, in UTC and English; '' when it is gone. */
  ps(pid: number): string
}

/** The shell that started this program has the same number; a slow disk keeps it for a while. */
const START_SLACK = 30
/** Both times are rounded, and the clock is put right now and then. */
const BOOT_SLACK = 10

/** There is no way to ask but to run `ps`, so that is done only where it decides. */
export const darwinProcesses = (facts: DarwinFacts): SystemProcesses => ({
  pid: facts.pid,
  host: facts.host,
  boot: String(Math.round(facts.bootedAt)),
  isCheap: false,
  isThere: facts.isThere,
  // A clock that was put right moves the time of the start: it never says that a process is gone.
  compareBoot: boot =>
    boot !== '' && Math.abs(Number(boot) - facts.bootedAt) <= BOOT_SLACK ? 'same' : 'unclear',
  ownStart: () => String(Math.floor(facts.startedAt)),
  isSameStart: (one, other) => Math.abs(Number(one) - Number(other)) <= START_SLACK,
  find: pid => parsePs(facts.ps(pid)),
})

/** `Ss   Thu Nov 19 01:50:43 2026`. */
export const parsePs = (line: string): FoundProcess | undefined => {
  const [, state, date] = /^\s*(\S)\S*\s+\S+\s+(\S+\s+\d+\s+[\d:]+\s+\d{4})\s*$/.exec(line) ?? []
  if (state === undefined || date === undefined) return undefined
  const at = Date.parse(`${date} UTC`)
  return { state, started: Number.isNaN(at) ? undefined : String(at / 1000) }
}

/** One option for each column: in the other form a BSD takes the rest for the heading. */
export const runPs = (pid: number, program = '/bin/ps'): string => {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { stdout } = spawnSync(program, ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)], {
    env: { LC_ALL: 'C', TZ: 'UTC0' },
    encoding: 'utf8',
    timeout: 2000,
  })
  return stdout ?? ''
}

const HERE: DarwinFacts = {
  pid: process.pid,
  get host() {
    return hostname()
  },
  startedAt: performance.timeOrigin / 1000,
  get bootedAt() {
    return Date.now() / 1000 - uptime()
  },
  isThere,
  ps: runPs,
}
