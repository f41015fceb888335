import { isAbsolute, join } from 'node:path'
import type { FileWatch } from '../../features/hooks/watch-files.ts'
import type { Hooks } from './part.ts'

/** Files whose changes hooks want to hear of. */
export interface WatchedFiles {
  /** Absolute, or relative to the start directory. From when it resolves, changes are heard of. */
  add(paths: readonly string[]): Promise<void>
  start(): Promise<void>
  stop(): void
}

/** The names in matchers, in the start directory, and what hooks ask to watch besides. Nothing is watched without a hook. */
export const createWatchedFiles = ({
  cwd,
  hooks,
  log,
}: {
  readonly cwd: string
  readonly hooks: Pick<Hooks, 'fire' | 'isSet' | 'sets'>
  log?(line: string): void
}): WatchedFiles => {
  const wanted = new Set<string>()
  const over = new AbortController()
  let watch: Promise<FileWatch> | undefined
  const changed = async (path: string, event: 'change' | 'add' | 'unlink'): Promise<void> => {
    const { watchPaths } = await hooks.fire('FileChanged', { file_path: path, event }, over.signal)
    if (watchPaths) await files.add(watchPaths)
  }
  const open = async (): Promise<FileWatch> => {
    const { watchFiles } = await import('../../features/hooks/watch-files.ts')
    return watchFiles((path, event) => {
      changed(path, event).catch((error: unknown) => log?.(`FileChanged hooks failed: ${String(error)}`))
    })
  }
  const follow = async (): Promise<void> => {
    if (over.signal.aborted || wanted.size === 0 || !hooks.isSet('FileChanged')) return
    watch ??= open()
    const opened = await watch
    if (over.signal.aborted) opened.stop()
    else opened.follow([...wanted])
  }
  const files: WatchedFiles = {
    async add(paths) {
      for (const path of paths) wanted.add(isAbsolute(path) ? path : join(cwd, path))
      if (paths.length > 0) await follow()
    },
    async start() {
      if (hooks.isSet('FileChanged')) await files.add(namesIn(hooks))
    },
    stop() {
      over.abort()
      void watch?.then(opened => opened.stop())
    },
  }
  return files
}

/** A matcher of this event is a list of names. */
const namesIn = (hooks: Pick<Hooks, 'sets'>): readonly string[] =>
  hooks
    .sets()
    .flatMap(({ hooks: set }) => set['FileChanged'] ?? [])
    .flatMap(({ matcher = '' }) => matcher.split('|').map(name => name.trim()))
    .filter(name => /^[\w.-]+$/.test(name))
