import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type FileLock, isLocked, type LockOwner, tryFileLock } from '../../lib/files/file-lock.ts'
import type { SessionHolder } from '../../protocol/host.ts'
import { sessionText } from '../../protocol/messages/host/sessions.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { isSessionId } from './project-key.ts'
import { SessionError, sessionFileError } from './session-error.ts'

/** A terminal may be left open overnight; a writer on another host touches its lock whenever a turn ends. */
const OTHER_HOST_MS = 24 * 60 * 60 * 1000
const TOUCH_EVERY_MS = 60_000

interface LockDeps {
  newId(): string
  now(): Date
  /** Who launched the program: others are told that. */
  readonly entrypoint?: string
  /** How long whoever has it is given to let go; absent: 15 s. */
  readonly letGoMs?: number
}

/** Who wants a session that somebody has. */
export interface TakeOver {
  readonly pid: number
  readonly kind?: string
}

const LOOK_EVERY_MS = 500
/** A turn is ended in order first: its commands are stopped, what was said is written. */
const LET_GO_MS = 15_000
const RETRY_MS = 50

/** Marks the process that writes a session: a file beside the session's own, with pid, start time and host. */
export class SessionLock implements Disposable {
  readonly #path: string
  readonly #session: string
  readonly #deps: LockDeps
  #lock: FileLock | undefined
  #touched = 0
  #looks: NodeJS.Timeout | undefined

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

  /**
   * Takes it from whoever holds it: that process is asked, lets go when what it does is ended in order, and goes on with
   * nothing; or it is dead. Throws SessionError (`busy`) when it does neither.
   */
  async takeOver(): Promise<void> {
    const wish = wishPath(this.#path)
    const { entrypoint } = this.#deps
    const from: TakeOver = { pid: process.pid, ...(entrypoint === undefined ? {} : { kind: entrypoint }) }
    const { letGoMs = LET_GO_MS } = this.#deps
    const deadline = performance.now() + letGoMs
    try {
      for (let outcome = this.#attempt(); outcome !== 'taken'; outcome = this.#attempt()) {
        if (performance.now() > deadline) throw heldOn(this.#session, outcome.heldBy, letGoMs)
        writeFileSync(wish, JSON.stringify(from), { mode: 0o600 })
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    } finally {
      rmSync(wish, { force: true })
    }
  }

  /** Calls once, when another process wants the session. */
  whenWanted(listener: (by: TakeOver) => void): void {
    clearInterval(this.#looks)
    this.#looks = setInterval(() => {
      const by = this.#lock && readWish(wishPath(this.#path))
      if (!by) return
      clearInterval(this.#looks)
      listener(by)
    }, LOOK_EVERY_MS).unref()
  }

  /** Cheap: to be called whenever a turn ends. */
  touch(): void {
    const now = this.#deps.now().getTime()
    if (!this.#lock || now - this.#touched < TOUCH_EVERY_MS) return
    this.#touched = now
    this.#lock.touch(now)
  }

  [Symbol.dispose](): void {
    clearInterval(this.#looks)
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
        ...(this.#deps.entrypoint === undefined ? {} : { kind: this.#deps.entrypoint }),
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
    return isLocked(lockPath(sessionFile), { now, uncheckableMs: OTHER_HOST_MS })
  } catch (error) {
    throw sessionFileError(error, 'look_at_lock', sessionFile)
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

const wishPath = (lock: string): string => `${lock}.wanted`

const readWish = (path: string): TakeOver | undefined => {
  try {
    const { pid, kind } = JSON.parse(readFileSync(path, 'utf8')) as Partial<TakeOver>
    if (typeof pid !== 'number') return undefined
    return { pid, ...(typeof kind === 'string' ? { kind } : {}) }
  } catch {
    // There is none, or it is being written.
    return undefined
  }
}

const KINDS: Readonly<Record<string, 'terminal' | 'print_run' | 'server' | 'background' | 'editor'>> = {
  cli: 'terminal',
  'sdk-cli': 'print_run',
  serve: 'server',
  background: 'background',
  acp: 'editor',
}

/** A program in a word, as others are told of it. */
export const programKind = (kind = ''): LocalizedText =>
  sessionText(KINDS[kind] ?? (/^sdk/.test(kind) ? 'program' : 'another_process'))

const ownerText = (owner: LockOwner | undefined): LocalizedText => {
  if (!owner) return sessionText('another_process')
  const values = { program: programKind(owner.kind), pid: String(owner.pid), host: owner.host }
  return typeof owner.since === 'number'
    ? sessionText('owner_since', {
        ...values,
        since: `${new Date(owner.since).toISOString().slice(0, 16)}Z`,
      })
    : sessionText('owner', values)
}

const busy = (sessionFile: string, owner: LockOwner | undefined): SessionError =>
  new SessionError('busy', sessionText('busy', { id: idOf(sessionFile), owner: ownerText(owner) }), {
    holder: holderOf(sessionFile, owner),
  })

const heldOn = (sessionFile: string, owner: LockOwner | undefined, letGoMs: number): SessionError =>
  new SessionError(
    'busy',
    sessionText('held_on', {
      id: idOf(sessionFile),
      owner: ownerText(owner),
      seconds: letGoMs / 1000,
    }),
    { holder: holderOf(sessionFile, owner) },
  )

const idOf = (sessionFile: string): string => basename(sessionFile, '.jsonl')

const holderOf = (sessionFile: string, owner: LockOwner | undefined): SessionHolder => ({
  sessionId: idOf(sessionFile),
  ...(owner?.kind === undefined ? {} : { kind: owner.kind }),
})
