import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimes,
  writeSync,
} from 'node:fs'
import { lifeOf, type ProcessIdentity, thisProcess } from '../process/process-identity.ts'

export interface LockOptions {
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
  /** How long to wait for whoever holds it. */
  readonly waitMs?: number
}

/** Somebody holds the lock and does not let go. */
export class LockBusyError extends Error {
  override readonly name = 'LockBusyError'
  readonly kind = 'busy'
}

export interface LockOwner extends ProcessIdentity {
  readonly token: string
  /** What kind of program it is, in a word; and since when it has the lock, in milliseconds since the epoch. */
  readonly kind?: string
  readonly since?: number
}

const WAIT_MS = 5_000
const FIRST_PAUSE_MS = 2
const LONGEST_PAUSE_MS = 30
const PATIENCE_MS = 300
/** A holder that was seen alive is not looked at again so soon. */
const ALIVE_MS = 250
/** The holder works without a pause, so whoever cannot be checked is dead by then. */
const UNCHECKABLE_MS = 60_000
const UNREADABLE_MS = 10_000
const ATTEMPTS = 10

/**
 * Runs `act` while no other process runs one under the same lock file. `act` is synchronous, so the lock is held for
 * milliseconds and its holder cannot wait for anything. A lock whose process is gone is taken away from it.
 */
export const withFileLock = async <T>(path: string, act: () => T, options: LockOptions): Promise<T> => {
  const owner = { token: options.newId(), ...thisProcess() }
  const { waitMs = WAIT_MS } = options
  const deadline = options.now() + waitMs
  // Some systems can only be asked by running a program.
  let alive: { readonly name: string; readonly until: number } | undefined
  for (let pause = FIRST_PAUSE_MS; !take(path, owner); pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    // Newcomers look often and would always be faster: whoever has waited for long looks as often.
    if (options.now() > deadline - waitMs + PATIENCE_MS) pause = FIRST_PAUSE_MS
    const held = look(path)
    if (held && !(held.name === alive?.name && options.now() < alive.until)) {
      if (!isDead(held, options.now())) alive = { name: held.name, until: options.now() + ALIVE_MS }
      else if (remove(path, held, options.now())) continue
    }
    if (options.now() >= deadline) throw busy(path, held?.owner)
    await new Promise<void>(resolve => {
      setTimeout(resolve, pause)
    })
  }
  try {
    return act()
  } finally {
    if (look(path)?.owner?.token === owner.token) rmSync(path, { force: true })
  }
}

/** A lock that is held for as long as something is in use. */
export interface FileLock {
  /** For processes that cannot look at ours: it is still held. */
  touch(now: number): void
  /** False when it was taken away by hand. */
  isHeld(): boolean
  release(): void
}

export type LockAttempt =
  | { readonly lock: FileLock }
  /** Undefined while its owner is writing it, or when it is damaged. */
  | { readonly heldBy: LockOwner | undefined }

/**
 * Takes the lock, or says at once who holds it. A holder on another host counts as dead when it has not touched the lock
 * for `uncheckableMs`.
 */
export const tryFileLock = (
  path: string,
  options: Pick<LockOptions, 'newId' | 'now'> & { readonly uncheckableMs: number; readonly kind?: string },
): LockAttempt => {
  const { kind } = options
  const about = kind === undefined ? {} : { kind, since: options.now() }
  const owner = { token: options.newId(), ...thisProcess(), ...about }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (take(path, owner)) return { lock: heldLock(path, owner) }
    const held = look(path)
    // Let go of since: it may be ours now.
    if (!held) continue
    const now = options.now()
    if (!isDead(held, now, options.uncheckableMs) || !remove(path, held, now)) return { heldBy: held.owner }
  }
  return { heldBy: undefined }
}

/** Whether somebody who is alive holds the lock; takes nothing and changes nothing. */
export const isLocked = (
  path: string,
  options: Pick<LockOptions, 'now'> & { readonly uncheckableMs: number },
): boolean => {
  const held = look(path)
  return held !== undefined && !isDead(held, options.now(), options.uncheckableMs)
}

const heldLock = (path: string, owner: LockOwner): FileLock => {
  const isHeld = (): boolean => look(path)?.owner?.token === owner.token
  return {
    isHeld,
    touch: now => {
      utimes(path, now / 1000, now / 1000, () => {
        // Taken away by hand, or a file system that does not let us: only other hosts look at it, and they wait long.
      })
    },
    release: () => {
      if (isHeld()) rmSync(path, { force: true })
    },
  }
}

const busy = (path: string, owner: LockOwner | undefined): LockBusyError =>
  new LockBusyError(
    `${path} is held by ${owner ? `process ${owner.pid} on ${owner.host}` : 'another process'}.`,
  )

const take = (path: string, owner: LockOwner): boolean => {
  const fd = create(path)
  if (fd === undefined) return false
  try {
    writeSync(fd, JSON.stringify(owner))
    return true
  } catch (error) {
    // An empty lock would keep everybody out for a while.
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
}

/** Undefined when it exists already. */
const create = (path: string): number | undefined => {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  }
}

/** What says who holds one is shorter. */
const MAX_BYTES = 64 * 1024

interface Held {
  /** Undefined while it is being written, or when it is damaged. */
  readonly owner: LockOwner | undefined
  readonly mtimeMs: number
  /** Names this one lock: no later one has the same. */
  readonly name: string
}

const look = (path: string): Held | undefined => {
  let fd: number | undefined
  try {
    // Without O_NONBLOCK a pipe in its place would hang the program.
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const facts = fstatSync(fd)
    const { ino, mtimeMs } = facts
    const isForeign = facts.isFIFO() || facts.isCharacterDevice() || facts.size > MAX_BYTES
    const owner = isForeign ? undefined : parseOwner(readFileSync(fd, 'utf8'))
    return { owner, mtimeMs, name: owner?.token ?? `${ino}-${mtimeMs}` }
  } catch (error) {
    // Let go of meanwhile, or gone with the directory it was in.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

const parseOwner = (text: string): LockOwner | undefined => {
  try {
    const owner = JSON.parse(text) as LockOwner
    // The token becomes part of a file name.
    const whole = Number.isInteger(owner.pid) && owner.pid > 0 && /^[\w-]+$/.test(owner.token)
    return whole ? owner : undefined
  } catch {
    // Its writer is at it, or died at it: the age of the file tells.
    return undefined
  }
}

const isDead = ({ owner, mtimeMs }: Held, now: number, uncheckableMs = UNCHECKABLE_MS): boolean => {
  if (!owner) return now - mtimeMs > UNREADABLE_MS
  const life = lifeOf(owner)
  return life === 'unknown' ? now - mtimeMs > uncheckableMs : life === 'dead'
}

/**
 * Takes a dead process's lock away. Of all who saw it dead, the one that creates the file named after that very lock may
 * remove it, and only if it is still the same: nobody can remove a lock that was taken since. False: not ours to remove.
 */
const remove = (path: string, dead: Held, now: number): boolean => {
  const right = `${path}.${dead.name}`
  const fd = create(right)
  if (fd === undefined) {
    const age = now - (statSync(right, { throwIfNoEntry: false })?.mtimeMs ?? now)
    // Whoever had the right died before using it.
    if (age > UNREADABLE_MS) rmSync(right, { force: true })
    return false
  }
  closeSync(fd)
  try {
    if (look(path)?.name === dead.name) rmSync(path, { force: true })
    return true
  } finally {
    rmSync(right, { force: true })
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
