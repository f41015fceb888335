import { type FSWatcher, statSync, watch } from 'node:fs'
import { dirname } from 'node:path'

export type FileEvent = 'change' | 'add' | 'unlink'

export interface FileWatch {
  /** From now on these as well; absolute paths, which need not exist. */
  follow(paths: readonly string[]): void
  stop(): void
}

/** Editors write a file in several steps. */
const SETTLE_MS = 50
/** How often to look by ourselves: on some file systems (a drive of Windows in WSL, a network) the kernel says nothing. */
const POLL_MS = 2_000

export interface FileWatchOptions {
  readonly pollMs?: number
  /** The kernel's word. */
  readonly watch?: typeof watch
}

/**
 * Hears of single files through their directories, so that one that is replaced or not there yet is followed, too. A
 * directory that does not exist is not waited for.
 */
export const watchFiles = (
  tell: (path: string, event: FileEvent) => void,
  { pollMs = POLL_MS, watch: start = watch }: FileWatchOptions = {},
): FileWatch => {
  const known = new Map<string, string | undefined>()
  const watchers = new Map<string, FSWatcher>()
  const timers = new Map<string, NodeJS.Timeout>()
  let isOver = false
  let poll: NodeJS.Timeout | undefined
  const look = (path: string): void => {
    timers.delete(path)
    if (isOver) return
    const [was, is] = [known.get(path), stampOf(path)]
    if (was === is) return
    known.set(path, is)
    tell(path, is === undefined ? 'unlink' : was === undefined ? 'add' : 'change')
  }
  const later = (path: string): void => {
    clearTimeout(timers.get(path))
    timers.set(path, setTimeout(look, SETTLE_MS, path))
  }
  const open = (directory: string): void => {
    if (watchers.has(directory)) return
    try {
      const watcher = start(directory, { persistent: false }, () => {
        for (const path of known.keys()) if (dirname(path) === directory) later(path)
      })
      watcher.on('error', () => watcher.close())
      watchers.set(directory, watcher)
    } catch {
      // Not there, or the system watches no more: looking has to do.
    }
  }
  return {
    follow(paths) {
      for (const path of paths) {
        if (isOver || known.has(path)) continue
        known.set(path, stampOf(path))
        open(dirname(path))
      }
      if (isOver || known.size === 0) return
      poll ??= setInterval(() => {
        for (const [path, stamp] of known) if (stampOf(path) !== stamp && !timers.has(path)) later(path)
      }, pollMs).unref()
    },
    stop() {
      isOver = true
      clearInterval(poll)
      for (const timer of timers.values()) clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

const stampOf = (path: string): string | undefined => {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true })
    return found && `${found.mtimeNs}:${found.size}:${found.ino}`
  } catch {
    // Where we may not look any more it is as good as gone.
    return undefined
  }
}
