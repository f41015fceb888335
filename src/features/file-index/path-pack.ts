import { CHARACTER_BITS, LOWER } from './character-mask.ts'

/**
 * Many paths in little memory: their bytes one after the other, the shortest path first. A directory ends with a slash.
 */
export interface PathPack {
  readonly count: number
  readonly bytes: Uint8Array
  /** Where each begins; one more than there are paths. */
  readonly offsets: Uint32Array
  /** Which characters are in each, see character-mask.ts. */
  readonly masks: Int32Array
  /** Which of them it holds more than once. */
  readonly repeated: Int32Array
  /** The same of its last name. */
  readonly nameMasks: Int32Array
  /** Length of the last name; 255 stands for more. */
  readonly nameLengths: Uint8Array
  /** First character of the last name, in lower case. */
  readonly nameStarts: Uint8Array
  /** Which characters begin a word in each, and which in its last name. */
  readonly wordStarts: Int32Array
  readonly nameWords: Int32Array
  readonly flags: Uint8Array
}

export const IS_TEST = 1
export const IS_DIRECTORY = 2

const SLASH = 0x2f
const LONGEST_PATH = 4_096
const SLICE = 4_096

export interface PackOptions {
  /** Asked every few thousand paths: gives other work its turn when it has been long. */
  breathe?(): Promise<void> | undefined
  /** Listed, but not there. */
  readonly without?: ReadonlySet<string>
}

/** Paths parted by NUL bytes, as git lists them; the directories they are in are added. */
export const packPaths = async (
  lists: readonly Uint8Array[],
  options: PackOptions = {},
): Promise<PathPack> => {
  const found = new FoundPaths(options.without ?? new Set())
  for (const [index, list] of lists.entries()) {
    let from = 0
    for (let turns = 1; from < list.length; turns++) {
      const end = list.indexOf(0, from)
      const to = end === -1 ? list.length : end
      found.add({ list, source: index, from, to })
      from = to + 1
      if (turns % SLICE === 0) await options.breathe?.()
    }
  }
  return await arrange([...lists, found.addDirectories(lists.length)], found, options)
}

interface Listed {
  readonly list: Uint8Array
  readonly source: number
  readonly from: number
  readonly to: number
}

/** Where paths stand in the lists; numbers only, since there may be a million. */
class FoundPaths {
  count = 0
  sources = new Uint8Array(SLICE)
  starts = new Uint32Array(SLICE)
  lengths = new Uint16Array(SLICE)
  readonly #without: ReadonlySet<string>
  readonly #directories = new Set<string>()
  #before: Listed | undefined

  constructor(without: ReadonlySet<string>) {
    this.#without = without
  }

  add(path: Listed): void {
    const { list, from, to } = path
    if (to === from || to - from > LONGEST_PATH || hasControl(list, from, to)) return
    if (this.#without.size > 0 && this.#without.has(textOf(list, from, to))) return
    const shared = this.#sharedWithLast(path)
    // A file with a conflict is listed several times.
    if (shared === to - from && this.#before && this.#before.to - this.#before.from === shared) return
    this.#before = path
    this.#noteDirectories(path, shared)
    this.#push(path.source, from, to - from)
  }

  /** The directories as one more list. */
  addDirectories(source: number): Uint8Array {
    const bytes = Buffer.from([...this.#directories].join('\0'), 'latin1')
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(0, from)
      const to = end === -1 ? bytes.length : end
      this.#push(source, from, to - from)
      from = to + 1
    }
    return bytes
  }

  /** Lists are in order, so a directory is new when the path before was not in it. */
  #noteDirectories({ list, from, to }: Listed, shared: number): void {
    for (let at = from + shared; at < to - 1; at++)
      if (list[at] === SLASH) this.#directories.add(textOf(list, from, at + 1))
  }

  #sharedWithLast({ list, from, to }: Listed): number {
    const before = this.#before
    if (!before) return 0
    const most = Math.min(to - from, before.to - before.from)
    let shared = 0
    while (shared < most && list[from + shared] === before.list[before.from + shared]) shared += 1
    return shared
  }

  #push(source: number, start: number, length: number): void {
    if (this.count === this.starts.length) this.#grow()
    this.sources[this.count] = source
    this.starts[this.count] = start
    this.lengths[this.count] = length
    this.count += 1
  }

  #grow(): void {
    const size = this.count * 2
    const sources = new Uint8Array(size)
    const starts = new Uint32Array(size)
    const lengths = new Uint16Array(size)
    sources.set(this.sources)
    starts.set(this.starts)
    lengths.set(this.lengths)
    this.sources = sources
    this.starts = starts
    this.lengths = lengths
  }
}

const hasControl = (list: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if ((list[at] ?? 0) < 0x20) return true
  return false
}

/** Byte by byte, so that it can be turned back whatever the bytes are. */
const textOf = (list: Uint8Array, from: number, to: number): string =>
  Buffer.from(list.buffer, list.byteOffset + from, to - from).toString('latin1')

