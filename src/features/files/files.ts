import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { syncFile, writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/make-directories.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import type { Message } from '../../protocol/message.ts'
import {
  type FileContent,
  type FileFacts,
  type FilePlace,
  type Files,
  type SeenFile,
  ToolError,
} from '../../protocol/tool.ts'
import { createHeldContents } from './held-contents.ts'

/** Larger files must be read again. */
const MAX_RECALLED_BYTES = 1024 * 1024

/** Whether the model saw a file, whole and as it is now, in an earlier run of the session. */
export interface EarlierFiles {
  recall(path: string, read: () => FileContent): SeenFile | undefined
}

export interface FilesOptions {
  /** The working directories, links resolved. */
  roots(): readonly string[]
  /** Called with the old content, or `undefined` for a new file, and the new one, before anything is written. */
  snapshot?(path: string, content: Uint8Array | undefined, next: Uint8Array): void
  /** Throws ToolError for a content that no file may get. */
  refuse?(path: string, before: Uint8Array | undefined, next: Uint8Array): void
  /** Which files may not be read; none when absent. */
  denied?(): ((path: string) => boolean) | Promise<(path: string) => boolean>
  /** Tokens that one read may show. */
  readonly readTokens?: number
  /** Nobody else may read this one, by real path; counts when it is created. */
  isPrivate?(real: string): boolean
  /** The model has seen or changed a file; called with its real path. */
  onSeen?(path: string): void
  /** What an earlier run of the session showed. */
  readonly earlier?: EarlierFiles
  /** The same for a history from which the conversation goes on. */
  readEarlier?(history: readonly Message[]): EarlierFiles
  /** The largest file that can be changed. */
  readonly maxUpdateBytes?: number
  /** Puts a written file on the disk. */
  readonly sync?: (path: string) => Promise<unknown>
}

const MAX_UPDATE_BYTES = 1024 * 1024 * 1024
/** A larger one is read once, when it is changed. */
const MOST_TRIED_BYTES = 64 * 1024 * 1024
const CASE_SENSITIVE = process.platform !== 'darwin' && process.platform !== 'win32'

export interface SessionFiles extends Files {
  /** By real path: what the model has seen of it does not count any more. */
  forget(path: string): void
  /** Only what these messages show counts as seen from now on. */
  startFrom(history: readonly Message[]): void
  /** By real path, the one seen last at the end; all of them, or the last so many. */
  listSeen(most?: number): readonly (readonly [path: string, seen: SeenFile])[]
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

/** The file port of a tool call: regular files only, checked and used through the same name. */
export const createFiles = (options: FilesOptions): SessionFiles => {
  const seen = new Map<string, SeenFile>()
  const held = createHeldContents()
  let { earlier } = options
  const syncs = new Set<Promise<unknown>>()
  const { sync = syncFile } = options
  return {
    ...(options.readTokens === undefined ? {} : { readTokens: options.readTokens }),
    facts: path => factsOf(path, resolved(path).real),
    async read(place, limit) {
      const content = readNow(pathOf(place), realOf(place), limit)
      if (limit.from === undefined) held.hold(content.realPath, content.data)
      options.onSeen?.(content.realPath)
      return content
    },
    async update(path, change) {
      const written = updateNow(path, change, options)
      held.hold(written.realPath, written.data)
      const syncing = sync(written.realPath).finally(() => syncs.delete(syncing))
      syncs.add(syncing)
      return written
    },
    async tryUpdate(path, change) {
      const size = look(path, resolved(path).real)?.size ?? 0
      if (size <= MOST_TRIED_BYTES) readForUpdate(path, change, options)
    },
    lastContent: held.get,
    async settle(maxMs) {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, maxMs)
      await Promise.race([Promise.all(syncs), late.promise])
      clearTimeout(timer)
    },
    denied: () => options.denied?.() ?? (() => false),
    seen: place => seen.get(realOf(place)) ?? recallSeen(place, seen, earlier),
    forget: path => void seen.delete(path),
    startFrom(history) {
      seen.clear()
      earlier = history.length === 0 ? undefined : options.readEarlier?.(history)
    },
    listSeen: most => lastOf(seen, most ?? seen.size),
    markSeen: (place, facts) => {
      const real = realOf(place)
      // Anew at the end: the order tells which were seen last.
      seen.delete(real)
      seen.set(real, facts)
      options.onSeen?.(real)
    },
  }
}

/** A file that cannot be read now has not been seen as it is. */
const recallSeen = (
  place: FilePlace,
  seen: Map<string, SeenFile>,
  earlier: EarlierFiles | undefined,
): SeenFile | undefined => {
  if (!earlier) return undefined
  const real = realOf(place)
  try {
    const found = earlier.recall(pathOf(place), () =>
      readNow(pathOf(place), real, { maxBytes: MAX_RECALLED_BYTES }),
    )
    if (found) seen.set(real, found)
    return found
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

const pathOf = (place: FilePlace): string => (typeof place === 'string' ? place : place.path)

const realOf = (place: FilePlace): string =>
  typeof place === 'string' ? resolved(place).real : place.realPath

const resolved = (path: string): { readonly real: string; readonly linked: boolean } => {
  const result = resolveReal(path)
  if (!result.ok) throw new ToolError(`Cannot use ${JSON.stringify(path)}: ${result.why}.`)
  return { real: result.real, linked: result.hops.length > 1 }
}

const look = (path: string, real: string): Stats | undefined => {
  try {
    const stats = lstatSync(real)
    if (!stats.isFile()) throw new ToolError(notRegular(path, stats))
    return stats
  } catch (error) {
    if (error instanceof ToolError) throw error
    if (isMissing(error)) return undefined
    throw asToolError('look at', path, error)
  }
}

const factsOf = (path: string, real: string): FileFacts | undefined => {
  const stats = look(path, real)
  return stats && { path, realPath: real, ...pick(stats) }
}

const pick = (stats: Stats) => ({ size: stats.size, mtimeMs: stats.mtimeMs, mode: stats.mode & 0o7777 })

interface ReadLimit {
  readonly maxBytes: number
  /** Only a window of the file, from this byte on. */
  readonly from?: number
}

const readNow = (path: string, real: string, { maxBytes, from }: ReadLimit): FileContent => {
  // Before the open, because opening some devices has effects of its own.
  if (!look(path, real)) throw new ToolError(`${path} does not exist.`)
  const { fd, stats } = openChecked(path, real)
  try {
    if (!stats.isFile()) throw new ToolError(notRegular(path, stats))
    if (from !== undefined)
      return { path, realPath: real, ...pick(stats), data: readWindow(fd, from, maxBytes) }
    if (stats.size > maxBytes) throw tooLarge(path, maxBytes, stats.size)
    const data = readAll(fd, stats.size, maxBytes)
    if (!data) throw tooLarge(path, maxBytes)
    return { path, realPath: real, ...pick(stats), data }
  } finally {
    closeSync(fd)
  }
}

/** What was opened is what lies at the checked name, with no link put in between meanwhile. */
const openChecked = (path: string, real: string): { readonly fd: number; readonly stats: Stats } => {
  let fd: number
  try {
    fd = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    throw asToolError('open', path, error)
  }
  try {
    const opened = fstatSync(fd)
    const named = lstatSync(real)
    const again = resolveReal(real)
    if (opened.ino !== named.ino || opened.dev !== named.dev || !again.ok || again.real !== real)
      throw new ToolError(`${path} changed its place while it was opened. Try again.`)
    return { fd, stats: opened }
  } catch (error) {
    closeSync(fd)
    throw error instanceof ToolError ? error : asToolError('open', path, error)
  }
}

const readWindow = (fd: number, from: number, maxBytes: number): Buffer => {
  const window = Buffer.allocUnsafe(maxBytes)
  let total = 0
  while (total < maxBytes) {
    const count = readSync(fd, window, total, maxBytes - total, from + total)
    if (count === 0) break
    total += count
  }
  return window.subarray(0, total)
}

/** `undefined` when there is more than `maxBytes`; sizes of virtual files, which say 0, cannot be believed. */
const readAll = (fd: number, expected: number, maxBytes: number): Buffer | undefined => {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(total === 0 ? Math.min(expected, maxBytes) + 1 : 64 * 1024)
    const count = readSync(fd, chunk, 0, chunk.length, null)
    if (count === 0) return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    const part = chunk.subarray(0, count)
    if (total === 0 && count === expected) return part
    chunks.push(part)
    total += count
    if (total > maxBytes) return undefined
  }
}

const readForUpdate = (
  path: string,
  change: (now: FileContent | undefined) => Uint8Array,
  options: FilesOptions,
) => {
  const { real, linked } = resolved(path)
  if (linked) refuseLinkOut(path, real, options.roots())
  const before = look(path, real)
  const now = before && readNow(path, real, { maxBytes: options.maxUpdateBytes ?? MAX_UPDATE_BYTES })
  const data = change(now)
  options.refuse?.(path, now?.data, data)
  return { real, before, now, data }
}

const updateNow = (
  path: string,
  change: (now: FileContent | undefined) => Uint8Array,
  options: FilesOptions,
): FileContent => {
  const { real, before, now, data } = readForUpdate(path, change, options)
  options.snapshot?.(real, now?.data, data)
  try {
    const isPrivate = options.isPrivate?.(real) ?? false
    if (!before) makeDirectories(dirname(real), isPrivate ? 0o700 : undefined)
    if (resolved(path).real !== real)
      throw new ToolError(`${path} changed its place while it was written. Try again.`)
    writeFileAtomically(
      real,
      data,
      before ? { mode: before.mode, owner: before } : isPrivate ? { mode: 0o600 } : {},
    )
  } catch (error) {
    throw error instanceof ToolError ? error : asToolError('write', path, error)
  }
  const after = lstatSync(real)
  return { path, realPath: real, ...pick(after), data }
}

/**
 * A name inside the working directories must not lead out of them, nor may a link outside stand in for another file.
 * Names outside without such a link were judged by the permission check as they are.
 */
const refuseLinkOut = (path: string, real: string, roots: readonly string[]): void => {
  const isWithin = (name: string) =>
    roots.some(root => isInside(name, root, { caseSensitive: CASE_SENSITIVE }))
  if (isWithin(real)) return
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (isLink || isWithin(path))
    throw new ToolError(
      `${path} is reached through a link that leads out of the working directories, to ${real}.`,
    )
}

const notRegular = (path: string, stats: Stats): string =>
  stats.isDirectory()
    ? `${path} is a directory, not a file. Use Glob to list it.`
    : `${path} is not a regular file (${kindOf(stats)}); only regular files can be read or written.`

const kindOf = (stats: Stats): string => {
  if (stats.isFIFO()) return 'a named pipe'
  if (stats.isSocket()) return 'a socket'
  if (stats.isCharacterDevice() || stats.isBlockDevice()) return 'a device'
  return 'a link'
}

const tooLarge = (path: string, maxBytes: number, size?: number): ToolError =>
  new ToolError(
    `${path} is too large${size === undefined ? '' : ` (${size} bytes)`}: the limit is ${maxBytes} bytes.`,
  )

const isMissing = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the device',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is a file, not a directory',
  ELOOP: 'too many links',
  ENAMETOOLONG: 'the name is too long',
}

/** Failures of the file system are facts for the model; anything else is a bug and passes. */
const asToolError = (doing: string, path: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? error : new ToolError(`Cannot ${doing} ${path}: ${REASONS[code] ?? code}.`)
}
