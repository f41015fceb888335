import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { isObject } from '../../../lib/is-object.ts'
import type { ContentPack } from './content-pack.ts'
import type { Known, KnownFiles } from './known-files.ts'
import { InIndex, type PathContent, TakenCopy } from './path-content.ts'
import { Stamps } from './stamp.ts'

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
 * finds out from it what a command had changed by then. A line for each look; what a later one says counts.
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
    const { paths, held, stamps, gone } = files.takeChanged()
    // All columns at once: a line for each file took longer than to find out about it.
    const columns = { paths, ...heldColumns(held), stamps: Buffer.from(stamps).toString('base64') }
    if (paths.length > 0) text += `${JSON.stringify([3, columns])}\n`
    if (gone.length > 0) text += `${JSON.stringify([2, gone])}\n`
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

const KIND = { uncovered: 0, link: 1, copy: 2, hash: 3, blob: 4, index: 5 } as const

/** What was last seen at each path: numbers for what there are thousands of, and object ids side by side. */
const heldColumns = (contents: readonly PathContent[]) => {
  const first = contents.find(held => held instanceof InIndex)
  const idBytes = first?.index.idBytes ?? 0
  const ids = Buffer.allocUnsafe(first ? contents.length * idBytes : 0)
  const held: unknown[] = []
  let at = 0
  for (const each of contents) {
    // Of the most there are thousands.
    if (each instanceof InIndex && each.index === first?.index && each.area === first.area) {
      each.index.copyId(each.entry, ids, at)
      at += idBytes
      held.push(KIND.index, each.size, each.mode)
    } else if (each === 'uncovered') held.push(KIND.uncovered)
    else if ('link' in each) held.push(KIND.link, each.link)
    else if ('blob' in each) held.push(KIND.blob, each.blob, each.area, each.size, each.mode)
    // Asking for the hash would mean to compute it: the copy itself says it when somebody needs it.
    else if (each.packed) held.push(KIND.copy, each.packed.at, each.packed.size, each.mode ?? 0)
    else held.push(KIND.hash, each.hash, each.mode ?? null)
  }
  return { held, area: first?.area ?? '', idBytes, ids: ids.toString('base64', 0, at) }
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
    const [kind, value, mode] = fields
    if (kind === 0) facts = factsOf(value)
    else if (kind === 1 && typeof value === 'string') setOrDelete(folders, value, mode)
    else if (kind === 2 && Array.isArray(value)) for (const gone of value) files.delete(String(gone))
    else if (kind === 3 && isObject(value)) readColumns(value, { files, pack })
    else break
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

const setOrDelete = (modes: Map<string, number>, path: string, mode: unknown): void => {
  if (typeof mode === 'number') modes.set(path, mode)
  else modes.delete(path)
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

/** It was written by this program into a directory of its own. */
const readColumns = (
  columns: Readonly<Record<string, unknown>>,
  { files, pack }: { readonly files: Map<string, Known>; readonly pack: ContentPack },
): void => {
  const stamps = Stamps.from(Buffer.from(String(columns['stamps']), 'base64'))
  const paths = columns['paths'] as readonly string[]
  const ids = Buffer.from(String(columns['ids']), 'base64')
  const idBytes = Number(columns['idBytes'])
  const words = (columns['held'] as readonly (string | number | null)[]).values()
  let at = 0
  const take = () => words.next().value ?? null
  const next = (): PathContent => {
    const kind = take()
    if (kind === KIND.link) return { link: String(take()) }
    if (kind === KIND.blob)
      return { blob: String(take()), area: String(take()), size: Number(take()), mode: Number(take()) }
    if (kind === KIND.index) {
      const blob = ids.toString('hex', at, at + idBytes)
      at += idBytes
      return { blob, area: String(columns['area']), size: Number(take()), mode: Number(take()) }
    }
    if (kind === KIND.copy) {
      const packed = { at: Number(take()), size: Number(take()) }
      const mode = Number(take())
      return pack.has(packed) ? new TakenCopy(pack, { mode, packed }) : 'uncovered'
    }
    if (kind !== KIND.hash) return 'uncovered'
    const hash = String(take())
    const mode = take()
    return { hash, ...(mode === null ? {} : { mode: Number(mode) }) }
  }
  paths.forEach((path, row) => {
    files.set(path, { held: next(), stamp: stamps.at(row), isSure: stamps.isKnown(row) })
  })
}
