import { isUtf8 } from 'node:buffer'
import { dropPartialEnd } from '../process/utf8-edges.ts'
import { likelyEncodings, wideEncoding } from './detect.ts'
import { doubleByte, type Encoding, encodingOf, isWide, unitLength } from './encodings.ts'

/** Text as it lies in a file. */
export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly encoding: Encoding
  readonly bom: boolean
  /** Some bytes are no characters: each of them is shown as U+FFFD. */
  readonly damaged?: true
}

/**
 * What the file is said to be, by whoever knows it best first. Asked for only when its bytes do not tell; `isAscii`:
 * when they fit all that may be said.
 */
export type Declared = (isAscii: boolean) => readonly (string | undefined)[]

const NOTHING: Declared = () => []
const SNIFFED_BYTES = 8192

/**
 * `undefined` when the bytes are not text. A mark counts most, then that they are UTF-8, then what the file is said to
 * be, then what they look like.
 */
export const decodeText = (data: Uint8Array, declared: Declared = NOTHING): DecodedText | undefined => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const marked = markedWide(bytes)
  if (marked) return bytes.length % 2 === 0 ? decodeWide(bytes, marked, true) : undefined
  const hasNul = bytes.subarray(0, SNIFFED_BYTES).includes(0)
  if (!hasNul && isUtf8(bytes)) return decodeUtf8(bytes, declared)
  const said = saidEncodings(declared(false))
  if (hasNul) {
    const encoding = (bytes.length % 2 === 0 ? said.find(isWide) : undefined) ?? wideEncoding(bytes)
    return encoding === undefined ? undefined : decodeWide(bytes, encoding, false)
  }
  const candidates = [...said, ...likelyEncodings(bytes)]
  return (
    firstOf(said, encoding => decodeWhole(bytes, encoding)) ??
    decodeMostly(bytes, 'utf-8', 0.05) ??
    firstOf(candidates, encoding => decodeWhole(bytes, encoding) ?? decodeMostly(bytes, encoding, 0.01))
  )
}

/** The same for the beginning of a file that is too large to be decoded. */
export const sniffEncoding = (start: Uint8Array, declared: Declared): Encoding | undefined => {
  const marked = markedWide(start)
  if (marked) return marked
  const whole = dropPartialEnd(Buffer.from(start.buffer, start.byteOffset, start.byteLength))
  const hasNul = whole.subarray(0, SNIFFED_BYTES).includes(0)
  if (!hasNul && isUtf8(whole)) return 'utf-8'
  const sample = start.subarray(0, SNIFFED_BYTES * 8)
  return decodeText(sample.subarray(0, sample.lastIndexOf(10) + 1 || sample.length), declared)?.encoding
}

export const markedWide = (bytes: Uint8Array): Encoding | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

export const saidEncodings = (labels: ReturnType<Declared>): readonly Encoding[] =>
  labels.flatMap(label => (label && encodingOf(label)) || [])

const firstOf = <T, R>(list: readonly T[], of: (each: T) => R | undefined): R | undefined => {
  for (const each of list) {
    const found = of(each)
    if (found !== undefined) return found
  }
  return undefined
}

/** Without a character above ASCII it may as well be what it is said to be: what is put in is written so. */
const decodeUtf8 = (bytes: Buffer, declared: Declared): DecodedText => {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = bytes.toString('utf8', bom ? 3 : 0)
  const said = bom || text.length < bytes.length || text === '' ? undefined : saidEncodings(declared(true))[0]
  return { text, encoding: said === undefined || isWide(said) ? 'utf-8' : said, bom }
}

const decodeWide = (bytes: Buffer, encoding: Encoding, bom: boolean): DecodedText => {
  const little = encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()
  return { text: little.toString('utf16le', bom ? 2 : 0), encoding, bom }
}

/** `undefined` when one byte is no character. */
const decodeWhole = (bytes: Buffer, encoding: Encoding): DecodedText | undefined => {
  if (isWide(encoding)) return bytes.length % 2 === 0 ? decodeWide(bytes, encoding, false) : undefined
  try {
    const decoded = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
    const text = hasSwapped(decoded) ? textOf(unitsOf(bytes, encoding)) : decoded
    return isOdd(encoding, text) ? undefined : { text, encoding: exactly(encoding, bytes), bom: false }
  } catch {
    // Then it is another encoding, or a damaged file.
    return undefined
  }
}

/** Some decoders of Shift-JIS exchange these, as one old machine did. */
const hasSwapped = (text: string): boolean => ['\u001a', '\u001c', '\u007f'].some(each => text.includes(each))

const textOf = (units: readonly Unit[]): string => units.map(({ text }) => text).join('')

/** Some decoders give a control character for a byte that stands for nothing. */
const isOdd = (encoding: Encoding, text: string): boolean =>
  doubleByte(encoding) !== undefined && /[\x80-\x9f]/.test(text)

/** GBK is what uses none of the four bytes that GB18030 added. */
const exactly = (encoding: Encoding, bytes: Buffer): Encoding => {
  if (encoding !== 'gbk') return encoding
  for (let at = 0; at < bytes.length; ) {
    const length = unitLength(encoding, bytes, at)
    if (length === 4) return 'gb18030'
    at += length
  }
  return encoding
}

/** A file of which a little is broken: cut in the middle of a character, or joined from files in several encodings. */
const decodeMostly = (bytes: Buffer, encoding: Encoding, most: number): DecodedText | undefined => {
  if (isWide(encoding)) return undefined
  const units = unitsOf(bytes, encoding)
  const broken = units.filter(({ text }) => text === BROKEN).length
  const whole = units.filter(({ from, to }) => to - from > 1).length
  if (broken > Math.max(1, whole * most) || whole < 4 * broken) return undefined
  return { text: textOf(units), encoding, bom: false, damaged: true }
}

/** What a byte is shown as that is no character. */
export const BROKEN = '\ufffd'

/** A character, or a run of ASCII. */
export interface Unit {
  readonly from: number
  readonly to: number
  readonly text: string
}

export const unitsOf = (bytes: Buffer, encoding: Encoding): readonly Unit[] => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  const units: Unit[] = []
  for (let from = 0; from < bytes.length; ) {
    let to = from
    while (to < bytes.length && (bytes[to] ?? 0) < 0x80) to++
    const isAscii = to > from
    if (!isAscii) to = from + unitLength(encoding, bytes, from)
    const text = isAscii ? bytes.toString('latin1', from, to) : decoder.decode(bytes.subarray(from, to))
    const isBroken = !isAscii && (text.includes(BROKEN) || isOdd(encoding, text))
    if (isBroken) to = from + 1
    units.push({ from, to, text: isBroken ? BROKEN : text })
    from = to
  }
  return units
}
