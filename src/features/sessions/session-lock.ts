import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { type FileLock, isLockHeld, type LockOwner, tryFileLock } from '../../lib/file-lock.ts'
import { isSessionId } from './project-key.ts'
import { SessionError, sessionFileError } from './session-error.ts'

/** A terminal may be left open overnight; a writer on another host touches its lock whenever a turn ends. */
const OTHER_HOST_MS = 24 * 60 * 60 * 1000
const TOUCH_EVERY_MS = 60_000

interface LockDeps {
  newId(): string
  now(): Date
}

/** Marks the process that writes a session: a file beside the session's own, with pid, start time and host. */
export class SessionLock implements Disposable {
  readonly #path: string
  readonly #session: string
  readonly #deps: LockDeps
  #lock: FileLock | undefined
  #touched = 0

  constructor(sessionFile: string, deps: LockDeps) {
    this.#session = sessionFile
    this.#path = lockPath(sessionFile)
    this.#deps = deps
  }

  /** False when another process that is alive holds it. The directory must exist. */
  tryTake(): boolean {
    return this.#attempt() === 'taken'
  }

  /** Throws SessionError (`busy`) when another process holds it. */
  take(): void {
    const outcome = this.#attempt()
    if (outcome !== 'taken') throw busy(this.#session, outcome.heldBy)
  }

  /** Cheap: to be called whenever a turn ends. */
  touch(): void {
    const now = this.#deps.now().getTime()
    if (!this.#lock || now - this.#touched < TOUCH_EVERY_MS) return
    this.#touched = now
    this.#lock.touch(now)
  }

  [Symbol.dispose](): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  #attempt(): 'taken' | { readonly heldBy: LockOwner | undefined } {
    if (this.#lock?.isHeld()) return 'taken'
    const now = (): number => this.#deps.now().getTime()
    try {
      const attempt = tryFileLock(this.#path, {
        newId: this.#deps.newId,
        now,
        uncheckableMs: OTHER_HOST_MS,
      })
      if ('heldBy' in attempt) return attempt
      this.#lock = attempt.lock
      this.#touched = now()
      return 'taken'
    } catch (error) {
      throw sessionFileError(error, 'lock', this.#session)
    }
  }
}

/** Whether a process that is alive writes this session. */
export const isSessionOpen = (sessionFile: string, now: () => number): boolean => {
  try {
    return isLockHeld(lockPath(sessionFile), { now, uncheckableMs: OTHER_HOST_MS })
  } catch (error) {
    throw sessionFileError(error, 'look at the lock of', sessionFile)
  }
}

/** The lock of a session that is still there although nobody holds it any more. */
export const staleLock = (sessionFile: string, now: () => number): string | undefined => {
  const path = lockPath(sessionFile)
  return existsSync(path) && !isSessionOpen(sessionFile, now) ? path : undefined
}

/** Beside a file that somebody called otherwise than by an id, `yarn.jsonl` perhaps, a lock of that name may be theirs. */
const lockPath = (sessionFile: string): string => {
  const bare = sessionFile.replace(/\.jsonl$/, '')
  return `${isSessionId(basename(bare)) ? bare : sessionFile}.lock`
}

const busy = (sessionFile: string, owner: LockOwner | undefined): SessionError =>
  new SessionError(
    'busy',
    `The session file ${sessionFile} is in use by ${owner ? `process ${owner.pid} on ${owner.host}` : 'another process'}. Continue in a copy with --fork-session, or end that process first.`,
  )
