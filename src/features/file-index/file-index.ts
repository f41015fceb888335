import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMatcher, type PathMatch, type PathMatcher } from './create-matcher.ts'
import { type ListOptions, listFiles } from './list-files.ts'
import { packPaths } from './path-pack.ts'
import { createPinyinPaths, type FindBySound } from './pinyin-paths.ts'

/** The files of a project by name, kept up to date behind the back of whoever asks. */
export interface FileIndex {
  /** Best first, of what can be looked at in a few milliseconds. Undefined until the first list is there. */
  search(query: string, limit: number): readonly PathMatch[] | undefined
  /** The same of all files, when `search` had to stop early; undefined when its answer was whole. */
  finish(query: string, limit: number, signal: AbortSignal): Promise<readonly PathMatch[]> | undefined
  /** Something was changed: the next look is worth it. */
  refresh(): void
  /** Resolves when what is being listed now is done. */
  settled(): Promise<void>
}

/** A key may take so long; then what was found is shown and the rest follows. */
const KEY_MS = 8
/** Work that nobody waits for gives way after so long. */
const SLICE_MS = 4
const LOOK_AGAIN_MS = 5_000
/** Files made by others do not touch git's index. */
const LIST_AGAIN_MS = 30_000

export const createFileIndex = (options: ListOptions): FileIndex => {
  let matcher: PathMatcher | undefined
  let bySound: FindBySound | undefined
  let building: Promise<void> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let listedAt = Number.NEGATIVE_INFINITY
  let stale = true
  let indexFile: Promise<string | undefined> | undefined
  let indexTime: number | undefined

  const build = async (): Promise<void> => {
    stale = false
    listedAt = options.now()
    indexFile ??= findIndexFile(options)
    indexTime = await timeOf(await indexFile)
    const files = await listFiles(options)
    const pack = await packPaths(files.lists, { without: files.without, breathe: breather(options) })
    const next = createMatcher(pack)
    await warmUp(next, breather(options))
    matcher = next
    bySound = createPinyinPaths(pack)
  }

  const lookAgain = async (): Promise<void> => {
    const old = options.now() - listedAt > LIST_AGAIN_MS
    if (stale || old || (await timeOf(await indexFile)) !== indexTime) await build()
  }

  /** At most one at a time, and not more often than every few seconds. */
  const keepUp = (): void => {
    const now = options.now()
    if (building || (matcher && now - lookedAt < LOOK_AGAIN_MS)) return
    lookedAt = now
    building = lookAgain()
      // What was listed before still counts, and without it directories are looked into one by one.
      .catch(() => undefined)
      .finally(() => {
        building = undefined
      })
  }

  return {
    search(query, limit) {
      keepUp()
      const search = matcher?.search(query, limit)
      search?.run(within(options, KEY_MS))
      return search && withSounds(search.matches(), bySound?.(query, limit), limit)
    },
    finish(query, limit, signal) {
      const search = matcher?.search(query, limit)
      if (!search || search.run(() => false)) return undefined
      return (async () => {
        while (!signal.aborted && !search.run(within(options, SLICE_MS))) await nextTurn()
        return withSounds(search.matches(), bySound?.(query, limit), limit)
      })()
    },
    refresh() {
      stale = true
      lookedAt = Number.NEGATIVE_INFINITY
    },
    settled: async () => {
      keepUp()
      await building
    },
  }
}

/** A file whose name sounds so goes before those that only have the letters somewhere. */
const withSounds = (
  matches: readonly PathMatch[],
  sounding: readonly PathMatch[] = [],
  limit: number,
): readonly PathMatch[] => {
  const known = new Set(sounding.map(({ path }) => path))
  return [...sounding, ...matches.filter(({ path }) => !known.has(path))].slice(0, limit)
}

const within = (options: Pick<ListOptions, 'now'>, ms: number): (() => boolean) => {
  const until = options.now() + ms
  return () => options.now() < until
}

/** Lets other work have its turn when this one has had enough. */
const breather = (options: Pick<ListOptions, 'now'>): (() => Promise<void> | undefined) => {
  let since = options.now()
  return () => {
    if (options.now() - since < SLICE_MS) return undefined
    return nextTurn().then(() => {
      since = options.now()
    })
  }
}

/** A first search is slow because the engine has not compiled it yet: better now than at a key. */
const warmUp = async (matcher: PathMatcher, breathe: () => Promise<void> | undefined): Promise<void> => {
  for (const query of ['e', 'src/ma', 'aTs', 'index.t']) {
    const search = matcher.search(query, 15)
    while (!search.run(() => false)) await breathe()
  }
}

const findIndexFile = async ({ git, cwd }: ListOptions): Promise<string | undefined> => {
  const answer = await git(['rev-parse', '--git-path', 'index'])
  const path = answer && Buffer.from(answer).toString('utf8').trimEnd()
  return path ? resolve(cwd, path) : undefined
}

const timeOf = async (path: string | undefined): Promise<number | undefined> => {
  if (path === undefined) return undefined
  try {
    return (await stat(path)).mtimeMs
  } catch {
    // No index yet: a fresh repository.
    return undefined
  }
}
