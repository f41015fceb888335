/** What git noted about a tracked file when it was last known to be as in the index. */
export interface IndexEntry {
  /** Object id of the content as git keeps it: the file's own bytes, unless a filter stands between. */
  readonly blob: string
  readonly size: number
  readonly inode: number
  readonly modifiedSeconds: number
  readonly modifiedNanos: number
  readonly changedSeconds: number
}

const STAT_BYTES = 40
const SHA1_BYTES = 20
const SHA256_BYTES = 32
const REGULAR_FILE = 0o100
const NUL = 0

/**
 * Tracked regular files by their path from the top of the work tree. `undefined` for an index that this reader does
 * not understand whole (split, sparse, a later version, damaged): then nothing in it is believed.
 */
export const parseGitIndex = (bytes: Buffer): ReadonlyMap<string, IndexEntry> | undefined =>
  parseWith(bytes, SHA1_BYTES) ?? parseWith(bytes, SHA256_BYTES)

const parseWith = (bytes: Buffer, idBytes: number): ReadonlyMap<string, IndexEntry> | undefined => {
  if (bytes.length < 12 + idBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  try {
    const cursor: Cursor = { bytes, at: 12, path: Buffer.alloc(0), idBytes, version }
    const entries = new Map<string, IndexEntry>()
    const count = bytes.readUInt32BE(8)
    for (let read = 0; read < count; read++) readEntry(cursor, entries)
    return endsWell(cursor) ? entries : undefined
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
  at: number
  /** Of the entry before: version 4 says only how the next one differs. */
  path: Buffer
}

const readEntry = (cursor: Cursor, entries: Map<string, IndexEntry>): void => {
  const { bytes, at: start, idBytes, version } = cursor
  const flags = bytes.readUInt16BE(start + STAT_BYTES + idBytes)
  const extended = version >= 3 && (flags & 0x4000) !== 0
  cursor.at = start + STAT_BYTES + idBytes + (extended ? 4 : 2)
  const path = readPath(cursor, start)
  const isPlain =
    // Assumed unchanged, in conflict, or not checked out: the noted facts do not speak of the file.
    (flags & 0xb000) === 0 && !extended && bytes.readUInt32BE(start + 24) >>> 9 === REGULAR_FILE
  if (!isPlain) return
  entries.set(path, {
    changedSeconds: bytes.readUInt32BE(start),
    modifiedSeconds: bytes.readUInt32BE(start + 8),
    modifiedNanos: bytes.readUInt32BE(start + 12),
    inode: bytes.readUInt32BE(start + 20),
    size: bytes.readUInt32BE(start + 36),
    blob: bytes.toString('hex', start + STAT_BYTES, start + STAT_BYTES + idBytes),
  })
}

const readPath = (cursor: Cursor, start: number): string => {
  const { bytes } = cursor
  const kept = cursor.version === 4 ? cursor.path.length - readVarint(cursor) : 0
  const from = cursor.at
  const end = bytes.indexOf(NUL, from)
  if (end === -1 || kept < 0) throw new RangeError('no end of path')
  // Entries of the older versions are filled up with one to eight NULs to a multiple of eight.
  cursor.at = cursor.version === 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8
  if (cursor.version !== 4) return bytes.toString('utf8', from, end)
  cursor.path = Buffer.concat([cursor.path.subarray(0, kept), bytes.subarray(from, end)])
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
