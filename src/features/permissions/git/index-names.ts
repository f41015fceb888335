/** The length of what stands before the hash in an entry of the index, and of the flags behind it. */
const FACTS_BYTES = 40
const FLAGS_BYTES = 2
const EXTENDED = 0x4000
const HASH_BYTES = 20

const versionOf = (bytes: Buffer): number =>
  bytes.length >= 12 && bytes.toString('latin1', 0, 4) === 'DIRC' ? bytes.readUInt32BE(4) : 0

/** A number of several bytes as git writes it: how much of the name before is left out. */
const readCut = (bytes: Buffer, start: number): { readonly value: number; readonly end: number } => {
  let at = start
  let byte = bytes[at] ?? 0
  let value = byte & 0x7f
  while (byte & 0x80 && at < start + 4) {
    at += 1
    byte = bytes[at] ?? 0
    value = ((value + 1) << 7) | (byte & 0x7f)
  }
  return { value, end: at + 1 }
}

/** At the end of a name a slash says that it stands for a whole directory. */
const leadsOut = (name: string): boolean =>
  name
    .replace(/\/$/, '')
    .split('/')
    .some(part => part === '' || part === '.' || part === '..')

interface IndexForm {
  readonly most: number
  readonly hashBytes?: number
}

/** The mode of a repository within the repository, as an index holds it, and where it stands in an entry. */
const GITLINK = 0o160000
const MODE_AT = 24

export interface IndexEntry {
  readonly name: string
  /** It is a repository of its own. */
  readonly gitlink: boolean
}

/**
 * The names that git keeps; undefined for a form that is not read here, for more of them than `most`, and when one of
 * them leads out, which git writes into no index.
 */
export const namesInIndex = (bytes: Buffer, form: IndexForm): readonly string[] | undefined =>
  entriesInIndex(bytes, form)?.map(entry => entry.name)

/** The same, with what they are. */
export const entriesInIndex = (
  bytes: Buffer,
  { most, hashBytes = HASH_BYTES }: IndexForm,
): readonly IndexEntry[] | undefined => {
  const flags = FACTS_BYTES + hashBytes
  const version = versionOf(bytes)
  const count = version === 0 ? 0 : bytes.readUInt32BE(8)
  if (version < 2 || version > 4 || count > most) return undefined
  const entries: IndexEntry[] = []
  let before: Buffer = Buffer.alloc(0)
  let at = 12
  for (let left = count; left > 0; left -= 1) {
    if (at + flags + FLAGS_BYTES > bytes.length) return undefined
    const extended = (bytes.readUInt16BE(at + flags) & EXTENDED) !== 0
    const head = at + flags + FLAGS_BYTES * (extended ? 2 : 1)
    const cut = version === 4 ? readCut(bytes, head) : undefined
    const start = cut?.end ?? head
    const end = bytes.indexOf(0, start)
    if (end < start || (cut && cut.value > before.length)) return undefined
    const own = bytes.subarray(start, end)
    before = cut ? Buffer.concat([before.subarray(0, before.length - cut.value), own]) : own
    const name = before.toString('utf8')
    if (leadsOut(name)) return undefined
    entries.push({ name, gitlink: bytes.readUInt32BE(at + MODE_AT) === GITLINK })
    at = cut ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8
  }
  return entries
}
