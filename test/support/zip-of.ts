import { deflateRawSync } from 'node:zlib'

interface ZipEntry {
  readonly path: string
  readonly content: Uint8Array
  /** Of Unix, above the plain bits. */
  readonly mode?: number
}

/** A zip archive that says what it is told to. */
export const zipOf = (entries: readonly ZipEntry[]): Uint8Array => {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  // The same content is packed once: a bomb is made of it.
  const packs = new Map<ZipEntry['content'], Buffer>()
  let at = 0
  for (const { path, content, mode = 0o100644 } of entries) {
    const packed = packs.get(content) ?? deflateRawSync(content)
    packs.set(content, packed)
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    // What it says of itself is a lie.
    entry.writeUInt32LE(1, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(at, 42)
    parts.push(local, name, packed)
    index.push(entry, name)
    at += local.length + name.length + packed.length
  }
  const directory = Buffer.concat(index)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}
