import type { Stats } from 'node:fs'

const STAT_BYTES = 40
const SHA1_BYTES = 20
const SHA256_BYTES = 32
const REGULAR_FILE = 0o100
const SUBMODULE = 0o160
const NUL = 0
const NOT_ASCII = /[\x80-\xff]/
/** A table of all paths is worth its price for more questions than these. */
const FEW = 30

/**
 * What git noted about tracked files when they were last known to be as in the index. The bytes are read where somebody
 * asks: of most entries nobody wants more than the name.
 */
export class GitIndex {
  /** From the top of the work tree, in the order of the index; one in conflict once. */
  readonly paths: readonly string[]
  readonly #bytes: Buffer
  /** The same bytes, for numbers: far cheaper where nothing is compiled yet. */
  readonly #view: DataView
  readonly #idBytes: number
  /** Where each entry begins. */
  readonly #starts: readonly number[]
  #asked = 0
  #places: ReadonlyMap<string, number> | undefined

  constructor(bytes: Buffer, at: Pick<Cursor, 'idBytes' | 'paths' | 'starts'>) {
    this.#bytes = bytes
    this.#view = viewOf(bytes)
    this.#idBytes = at.idBytes
    this.paths = at.paths
    this.#starts = at.starts
  }

  /** It was made of these. */
  isOf(bytes: Buffer): boolean {
    return this.#bytes.equals(bytes)
  }

  /** The number of an entry by its path from the top of the work tree. */
  find(path: string): number | undefined {
    this.#asked += 1
    if (this.#asked <= FEW) {
      const entry = this.paths.indexOf(path)
      return entry === -1 ? undefined : entry
    }
    this.#places ??= new Map(this.paths.map((each, entry) => [each, entry]))
    return this.#places.get(path)
  }

  isSubmodule(entry: number): boolean {
    return this.#view.getUint16(this.#start(entry) + 26) >>> 9 === SUBMODULE
  }

  /** A regular file of which the noted facts speak: not assumed unchanged, in conflict, or not checked out. */
  isPlain(entry: number): boolean {
    const start = this.#start(entry)
    const flags = this.#view.getUint16(start + STAT_BYTES + this.#idBytes)
    return (flags & 0xf000) === 0 && this.#view.getUint16(start + 26) >>> 9 === REGULAR_FILE
  }

  /**
   * The file is as it was noted. What was written in the second of the index itself, by `writtenSeconds`, is not believed.
   */
  isAsNoted(entry: number, stats: Stats, writtenSeconds: number): boolean {
    const view = this.#view
    const start = this.#start(entry)
    const inode = view.getUint32(start + 20)
    const modified = view.getUint32(start + 8)
    const changed = view.getUint32(start)
    return (
      modified === Math.floor(stats.mtimeMs / 1000) &&
      changed === Math.floor(stats.ctimeMs / 1000) &&
      modified < writtenSeconds &&
      changed < writtenSeconds &&
      isSameFraction(view.getUint32(start + 12), stats.mtimeMs) &&
      view.getUint32(start + 36) === stats.size % 2 ** 32 &&
      (inode === 0 || inode === stats.ino % 2 ** 32) &&
      this.isPlain(entry)
    )
  }

  /** Object id of the content as git keeps it: the file's own bytes, unless a filter stands between. */
  blob(entry: number): string {
    const from = this.#start(entry) + STAT_BYTES
    return this.#bytes.toString('hex', from, from + this.#idBytes)
  }

  get idBytes(): number {
    return this.#idBytes
  }

  /** Puts the object id of an entry where somebody collects them. */
  copyId(entry: number, to: Buffer, at: number): void {
    const from = this.#start(entry) + STAT_BYTES
    this.#bytes.copy(to, at, from, from + this.#idBytes)
  }

