import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'

/** By what a child and all it starts are known to the guard of this program's processes. */
export interface GroupMarks {
  variables: Readonly<Record<string, string>>
  /** Whose it is: marks that are not variables begin with it. */
  owner: string
}

/** By these every group is known to whoever guards them, wherever in this program it is started. */
export const STARTING = channel('capstan:group-starting')
export const STARTED = channel('capstan:group-started')

/** What leads a group, as its guard needs to know it. */
export interface GroupLeader {
  readonly pid?: number | undefined
  once(event: 'exit', listener: () => void): unknown
}

/** Of a process that is about to start. Without a guard there are none. */
export const groupMarks = (): GroupMarks => {
  const marks: GroupMarks = { variables: {}, owner: '' }
  STARTING.publish(marks)
  return marks
}

/** Hands a group that was started another way, with these marks, to the guard. */
export const guardGroup = (leader: GroupLeader): void => STARTED.publish(leader)

/**
 * Starts a program in a session and process group of its own. Should this program die, however it does, the guard ends
 * the group and what came of it.
 */
export const spawnGroup = (
  file: string,
  args: readonly string[],
  options: SpawnOptions & { readonly env: Readonly<Record<string, string | undefined>> },
): ChildProcess => {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const env = { ...options.env, ...groupMarks().variables }
  const child = spawn(file, args, { ...options, env, detached: true })
  guardGroup(child)
  return child
}
