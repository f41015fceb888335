import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ownerDigits } from './owner-digits.ts'

/**
 * Two things every descendant of a command inherits: a variable of its environment, and the soft limit on file locks.
 * Linux has not enforced that limit since 2.4, keeps it over fork, exec and setsid, and shows it to everybody; so it
 * also tells of a process that cleared its environment, left its session, its parents and all open files.
 */
export interface ProcessMark {
  readonly name: string
  readonly value: string
  /** To be set by the command itself before it does anything else; a decimal number of 19 digits. */
  readonly lockLimit: string
}

/**
 * `value` must be unlike that of any other command. The limit begins with the digits of `owner`, the program it belongs
 * to, and goes on with those of the command.
 */
export const processMark = (name: string, value: string, owner = ''): ProcessMark => {
  const own = createHash('sha256').update(value).digest().readUIntBE(0, 6) % 10 ** 10
  return { name, value, lockLimit: `${ownerDigits(owner)}${String(own).padStart(10, '0')}` }
}

/** `unsure`: it is just being replaced by another program, and must be asked again. */
export type MarkAnswer = 'yes' | 'no' | 'unsure'

/** Whether a process carries one of the marks. Needs /proc. */
export const createMarkReader = (marks: readonly ProcessMark[]): ((pid: number) => MarkAnswer) => {
  const variables = new Set(marks.map(mark => `${mark.name}=${mark.value}`))
  const names = [...new Set(marks.map(mark => mark.name))]
  const limits = new Set(marks.map(mark => mark.lockLimit))
  return pid => {
    const limit = readLockLimit(pid)
    if (limit !== undefined && limits.has(limit)) return 'yes'
    const environment = readEnvironment(pid)
    if (environment === undefined) return 'no'
    if (names.some(name => variables.has(variableIn(environment, name)))) return 'yes'
    return environment === '' ? 'unsure' : 'no'
  }
}

const readLockLimit = (pid: number): string | undefined =>
  /^Max file locks +(\d+) /m.exec(read(pid, 'limits') ?? '')?.[1]

const readEnvironment = (pid: number): string | undefined => read(pid, 'environ')

/** `NAME=value` as it stands in the environment, '' when it does not. */
const variableIn = (environment: string, name: string): string => {
  const at = `\0${environment}`.indexOf(`\0${name}=`)
  if (at < 0) return ''
  const end = environment.indexOf('\0', at)
  return environment.slice(at, end < 0 ? undefined : end)
}

const read = (pid: number, name: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    // Ended meanwhile, or another user's: not one of ours.
    return undefined
  }
}
