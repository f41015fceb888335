import { lstatSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import type { CaseRule } from '../../lib/case-rule.ts'
import { pinMadeDirectory } from '../../lib/files/pinned-directory.ts'
import { MovedError, type PinnedPath, pinPath } from '../../lib/files/pinned-path.ts'
import { isInside } from '../../lib/paths.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type FileContent, ToolError } from '../../protocol/tool.ts'
import { asToolError, isMissing } from './file-errors.ts'
import { type Judged, pick, readPinned, regular } from './read-file.ts'

const says = modelTexts('update_file', {
  notDirectory: { en: '{path} is not a directory.', zh: '{path} 不是目录。' },
  linkOut: {
    en: '{path} is reached through a link that leads out of the working directories, to {real}.',
    zh: '{path} 经由一个指向工作目录之外的链接到达 {real}。',
  },
})

export interface UpdateOptions {
  /** The working directories, links resolved. */
  roots(): readonly string[]
  /** Whether names that differ in case alone are different files. */
  readonly caseSensitive: CaseRule
  /** Called with the old content, or `undefined` for a new file, and the new one, before anything is written. */
  snapshot?(path: string, content: Uint8Array | undefined, next: Uint8Array): void
  /** Throws ToolError for a content that no file may get. */
  refuse?(path: string, before: Uint8Array | undefined, next: Uint8Array): void
  /** Nobody else may read this one, by real path; counts when it is created. */
  isPrivate?(real: string): boolean
  /** What counts instead of what is on the disk: an editor has changed it and not saved. */
  overlay?(disk: FileContent): FileContent
  /** The largest file that can be changed. */
  readonly maxUpdateBytes?: number
}

/** What is inside and what is not. */
type Bounds = Pick<UpdateOptions, 'roots' | 'caseSensitive'>

export type Change = (now: FileContent | undefined) => Uint8Array

const MAX_UPDATE_BYTES = 1024 * 1024 * 1024
/** A larger one is read once, when it is changed. */
const MOST_TRIED_BYTES = 64 * 1024 * 1024

/** The directory that was judged is held from the reading to the writing: other directories by its name do not matter. */
export const updateNow = (judged: Judged, change: Change, options: UpdateOptions): FileContent => {
  const { path, real } = judged
  refuseLinkOut(judged, options)
  using directory = holdParent(judged)
  using before = directory && holdIn(directory, judged)
  const { now, data } = compute(judged, before, { change, options })
  options.snapshot?.(real, now?.data, data)
  try {
    const isPrivate = options.isPrivate?.(real) ?? false
    using made = directory ? undefined : pinMadeDirectory(dirname(real), isPrivate ? 0o700 : undefined)
    const place = directory ?? made
    if (!place?.stats.isDirectory()) throw new ToolError(says('notDirectory', { path: dirname(path) }))
    const target = join(place.path, basename(real))
    writeFileAtomically(target, data, {
      ...(before ? { mode: before.stats.mode, owner: before.stats } : isPrivate ? { mode: 0o600 } : {}),
      confirm() {
        const there = lstatSync(target, { throwIfNoEntry: false })
        if (!place.isStill() || there?.ino !== before?.stats.ino)
          throw new MovedError(`${real} is another one now`)
      },
    })
    return { path, realPath: real, ...pick(lstatSync(target)), data }
  } catch (error) {
    throw asToolError('write', path, error)
  }
}

/** The same up to the writing, which is somebody else's: gives what is to be written, in a directory that is there. */
export const prepareNow = (judged: Judged, change: Change, options: UpdateOptions): Uint8Array => {
  refuseLinkOut(judged, options)
  using directory = holdParent(judged)
  using before = directory && holdIn(directory, judged)
  const { now, data } = compute(judged, before, { change, options })
  options.snapshot?.(judged.real, now?.data, data)
  if (!directory) pinMadeDirectory(dirname(judged.real), undefined)[Symbol.dispose]()
  return data
}

/** Throws what {@link updateNow} would throw, and writes nothing. Of a very large file nothing is said. */
export const tryNow = (judged: Judged, change: Change, options: UpdateOptions): void => {
  using directory = holdParent(judged)
  using before = directory && holdIn(directory, judged)
  if ((before?.stats.size ?? 0) > MOST_TRIED_BYTES) return
  refuseLinkOut(judged, options)
  compute(judged, before, { change, options })
}

const compute = (
  judged: Judged,
  before: PinnedPath | undefined,
  { change, options }: { readonly change: Change; readonly options: UpdateOptions },
) => {
  const maxBytes = options.maxUpdateBytes ?? MAX_UPDATE_BYTES
  const disk = before && readPinned(judged, before, { maxBytes })
  const now = disk && (options.overlay?.(disk) ?? disk)
  const data = change(now)
  options.refuse?.(judged.path, now?.data, data)
  return { now, data }
}

const holdParent = ({ path, real }: Judged): PinnedPath | undefined => {
  try {
    return pinPath(dirname(real))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw asToolError('look at', path, error)
  }
}

const holdIn = (directory: PinnedPath, { path, real }: Judged): PinnedPath | undefined => {
  try {
    return regular(path, directory.child(basename(real)))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw asToolError('look at', path, error)
  }
}

/**
 * A name inside the working directories must not lead out of them, nor may a link outside stand in for another file.
 * Names outside without such a link were judged by the permission check as they are.
 */
const refuseLinkOut = (judged: Judged, bounds: Bounds): void => {
  const { path, real } = judged
  if (path === real || isWithin(real, bounds)) return
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
  if (isLink || leadsOut(judged, bounds)) throw new ToolError(says('linkOut', { path, real }))
}

const isWithin = (name: string, { roots, caseSensitive }: Bounds): boolean =>
  roots().some(root => isInside(name, root, { caseSensitive }))

/** A name inside the working directories that stands for something outside. */
export const leadsOut = ({ path, real }: Judged, bounds: Bounds): boolean =>
  isWithin(path, bounds) && !isWithin(real, bounds)
