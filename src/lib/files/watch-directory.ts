import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

export interface DirectoryWatch {
  /** Calls once for a burst of changes. */
  wake(): void
  /** How often to look, for file systems and limits under which the kernel says nothing. */
  readonly pollMs: number
  /** Only changes of this name count. */
  readonly name?: string
  /** The kernel's word. */
  readonly watch?: typeof watch
}

/**
 * Says when files of a directory, or one of them, may have changed; the kernel's word and a look at times. Gives the
 * function that ends it. Keeps no process alive.
 */
export const watchDirectory = (directory: string, options: DirectoryWatch): (() => void) => {
  const { wake, pollMs, name } = options
  let isOver = false
  let isDue = false
  let seen = look(directory, name)
  const tell = (): void => {
    if (isDue || isOver) return
    isDue = true
    setImmediate(() => {
      isDue = false
      seen = look(directory, name)
      if (!isOver) wake()
    })
  }
  const listener = (_: string, changed: string | null): void => {
    if (name === undefined ? isContent(changed) : changed === null || changed === name) tell()
  }
  const watcher = watchQuietly(directory, listener, options.watch ?? watch)
  const timer = setInterval(() => {
    if (look(directory, name) !== seen) tell()
  }, pollMs)
  timer.unref()
  return () => {
    isOver = true
    clearInterval(timer)
    watcher?.close()
  }
}

/** Locks and files that are being written come and go with every change. */
const isContent = (name: string | null): boolean => name === null || !name.startsWith('.')

const watchQuietly = (
  directory: string,
  listener: (kind: string, name: string | null) => void,
  start: typeof watch,
): FSWatcher | undefined => {
  try {
    const watcher = start(directory, { persistent: false }, listener)
    // Gone with the directory, or out of handles: looking has to do.
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    // No more watches are to be had: looking has to do.
    return undefined
  }
}

/** Another text whenever something may have changed. */
const look = (directory: string, name: string | undefined): string => {
  try {
    const names = name === undefined ? readdirSync(directory).filter(isContent) : [name]
    return names.map(each => stampOf(join(directory, each))).join('\n')
  } catch {
    // Not there: as good as empty.
    return ''
  }
}

const stampOf = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${path} ${stat.ino} ${stat.size} ${stat.mtimeMs}` : ''
}
