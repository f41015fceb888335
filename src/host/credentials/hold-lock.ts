import { dirname } from 'node:path'
import { type FileLock, tryFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { HostError } from '../../protocol/host.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'

const WAIT_MS = 45_000
const PAUSE_MS = 25
/** Longer than whoever holds it may wait for a server. */
const UNCHECKABLE_MS = 60_000

/** Waits until no other process holds the lock; let go of when disposed. */
export const holdLock = async (
  path: string,
  clock: { now(): number; newId(): string; readonly waitMs?: number },
): Promise<Disposable> => {
  makeDirectories(dirname(path), 0o700)
  const began = performance.now()
  for (;;) {
    const attempt = tryFileLock(path, { ...clock, uncheckableMs: UNCHECKABLE_MS })
    if ('lock' in attempt) return disposable(attempt.lock)
    if (performance.now() - began > (clock.waitMs ?? WAIT_MS))
      throw new HostError('credentials', credentialText('lock_held', { path }))
    await new Promise<void>(resolve => {
      setTimeout(resolve, PAUSE_MS)
    })
  }
}

const disposable = (lock: FileLock): Disposable => ({ [Symbol.dispose]: () => lock.release() })
