import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isObject } from '../../../lib/is-object.ts'
import type { ContentPack } from './content-pack.ts'
import type { Known, KnownFiles } from './known-files.ts'
import { type PathContent, TakenCopy } from './path-content.ts'
import type { Stamp } from './stamp.ts'

const FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0)

/** What a look at the working directories leaves for the next one, besides the files. */
export interface BaselineFacts {
  /** When it began, by the wall clock. */
  readonly lastScan: number
  readonly hasGit: boolean
  /** It saw everything. */
  readonly complete: boolean
  /** Directories that changed since the last time; null: gone. */
  readonly folders: Iterable<readonly [path: string, mode: number | null]>
  /** All pipes, sockets and devices. */
  readonly specials: ReadonlySet<string>
}

/**
 * What was last seen in the working directories, on disk: a program that takes up the session of one that was killed
 * finds out from it what a command had changed by then. One line for each file; a later line counts.
 */
export class BaselineFile implements Disposable {
  readonly #path: string
  #fd: number | undefined

  constructor(path: string) {
    this.#path = path
  }

  /** Before a command runs, and with what was found after it. Throws what the file system throws. */
  write(files: KnownFiles, facts: BaselineFacts): void {
    const { lastScan, hasGit, complete, specials } = facts
    let text = `${JSON.stringify([0, { lastScan, hasGit, complete, specials: [...specials] }])}\n`
    for (const [path, mode] of facts.folders) text += `[1,${JSON.stringify(path)},${mode}]\n`
    for (const path of files.takeChanged()) text += lineOf(path, files.get(path))
    this.#append(text)
  }

  [Symbol.dispose](): void {
    if (this.#fd === undefined) return
    closeSync(this.#fd)
    this.#fd = undefined
    rmSync(this.#path, { force: true })
  }

  #append(text: string): void {
    if (this.#fd === undefined) {
      rmSync(this.#path, { force: true })
      this.#fd = openSync(this.#path, FLAGS, 0o600)
    }
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.byteLength; ) done += writeSync(this.#fd, bytes, done)
  }
}

const lineOf = (path: string, known: Known | undefined): string => {
  const name = JSON.stringify(path)
  if (!known) return `[2,${name}]\n`
  const { stamp, inode } = known
  const seen = stamp ? `${stamp.size},${stamp.mtimeMs},${stamp.ctimeMs},${stamp.ino},${stamp.mode}` : inode
  return `[2,${name},${heldText(known.held)},${seen}]\n`
}

const heldText = (held: PathContent): string => {
  if (held === 'uncovered') return '"u"'
  if ('link' in held) return JSON.stringify({ link: held.link })
  if ('blob' in held) return JSON.stringify(held)
  const { packed, mode } = held
  // Asking for the hash would mean to compute it: the copy itself says it when somebody needs it.
  return packed ? `{"at":${packed.at},"size":${packed.size},"mode":${mode ?? 0}}` : JSON.stringify(held)
}

export interface Baseline extends Omit<BaselineFacts, 'folders'> {
  readonly files: ReadonlyMap<string, Known>
  readonly folders: ReadonlyMap<string, number>
}

/** What such a file says; undefined when it says nothing. A line that is not whole does not count, nor does what follows. */
export const readBaseline = (path: string, pack: ContentPack): Baseline | undefined => {
  const files = new Map<string, Known>()
  const folders = new Map<string, number>()
  let facts: Omit<BaselineFacts, 'folders'> | undefined
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const fields = parse(line)
    if (!fields) break
    const [kind, name, value, ...seen] = fields
    if (kind === 0) facts = factsOf(name)
    else if (typeof name !== 'string') break
    else if (kind === 1) setOrDelete(folders, name, typeof value === 'number' ? value : undefined)
    else setOrDelete(files, name, value === undefined ? undefined : knownOf(name, { value, seen, pack }))
  }
  return facts && { ...facts, files, folders }
}

const factsOf = (value: unknown): Omit<BaselineFacts, 'folders'> | undefined => {
  if (!isObject(value)) return undefined
  const { lastScan, hasGit, complete, specials } = value
  return {
    lastScan: Number(lastScan),
    hasGit: hasGit === true,
    complete: complete === true,
    specials: new Set(Array.isArray(specials) ? specials.map(String) : []),
  }
}

const setOrDelete = <V>(map: Map<string, V>, key: string, value: V | undefined): void => {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}

const parse = (line: string): readonly unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    return Array.isArray(value) ? value : undefined
  } catch {
    // The end of the file, or a line that was cut off.
    return undefined
  }
}

const knownOf = (
  path: string,
  at: { readonly value: unknown; readonly seen: readonly unknown[]; readonly pack: ContentPack },
): Known => {
  const [size, mtimeMs, ctimeMs, ino, mode] = at.seen.map(Number)
  const isStamp = at.seen.length === 5
  const stamp = isStamp ? ({ size, mtimeMs, ctimeMs, ino, mode } as Stamp) : undefined
  return {
    held: toContent(at.value, at.pack),
    directory: dirname(path),
    stamp,
    inode: (isStamp ? ino : size) ?? 0,
  }
}

/** It was written by this program into a directory of its own. */
const toContent = (value: unknown, pack: ContentPack): PathContent => {
  if (!isObject(value)) return 'uncovered'
  if (typeof value['at'] !== 'number') return value as unknown as PathContent
  const packed = { at: value['at'], size: Number(value['size']) }
  return pack.has(packed) ? new TakenCopy(pack, { mode: Number(value['mode']), packed }) : 'uncovered'
}