/** By length, and among equals in the order they came. */
const arrange = async (
  lists: readonly Uint8Array[],
  found: FoundPaths,
  options: PackOptions,
): Promise<PathPack> => {
  const { count, lengths } = found
  const places = new Uint32Array(LONGEST_PATH + 2)
  let total = 0
  for (let index = 0; index < count; index++) {
    const length = lengths[index] ?? 0
    places[length + 1] = (places[length + 1] ?? 0) + 1
    total += length
  }
  for (let length = 1; length < places.length; length++)
    places[length] = (places[length] ?? 0) + (places[length - 1] ?? 0)
  const order = new Uint32Array(count)
  for (let index = 0; index < count; index++) {
    const length = lengths[index] ?? 0
    const place = places[length] ?? 0
    order[place] = index
    places[length] = place + 1
  }
  await options.breathe?.()
  const pack = {
    count,
    bytes: new Uint8Array(total),
    offsets: new Uint32Array(count + 1),
    masks: new Int32Array(count),
    repeated: new Int32Array(count),
    nameMasks: new Int32Array(count),
    nameLengths: new Uint8Array(count),
    nameStarts: new Uint8Array(count),
    wordStarts: new Int32Array(count),
    nameWords: new Int32Array(count),
    flags: new Uint8Array(count),
  }
  let offset = 0
  for (let place = 0; place < count; place++) {
    const index = order[place] ?? 0
    const list = lists[found.sources[index] ?? 0]
    const start = found.starts[index] ?? 0
    const end = offset + (lengths[index] ?? 0)
    if (list) pack.bytes.set(list.subarray(start, start + end - offset), offset)
    pack.offsets[place] = offset
    describe(pack, place, { from: offset, to: end })
    offset = end
    if (place % SLICE === 0) await options.breathe?.()
  }
  pack.offsets[count] = offset
  return pack
}

const describe = (
  pack: PathPack,
  place: number,
  { from, to }: { readonly from: number; readonly to: number },
): void => {
  const { bytes } = pack
  let mask = 0
  let repeated = 0
  let nameMask = 0
  let starts = 0
  let inName = 0
  let before = SLASH
  let flags = bytes[to - 1] === SLASH ? IS_DIRECTORY : 0
  let name = from
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0
    const bit = CHARACTER_BITS[byte] ?? 0
    repeated |= mask & bit
    mask |= bit
    nameMask |= bit
    if (beginsWord(before, byte)) {
      starts |= bit
      inName |= bit
    }
    before = byte
    if (byte === SLASH && at < to - 1) {
      name = at + 1
      inName = 0
      nameMask = 0
    }
    if (mayBeTest(byte, bytes[at + 1]) && isTestWord(bytes, { from, at, to })) flags |= IS_TEST
  }
  pack.masks[place] = mask
  pack.repeated[place] = repeated
  pack.nameMasks[place] = nameMask
  pack.wordStarts[place] = starts
  pack.nameWords[place] = inName
  pack.nameStarts[place] = LOWER[bytes[name] ?? 0] ?? 0
  pack.flags[place] = flags
  pack.nameLengths[place] = Math.min(255, to - name - ((flags & IS_DIRECTORY) >> 1))
}

/** Behind a sign, and at a capital behind a small letter. */
const beginsWord = (before: number, byte: number): boolean =>
  (before < 0x80 && !isLetter(before) && !isDigit(before)) || (isCapital(byte) && !isCapital(before))

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57
const isLetter = (byte: number | undefined): boolean => {
  const lower = LOWER[byte ?? 0] ?? 0
  return lower >= 97 && lower <= 122
}
const isCapital = (byte: number | undefined): boolean => byte !== undefined && byte >= 65 && byte <= 90

/** `te` or `sp`, in either case: few words begin so, and only they are looked at further. */
const mayBeTest = (byte: number, next: number | undefined): boolean =>
  ((byte | 32) === 0x74 && ((next ?? 0) | 32) === 0x65) ||
  ((byte | 32) === 0x73 && ((next ?? 0) | 32) === 0x70)

const WORDS = [Buffer.from('test'), Buffer.from('spec')]

/** `test`, `tests` or `spec` as a word of the path, however words are parted there. */
const isTestWord = (
  bytes: Uint8Array,
  { from, at, to }: { readonly from: number; readonly at: number; readonly to: number },
): boolean => {
  if (at + 4 > to) return false
  const known = WORDS.some(word => word.every((letter, index) => LOWER[bytes[at + index] ?? 0] === letter))
  if (!known) return false
  const begins =
    at === from || !isLetter(bytes[at - 1]) || (isCapital(bytes[at]) && !isCapital(bytes[at - 1]))
  const plural = LOWER[bytes[at + 4] ?? 0] === 0x73 && at + 4 < to ? 5 : 4
  const behind = at + plural < to ? bytes[at + plural] : undefined
  return begins && (!isLetter(behind) || isCapital(behind))
}

/** A path of the pack as text. */
export const pathAt = ({ bytes, offsets }: PathPack, index: number): string => {
  const from = offsets[index] ?? 0
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, (offsets[index + 1] ?? from) - from).toString(
    'utf8',
  )
}
