import { type SystemProcesses, systemProcesses } from './system-processes.ts'

/** Names one process for good: a pid alone is given to another one some day. */
export interface ProcessIdentity {
  readonly pid: number
  /** In the system's own count; '' where it cannot be known. */
  readonly started: string
  readonly host: string
  /** The run of the machine in which the number counts; a name of the machine may change while it runs. */
  readonly boot?: string
}

export const thisProcess = (system: SystemProcesses = systemProcesses(process.platform)): ProcessIdentity => {
  const { boot } = system
  return { pid: system.pid, started: system.ownStart(), host: system.host, ...(boot === '' ? {} : { boot }) }
}

/** `unknown`: of another machine, or of a container whose processes cannot be seen from here. */
export const lifeOf = (
  { pid, started, host, boot = '' }: ProcessIdentity,
  system: SystemProcesses = systemProcesses(process.platform),
): 'alive' | 'dead' | 'unknown' => {
  const run = system.compareBoot(boot)
  if (run === 'elsewhere' || (run !== 'same' && host !== system.host)) return 'unknown'
  // The machine has been started again since.
  if (run === 'earlier') return 'dead'
  if (!isProcessRunning(pid, system)) return 'dead'
  if (started === '') return 'alive'
  const now = system.find(pid)?.started
  return now !== undefined && !system.isSameStart(now, started) ? 'dead' : 'alive'
}

/**
 * Whether a process of this machine runs, whoever owns it. One that has ended does not, even while it waits for a parent
 * to collect it, which in a container without an init may be for ever; that shows only where asking costs nothing.
 */
export const isProcessRunning = (
  pid: number,
  system: SystemProcesses = systemProcesses(process.platform),
): boolean => system.isThere(pid) && !(system.isCheap && ENDED.includes(system.find(pid)?.state ?? ''))

/** Zombie and dead, as the kernel marks them. */
const ENDED: readonly string[] = ['Z', 'X', 'x']
