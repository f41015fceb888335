import { syncFile } from '../../lib/atomic-write.ts'
import { type PinnedPath, pinPath } from '../../lib/files/pinned-path.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { Editor } from '../../protocol/editor/editor.ts'
import type { Message } from '../../protocol/message.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { ResolvedPaths } from '../../protocol/permission.ts'
import { type FileContent, type FileRef, type Files, type SeenFile, ToolError } from '../../protocol/tool.ts'
import { type Contents, DISK, editorContents, sayEncoding } from './contents.ts'
import { asToolError, isMissing, missing } from './file-errors.ts'
import { factsOf, type Judged, readIfThere } from './read-file.ts'
import { leadsOut, type UpdateOptions } from './update-file.ts'

const says = modelTexts('file_paths', {
  refused: { en: 'Cannot use {path}: {why}.', zh: '无法使用 {path}：{why}。' },
  unknownTarget: {
    en: 'Cannot use {path}: it is not known where it leads.',
    zh: '无法使用 {path}：不清楚它指向何处。',
  },
})

/** Larger files must be read again. */
const MAX_RECALLED_BYTES = 1024 * 1024
/** In an earlier run: more files are not looked at by themselves. */
const MAX_RECALLED = 50

/** What the model saw of files in an earlier run of the session, and may have changed since. */
export interface EarlierFiles {
  /** The ones it saw last, the last one at the end, unless they were recalled before. */
  paths(most: number): readonly string[]
  /** Those that changed later on, which was told then; not seen again since. */
  outdated?(): readonly string[]
  /** `read` tells what is there now, if anything is. */
  recall(path: string, read: () => FileContent | undefined): SeenFile | undefined
}

export interface FilesOptions extends Omit<UpdateOptions, 'refuse' | 'overlay'> {
  /** Has files open that may differ from those on the disk. */
  readonly editor?: Editor
  /** Gives what throws ToolError for a content that no file may get; every write waits for it. */
  refuse?(): Promise<NonNullable<UpdateOptions['refuse']>>
  /** Which files may not be read; none when absent. */
  denied?(): ((path: string) => boolean) | Promise<(path: string) => boolean>
  /** What files are in that do not tell it themselves. */
  readonly encoding?: string
  /** Tokens that one read may show. */
  readonly readTokens?: number
  /** The model has seen or changed a file; called with its real path. */
  onSeen?(path: string): void
  /** What an earlier run of the session showed. */
  readonly earlier?: EarlierFiles
  /** The same for a history from which the conversation goes on. */
  readEarlier?(history: readonly Message[]): EarlierFiles
  /** Puts a written file on the disk. */
  readonly sync?: (path: string) => Promise<unknown>
}

/** What a program has seen before, and who keeps what it sees from now on. */
export interface SeenBefore {
  readonly seen: Iterable<readonly [path: string, seen: SeenFile]>
  saw(path: string, seen: SeenFile): void
}

export interface SessionFiles extends Files {
  /** For a program: what it reads and writes counts as seen by it and not by the model. */
  apart(kept?: SeenBefore): Pick<SessionFiles, 'at'>
  /** The same for a call that was granted: where its paths lead is what was judged, and nothing else is touched. */
  at(places: ResolvedPaths): Files
  /** By real path: what the model has seen of it does not count any more. */
  forget(path: string): void
  /** Only what these messages show counts as seen from now on. */
  startFrom(history: readonly Message[]): void
  /** By real path, the one seen last at the end; all of them, or the last so many. Not what only a search found. */
  listSeen(most?: number): readonly (readonly [path: string, seen: SeenFile])[]
  /** Files of an earlier run that changed since they were shown, which was told: by real path, the last one at the end. */
  listOutdated(): readonly string[]
  /** By real path: the whole content as it was read or written last, if it is not large and not long ago. */
  lastContent(path: string): Uint8Array | undefined
  /** Resolves when all that was written is on the disk, or after `maxMs`: a slow disk keeps nobody from leaving. */
  settle(maxMs: number): Promise<void>
}

const lastOf = <V>(map: ReadonlyMap<string, V>, most: number): readonly (readonly [string, V])[] =>
  [...map.keys()].slice(-most).flatMap(key => {
    const value = map.get(key)
    return value === undefined ? [] : [[key, value] as const]
  })

const contentsOf = ({ editor, isPrivate, encoding }: FilesOptions): Contents =>
  sayEncoding(editor ? editorContents(editor, isPrivate) : DISK, encoding)

const boundsOf = async ({ refuse, ...others }: FilesOptions): Promise<UpdateOptions> =>
  refuse ? { ...others, refuse: await refuse() } : others

const ownSeen = (kept: SeenBefore | undefined): OwnSeen => {
  const known = new Map(kept?.seen)
  return {
    get: path => known.get(path),
    set(path, facts) {
      known.set(path, facts)
      kept?.saw(path, facts)
    },
  }
}

