import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { withFileLock } from '../../lib/file-lock.ts'
import { isObject } from '../../lib/is-object.ts'
import { makeDirectories } from '../../lib/make-directories.ts'

/** `state.json` as found; keys this version does not know are kept. */
export type State = Readonly<Record<string, unknown>>

/** The file is there and cannot be used; nothing was changed. */
export class StateError extends Error {
  override readonly name = 'StateError'
  readonly kind = 'unusable'
}

export type StateRead =
  | { readonly kind: 'state'; readonly state: State }
  /** Nothing in the file counts; the message says why and what to do. */
  | { readonly kind: 'unusable'; readonly message: string }

export interface StateDeps {
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
}

const MAX_BYTES = 16 * 1024 * 1024

const stateFile = (configHome: string): string => join(configHome, 'state.json')

/** One small synchronous read: it stands before the first request. What others could have written is not believed. */
export const readState = (configHome: string): StateRead => {
  const file = stateFile(configHome)
  const unusable = (why: string): StateRead => ({
    kind: 'unusable',
    message: `${file} ${why}, so no folder is trusted.`,
  })
  let descriptor: number
  try {
    // Without O_NONBLOCK a pipe in its place would hang the program.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'state', state: {} }
    return unusable(`cannot be read (${code})`)
  }
  try {
    const objection = objectionTo(descriptor)
    if (objection !== undefined) return unusable(objection)
    const state: unknown = JSON.parse(readFileSync(descriptor, 'utf8'))
    if (isObject(state)) return { kind: 'state', state }
    return unusable('does not hold a JSON object: repair or remove it')
  } catch (error) {
    return unusable(
      error instanceof SyntaxError
        ? 'is not valid JSON: repair or remove it'
        : `cannot be read (${codeOf(error)})`,
    )
  } finally {
    closeSync(descriptor)
  }
}

const objectionTo = (descriptor: number): string | undefined => {
  const facts = fstatSync(descriptor)
  if (!facts.isFile()) return 'is not a regular file'
  if (facts.size > MAX_BYTES) return `is larger than ${MAX_BYTES / 1024 / 1024} MiB`
  const user = process.geteuid?.()
  if (user === undefined) return undefined
  if (facts.uid !== user) return `belongs to another user (${facts.uid})`
  if ((facts.mode & 0o022) !== 0) return 'is writable by others: fix it with chmod 600'
  return undefined
}

/** Replaces the state by what `change` makes of it, while no other process does the same. Throws StateError. */
export const changeState = async (
  configHome: string,
  change: (state: State) => State,
  deps: StateDeps,
): Promise<void> => {
  makeDirectories(configHome, 0o700)
  const file = stateFile(configHome)
  await withFileLock(
    `${file}.lock`,
    () => {
      const read = readState(configHome)
      if (read.kind === 'unusable') throw new StateError(`${read.message} Nothing was changed.`)
      const after = change(read.state)
      if (after === read.state) return
      // A file kept elsewhere and linked stays where it is.
      const real = statSync(file, { throwIfNoEntry: false }) ? realpathSync.native(file) : file
      writeFileAtomically(real, Buffer.from(`${JSON.stringify(after, null, 2)}\n`), { mode: 0o600 })
    },
    deps,
  )
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)
