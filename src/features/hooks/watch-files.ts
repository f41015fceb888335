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

/**
 * Hears of single files through their directories, so that one that is replaced or not there yet is followed, too. A
 * directory that does not exist is not waited for.
 */
export const watchFiles = (tell: (path: string, event: FileEvent) => void): FileWatch => {
  const known = new Map<string, string | undefined>()
  const watchers = new Map<string, FSWatcher>()
  const timers = new Map<string, NodeJS.Timeout>()
  let isOver = false
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
      const watcher = watch(directory, { persistent: false }, () => {
        for (const path of known.keys()) if (dirname(path) === directory) later(path)
      })
      watcher.on('error', () => watcher.close())
      watchers.set(directory, watcher)
    } catch {
      // Not there, or the system watches no more: its files cannot be followed.
    }
  }
  return {
    follow(paths) {
      for (const path of paths) {
        if (isOver || known.has(path)) continue
        known.set(path, stampOf(path))
        open(dirname(path))
      }
    },
    stop() {
      isOver = true
      for (const timer of timers.values()) clearTimeout(timer)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

const stampOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.mtimeNs}:${found.size}:${found.ino}`
}
