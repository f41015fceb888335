import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { readPlainBytes } from '../../lib/files/read-plain-file.ts'
import { isObject } from '../../lib/is-object.ts'
import type { CodeFacts, CodeFile, CodeIndex } from './code-index.ts'
import type { OutlineRow } from './outline.ts'

/** Counts up when what is found out of a file changes. */
const VERSION = 1
const MOST_BYTES = 96 * 1024 * 1024
/** Of directories whose maps are kept. */
const MOST_MAPS = 16
const MOST_TOTAL_BYTES = 256 * 1024 * 1024
const MOST_AGE_MS = 30 * 24 * 60 * 60 * 1000

/** A header as JSON, its length before it, and the words of all contents behind it. */
interface Header {
  readonly version: number
  readonly root: string
  /** Path, time, size, place of its content in `contents`. */
  readonly files: readonly (readonly [string, number, number, number])[]
  readonly contents: readonly KeptContent[]
}

interface KeptContent {
  readonly hash: string
  readonly defines: readonly string[]
  readonly imports: readonly string[]
  /** How many there are. */
  readonly words: number
  readonly outline?: readonly OutlineRow[]
}

/** Fills an index that knows nothing yet. What is damaged, or of another version, is as if it were not there. */
export const readMapCache = (file: string, index: CodeIndex): void => {
  const read = readPlainBytes(file, MOST_BYTES)
  if ('problem' in read || read.bytes.length < 8) return
  try {
    fill(index, read.bytes)
  } catch {
    // Damaged: everything is found out anew, and written over it.
    index.files.clear()
    index.facts.clear()
  }
}

const fill = (index: CodeIndex, bytes: Buffer): void => {
  const length = bytes.readUInt32LE(4)
  const header: unknown = JSON.parse(bytes.subarray(8, 8 + length).toString('utf8'))
  if (!isHeader(header, index.root)) return
  let at = 8 + length
  const hashes: string[] = []
  for (const { hash, defines, imports, words, outline } of header.contents) {
    const end = at + words * 4
    if (end > bytes.length) throw new Error('the file is too short')
    // A copy: the bytes need not begin where numbers of this size may.
    const copy = new Uint8Array(bytes.subarray(at, end))
    index.facts.set(hash, {
      defines,
      imports,
      words: new Uint32Array(copy.buffer),
      ...(outline ? { outline } : {}),
    })
    hashes.push(hash)
    at = end
  }
  for (const [path, mtimeMs, size, content] of header.files) {
    const hash = hashes[content]
    if (hash !== undefined) index.files.set(path, { path, mtimeMs, size, hash })
  }
}

const isHeader = (value: unknown, root: string): value is Header =>
  isObject(value) &&
  value['version'] === VERSION &&
  value['root'] === root &&
  Array.isArray(value['files']) &&
  Array.isArray(value['contents'])

/** Of contents that no file has, nothing is kept. */
export const writeMapCache = (file: string, index: CodeIndex): void => {
  const places = new Map<string, number>()
  const contents: KeptContent[] = []
  const words: Uint8Array[] = []
  const placeOf = ({ hash }: CodeFile, facts: CodeFacts): number => {
    const known = places.get(hash)
    if (known !== undefined) return known
    places.set(hash, contents.length)
    const { outline, defines, imports } = facts
    contents.push({ hash, defines, imports, words: facts.words.length, ...(outline ? { outline } : {}) })
    words.push(new Uint8Array(facts.words.buffer, facts.words.byteOffset, facts.words.byteLength))
    return contents.length - 1
  }
  const files: Header['files'] = [...index.files.values()].flatMap(each => {
    const facts = index.facts.get(each.hash)
    return facts ? [[each.path, each.mtimeMs, each.size, placeOf(each, facts)] as const] : []
  })
  const header = { version: VERSION, root: index.root, files, contents } satisfies Header
  const text = Buffer.from(JSON.stringify(header))
  const head = Buffer.alloc(8)
  head.write('CMAP', 'latin1')
  head.writeUInt32LE(text.length, 4)
  const bytes = Buffer.concat([head, text, ...words])
  if (bytes.length > MOST_BYTES) return
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileAtomically(file, bytes, { mode: 0o600 })
}

/** Maps that were not looked at for a month go, then the oldest ones, as long as there are too many. */
export const removeOldMaps = (file: string, now: number): void => {
  const directory = dirname(file)
  const kept = readdirSync(directory)
    .filter(name => name.endsWith('.map') && name !== basename(file))
    .flatMap(name => {
      const path = join(directory, name)
      const stats = statSync(path, { throwIfNoEntry: false })
      return stats ? [{ path, at: stats.mtimeMs, size: stats.size }] : []
    })
    .sort((a, b) => b.at - a.at)
  let total = 0
  for (const [number, { path, at, size }] of kept.entries()) {
    total += size
    if (number >= MOST_MAPS - 1 || total > MOST_TOTAL_BYTES || now - at > MOST_AGE_MS)
      rmSync(path, { force: true })
  }
}
