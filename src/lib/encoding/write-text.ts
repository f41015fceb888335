import { type Encode, encoderFor } from './encoder.ts'
import { type Encoding, isWide } from './encodings.ts'
import { BROKEN, type DecodedText, type Unit, unitsOf } from './text-bytes.ts'

/** Why a text cannot be written: a character has no bytes, or what stands among the changes cannot be kept. */
export type Refused =
  | { readonly kind: 'unfit'; readonly character: string; readonly line: number }
  | { readonly kind: 'unkept'; readonly line: number }

/**
 * The bytes of a file with another text (`replaced`: nothing of the old one is meant to stay), in its own encoding and with its mark. What stays keeps its bytes: some
 * encodings have two ways to write a character, and a damaged file has bytes that are none.
 */
export const encodeText = (
  { data, ...old }: DecodedText & { readonly data: Uint8Array },
  text: string,
  how: 'edited' | 'replaced' = 'edited',
): Buffer | Refused => {
  const { encoding, bom, damaged } = old
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (isWide(encoding) || (encoding === 'utf-8' && !damaged))
    return encodeUnicode(encoding, bom && !text.startsWith('\ufeff') ? `\ufeff${text}` : text)
  const same = sameLines(old.text, text)
  const start = endOfLines(bytes, same.first.lines)
  const end = startOfLines(bytes, same.last.lines)
  const [from, to] = [same.first.chars, text.length - same.last.chars]
  const made = encodePart(bytes.subarray(start, end), text.slice(from, to), { encoding, how })
  if (Buffer.isBuffer(made)) return Buffer.concat([bytes.subarray(0, start), made, bytes.subarray(end)])
  const { at, ...refused } = made
  return { ...refused, line: text.slice(0, from + at).split('\n').length }
}

/** The same for a file that is not there yet, or where nothing is to be kept. */
const encodeUnicode = (encoding: Encoding, text: string): Buffer => {
  const bytes = Buffer.from(text, isWide(encoding) ? 'utf16le' : 'utf8')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

interface Same {
  readonly lines: number
  readonly chars: number
}

/** Whole lines at the beginning and at the end that are the same. */
const sameLines = (before: string, after: string): { readonly first: Same; readonly last: Same } => {
  const most = Math.min(before.length, after.length)
  let at = 0
  let first: Same = { lines: 0, chars: 0 }
  while (at < most && before[at] === after[at])
    if (before[at++] === '\n') first = { lines: first.lines + 1, chars: at }
  let back = 0
  let last: Same = { lines: 0, chars: 0 }
  while (back < most - first.chars && before.at(-1 - back) === after.at(-1 - back)) {
    // What stands behind a line feed that both have is whole lines.
    if (before.at(-1 - back) === '\n') last = { lines: last.lines + 1, chars: back }
    back++
  }
  return { first, last }
}

/** A line feed is never part of another character in these encodings. */
const endOfLines = (bytes: Buffer, lines: number): number => {
  let at = 0
  for (let line = 0; line < lines; line++) at = bytes.indexOf(10, at) + 1
  return at
}

/** Behind the line feed that has so many line feeds after it and itself is one of them. */
const startOfLines = (bytes: Buffer, lines: number): number => {
  let at = bytes.length
  for (let line = 0; line < lines; line++) at = bytes.lastIndexOf(10, at - 1)
  return lines === 0 ? bytes.length : at + 1
}

interface UnfitAt {
  readonly kind: 'unfit'
  readonly character: string
  readonly at: number
}
type Stuck = UnfitAt | { readonly kind: 'unkept'; readonly at: number }

/** Characters that stay at both ends keep their bytes; what is written between them is written as the file does it. */
const encodePart = (
  bytes: Buffer,
  text: string,
  { encoding, how }: { readonly encoding: Encoding; readonly how: 'edited' | 'replaced' },
): Buffer | Stuck => {
  const units = unitsOf(bytes, encoding).flatMap(eachCharacter)
  const own = new Map<string, Buffer>()
  for (const unit of units)
    if (unit.text !== BROKEN && !own.has(unit.text)) own.set(unit.text, bytes.subarray(unit.from, unit.to))
  const [front, back] = sameUnits(units, text)
  const inner = units.slice(front.units, units.length - back.units)
  const isKept = ({ text, from, to }: Unit): boolean =>
    own.get(text)?.equals(bytes.subarray(from, to)) ?? false
  const between = text.slice(front.chars, text.length - back.chars)
  if ((how === 'edited' && !inner.every(isKept)) || between.includes(BROKEN))
    return { kind: 'unkept', at: front.chars }
  const made = writeAs(own, between, encoding)
  if (!Buffer.isBuffer(made)) return { ...made, at: made.at + front.chars }
  const [start, end] = [inner[0]?.from, inner.at(-1)?.to]
  const place = units[front.units]?.from ?? bytes.length
  return Buffer.concat([bytes.subarray(0, start ?? place), made, bytes.subarray(end ?? place)])
}

const eachCharacter = (unit: Unit): readonly Unit[] =>
  unit.text.length === unit.to - unit.from
    ? Array.from(unit.text, (text, index) => ({ text, from: unit.from + index, to: unit.from + index + 1 }))
    : [unit]

interface Ends {
  readonly units: number
  readonly chars: number
}

const sameUnits = (units: readonly Unit[], text: string): readonly [front: Ends, back: Ends] => {
  const front = { units: 0, chars: 0 }
  for (const unit of units) {
    if (!text.startsWith(unit.text, front.chars)) break
    front.units++
    front.chars += unit.text.length
  }
  const back = { units: 0, chars: 0 }
  for (const unit of units.slice(front.units).toReversed()) {
    const rest = text.length - back.chars
    if (rest - unit.text.length < front.chars || !text.endsWith(unit.text, rest)) break
    back.units++
    back.chars += unit.text.length
  }
  return [front, back]
}

/** Text with nothing beside it. */
export const encodeNew = (text: string, encoding: Encoding): Buffer | UnfitAt =>
  isWide(encoding) || encoding === 'utf-8'
    ? encodeUnicode(encoding, text)
    : writeAs(new Map(), text, encoding)

/** ASCII, one character, or two that one encoding writes as one. */
const PIECE = /[\0-\x7f]+|[\u00ca\u00ea][\u0304\u030c]|./gsu

/** Most changes put in what the file has already, or ASCII: then no table is made. */
const writeAs = (own: ReadonlyMap<string, Buffer>, text: string, encoding: Encoding): Buffer | UnfitAt => {
  let encode: Encode | undefined
  const pieces: Buffer[] = []
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const known = piece <= '\x7f' || /^[\0-\x7f]/.test(piece) ? Buffer.from(piece, 'latin1') : own.get(piece)
    encode ??= known ? undefined : encoderFor(encoding)
    const bytes = known ?? encode?.(piece)
    if (!bytes)
      return { kind: 'unfit', character: String.fromCodePoint(piece.codePointAt(0) ?? 0), at: index }
    pieces.push(bytes)
  }
  return Buffer.concat(pieces)
}