  #start(entry: number): number {
    const start = this.#starts[entry]
    if (start === undefined) throw new RangeError('no such entry')
    return start
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Milliseconds as a floating number are good to a quarter of a microsecond; some programs note no fraction. */
const isSameFraction = (nanos: number, milliseconds: number): boolean =>
  nanos === 0 || Math.abs(nanos / 1e6 - (milliseconds % 1000)) < 0.001

/**
 * All that git tracks. `undefined` for an index that this reader does not understand whole (split, sparse, a later
 * version, damaged): then nothing in it is believed.
 */
export const parseGitIndex = (bytes: Buffer): GitIndex | undefined =>
  parseWith(bytes, SHA1_BYTES) ?? parseWith(bytes, SHA256_BYTES)

const parseWith = (bytes: Buffer, idBytes: number): GitIndex | undefined => {
  if (bytes.length < 12 + idBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  try {
    const cursor: Cursor = { bytes, at: 12, path: Buffer.alloc(0), idBytes, version, paths: [], starts: [] }
    const count = bytes.readUInt32BE(8)
    if (version === 2) readPlainEntries(cursor, count)
    else for (let read = 0; read < count; read++) readEntry(cursor)
    return endsWell(cursor) ? new GitIndex(bytes, cursor) : undefined
  } catch (error) {
    // Reading beyond the end: not an index of this shape.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface Cursor {
  readonly bytes: Buffer
  readonly idBytes: number
  readonly version: number
  readonly paths: string[]
  readonly starts: number[]
  at: number
  /** Of the entry before: version 4 says only how the next one differs. */
  path: Buffer
}

/** The same as {@link readEntry} for the usual version, in one loop over one text: most names are plain ASCII. */
const readPlainEntries = (cursor: Cursor, count: number): void => {
  const { bytes, idBytes, paths, starts } = cursor
  const text = bytes.toString('latin1')
  let start = cursor.at
  let last = ''
  for (let read = 0; read < count; read += 1) {
    const from = start + STAT_BYTES + idBytes + 2
    const end = text.indexOf('\0', from)
    if (end === -1) throw new RangeError('no end of path')
    const name = text.slice(from, end)
    const path = NOT_ASCII.test(name) ? bytes.toString('utf8', from, end) : name
    // A file in conflict has several entries, one behind the other.
    if (read === 0 || path !== last) {
      paths.push(path)
      starts.push(start)
    }
    last = path
    // Entries are filled up with one to eight NULs to a multiple of eight.
    start += (Math.floor((end - start) / 8) + 1) * 8
  }
  cursor.at = start
}

const readEntry = (cursor: Cursor): void => {
  const { bytes, at: start, idBytes, version, paths } = cursor
  const flags = start + STAT_BYTES + idBytes
  const extended = version >= 3 && (bytes.readUInt16BE(flags) & 0x4000) !== 0
  cursor.at = flags + (extended ? 4 : 2)
  const path = version === 4 ? readShared(cursor) : readPath(cursor, start)
  // A file in conflict has several entries, one behind the other.
  if (path === paths.at(-1)) return
  paths.push(path)
  cursor.starts.push(start)
}

const readPath = (cursor: Cursor, start: number): string => {
  const { bytes, at: from } = cursor
  const end = bytes.indexOf(NUL, from)
  if (end === -1) throw new RangeError('no end of path')
  // Entries are filled up with one to eight NULs to a multiple of eight.
  cursor.at = start + (Math.floor((end - start) / 8) + 1) * 8
  return bytes.toString('utf8', from, end)
}

const readShared = (cursor: Cursor): string => {
  const { bytes } = cursor
  const kept = cursor.path.length - readVarint(cursor)
  const end = bytes.indexOf(NUL, cursor.at)
  if (end === -1 || kept < 0) throw new RangeError('no end of path')
  cursor.path = Buffer.concat([cursor.path.subarray(0, kept), bytes.subarray(cursor.at, end)])
  cursor.at = end + 1
  return cursor.path.toString('utf8')
}

/** The offset encoding of git: each further byte counts one more than plain base 128 would. */
const readVarint = (cursor: Cursor): number => {
  let byte = cursor.bytes.readUInt8(cursor.at++)
  let value = byte & 0x7f
  while (byte & 0x80) {
    byte = cursor.bytes.readUInt8(cursor.at++)
    value = (value + 1) * 128 + (byte & 0x7f)
  }
  return value
}

/** Extensions that must be understood have lower-case names; the checksum comes last. */
const endsWell = (cursor: Cursor): boolean => {
  const { bytes, idBytes } = cursor
  let { at } = cursor
  while (at + 8 <= bytes.length - idBytes) {
    const first = bytes.readUInt8(at)
    if (first < 0x41 || first > 0x5a) return false
    at += 8 + bytes.readUInt32BE(at + 4)
  }
  return at === bytes.length - idBytes
}