/** The file port of tool calls: regular files only, checked and used as one. */
export const createFiles = (options: FilesOptions): SessionFiles => {
  const seen = new Map<string, SeenFile>()
  const held = createRecentContents()
  let { earlier } = options
  const contents = contentsOf(options)
  const syncs = new Set<Promise<unknown>>()
  const { sync = syncFile } = options
  const portFor = (resolve: Resolve, places?: ResolvedPaths, own?: OwnSeen): Files => {
    const judge = (place: FileRef): Judged =>
      typeof place === 'string'
        ? { path: place, real: resolve(place) }
        : { path: place.path, real: place.realPath }
    return {
      ...(options.readTokens === undefined ? {} : { readTokens: options.readTokens }),
      ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
      facts: path => factsOf(judge(path)),
      hold: path => holdAny(judge(path)),
      async read(place, limit) {
        const content = await contents.read(judge(place), limit)
        if (limit.from === undefined) held.hold(content.realPath, content.data)
        if (!own) options.onSeen?.(content.realPath)
        return content
      },
      async update(path, change) {
        const limits = await boundsOf(options)
        const written = await contents.update(judge(path), change, limits)
        held.hold(written.realPath, written.data)
        const syncing = sync(written.realPath).finally(() => syncs.delete(syncing))
        syncs.add(syncing)
        return written
      },
      async tryUpdate(path, change) {
        const limits = await boundsOf(options)
        await contents.tryUpdate(judge(path), change, limits)
      },
      denied: () => options.denied?.() ?? (() => false),
      seen(place) {
        const judged = judge(place)
        return own?.get(judged.real) ?? seen.get(judged.real) ?? recallSeen(judged, seen, earlier)
      },
      markSeen(place, facts) {
        const judged = judge(place)
        const { real } = judged
        // What was seen is looked at again later: only what somebody decided about may lie elsewhere than it seems.
        if (!places?.has(judged.path) && leadsOut(judged, options)) return
        if (own) return own.set(real, facts)
        // Anew at the end: the order tells which were seen last.
        seen.delete(real)
        seen.set(real, facts)
        if (facts.by !== 'search') options.onSeen?.(real)
      },
    }
  }
  return {
    ...portFor(resolveNow),
    at: places => portFor(within(places), places),
    apart(kept) {
      const own = ownSeen(kept)
      return { at: places => portFor(within(places), places, own) }
    },
    lastContent: held.get,
    settle: maxMs => atMost(maxMs, Promise.all(syncs)),
    forget: path => void seen.delete(path),
    startFrom(history) {
      seen.clear()
      earlier = history.length === 0 ? undefined : options.readEarlier?.(history)
    },
    listOutdated: () => outdatedOf(earlier, seen),
    listSeen: most => {
      for (const path of earlier?.paths(MAX_RECALLED) ?? []) recallPath(path, seen, earlier)
      const read = new Map([...seen].filter(([, { by }]) => by !== 'search'))
      return lastOf(read, most ?? read.size)
    },
  }
}

const outdatedOf = (
  earlier: EarlierFiles | undefined,
  seen: ReadonlyMap<string, SeenFile>,
): readonly string[] =>
  (earlier?.outdated?.() ?? []).flatMap(path => {
    const at = resolveReal(path)
    return at.ok && !seen.has(at.real) ? [at.real] : []
  })

const atMost = async (maxMs: number, work: Promise<unknown>): Promise<void> => {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, maxMs)
  await Promise.race([work, late.promise])
  clearTimeout(timer)
}

/** Where a path leads, links followed; throws ToolError. */
type Resolve = (path: string) => string

const resolveNow: Resolve = path => {
  const result = resolveReal(path)
  if (!result.ok) throw new ToolError(says('refused', { path: JSON.stringify(path), why: result.why }))
  return result.real
}

interface OwnSeen {
  get(path: string): SeenFile | undefined
  set(path: string, seen: SeenFile): void
}

const within =
  (places: ResolvedPaths): Resolve =>
  path =>
    places.has(path) ? known(path, places.get(path)) : resolveNow(path)

/** What could not be resolved when the call was judged is not resolved afterwards. */
const known = (path: string, real: string | undefined): string => {
  if (real === undefined) throw new ToolError(says('unknownTarget', { path: JSON.stringify(path) }))
  return real
}

const holdAny = ({ path, real }: Judged): PinnedPath => {
  try {
    return pinPath(real)
  } catch (error) {
    throw isMissing(error) ? missing(path) : asToolError('look at', path, error)
  }
}

/** What cannot be read now, or only at length, has not been seen as it is. */
const recallSeen = (
  judged: Judged,
  seen: Map<string, SeenFile>,
  earlier: EarlierFiles | undefined,
): SeenFile | undefined => {
  if (!earlier) return undefined
  try {
    const found = earlier.recall(judged.path, () => readIfThere(judged, { maxBytes: MAX_RECALLED_BYTES }))
    if (found && !seen.has(judged.real)) seen.set(judged.real, found)
    return found
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const recallPath = (path: string, seen: Map<string, SeenFile>, earlier: EarlierFiles | undefined): void => {
  const { ok, real } = { real: path, ...resolveReal(path) }
  if (ok) recallSeen({ path, real }, seen, earlier)
}

/** A few files as they were read or written last, so that a later change can be shown and not only told. */
interface RecentContents {
  hold(path: string, data: Uint8Array): void
  get(path: string): Uint8Array | undefined
}

const MAX_FILES = 32
const MAX_BYTES = 64 * 1024

export const createRecentContents = (): RecentContents => {
  const held = new Map<string, Uint8Array>()
  return {
    hold(path, data) {
      held.delete(path)
      if (data.length > MAX_BYTES) return
      held.set(path, data)
      const [oldest] = held.keys()
      if (held.size > MAX_FILES && oldest !== undefined) held.delete(oldest)
    },
    get: path => held.get(path),
  }
}
