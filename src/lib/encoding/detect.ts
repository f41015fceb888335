import { doubleByte, type Encoding, unitLength } from './encodings.ts'
import { frequentCharacters } from './frequent-characters.ts'

/** So much of what is not ASCII is looked at, from the beginning. */
const SAMPLE_BYTES = 6 * 1024
const MIN_SCORE = 0.25
/** Of a text without a mark and without a NUL there has to be more evidence that it is UTF-16. */
const MIN_WIDE_SCORE = 1.5
const MIN_WIDE_SCORE_WITH_NUL = 1

const CANDIDATES = ['gbk', 'big5', 'shift_jis', 'euc-kr', 'euc-jp', 'windows-1252', 'windows-1251', 'koi8-r']

/** The encodings that bytes may be in which are not UTF-8, the likeliest first; Latin-1, which takes all, is the last. */
export const likelyEncodings = (bytes: Uint8Array): readonly Encoding[] => {
  const sample = sampleOf(bytes)
  const scored = CANDIDATES.map(encoding => ({ encoding, score: score(encoding, sample) }))
  const wide =
    bytes.length % 2 === 0 ? WIDE.map(encoding => ({ encoding, score: wideScore(encoding, bytes) })) : []
  const likely = [
    ...scored.filter(each => each.score >= MIN_SCORE && each.encoding !== 'windows-1252'),
    ...scored.filter(each => each.encoding === 'windows-1252'),
    ...wide.filter(each => each.score >= MIN_WIDE_SCORE),
  ].toSorted((a, b) => b.score - a.score)
  return [...likely.map(each => each.encoding), 'windows-1252']
}

const WIDE = ['utf-16le', 'utf-16be'] as const

/** Bytes with NULs and without a mark: UTF-16, or no text. */
export const wideEncoding = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (bytes.length % 2 !== 0) return undefined
  const [best] = WIDE.map(encoding => ({ encoding, score: wideScore(encoding, bytes) })).toSorted(
    (a, b) => b.score - a.score,
  )
  return best && best.score >= MIN_WIDE_SCORE_WITH_NUL ? best.encoding : undefined
}

/** What no text has: controls but for tabs, line ends and escapes, halves of pairs, private and unassigned characters. */
const NO_TEXT = /(?!\s)[\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u

const wideScore = (encoding: 'utf-16le' | 'utf-16be', bytes: Uint8Array): number => {
  const sample = bytes.subarray(0, 8192)
  const text = new TextDecoder(encoding).decode(sample).replace(/[\ud800-\udbff\ufffd]$/, '')
  if (text === '' || NO_TEXT.test(text.replaceAll('\u001b', ''))) return -1
  const common = frequentCharacters(encoding)
  let sum = 0
  let count = 0
  for (const character of text) {
    count++
    if (character <= '\x7f') sum += 2
    else if (common.has(character)) sum += 3
    else
      sum += /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character)
        ? 0.3
        : -1
  }
  return sum / count
}

/** What is not ASCII, with the byte before and the one behind it. */
const sampleOf = (bytes: Uint8Array): Uint8Array => {
  const sample = new Uint8Array(SAMPLE_BYTES + 2)
  let length = 0
  let last = -1
  for (let at = 0; at < bytes.length && length < SAMPLE_BYTES; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue
    // A second byte may be ASCII: the two behind are taken, and those in front.
    for (let near = Math.max(last + 1, at - 1); near <= Math.min(bytes.length - 1, at + 1); near++) {
      sample[length++] = bytes[near] ?? 0
      last = near
    }
  }
  return sample.subarray(0, Math.min(length, SAMPLE_BYTES))
}

/** How well the characters fit a text in the encoding, from about -3 to 3; below 0 for what cannot be. */
const score = (encoding: Encoding, sample: Uint8Array): number => {
  const glyphOf = glyphsOf(encoding)
  let sum = 0
  let count = 0
  let broken = 0
  let before = ''
  for (let at = 0; at < sample.length; ) {
    const length = unitLength(encoding, sample, at)
    const first = sample[at] ?? 0
    if (first >= 0x80) {
      const glyph = glyphOf(sample, at, length)
      count++
      if (glyph.isBroken) broken++
      else sum += weight(encoding, { ...glyph, sample, at, length, before })
      before = glyph.character
    } else before = String.fromCharCode(first)
    at += length
  }
  if (count === 0 || broken * 20 > count) return -1
  return sum / count - broken / count
}

interface Glyph {
  readonly character: string
  readonly isCommon: boolean
  readonly isBroken: boolean
}

/** Texts are made of a few hundred characters, and asking a decoder for one takes its time. */
const glyphsOf = (encoding: Encoding): Glyphs => {
  const made = glyphs.get(encoding) ?? makeGlyphs(encoding)
  glyphs.set(encoding, made)
  return made
}

type Glyphs = (bytes: Uint8Array, at: number, length: number) => Glyph
const glyphs = new Map<Encoding, Glyphs>()

const makeGlyphs = (encoding: Encoding): Glyphs => {
  const common = frequentCharacters(encoding)
  const decoder = new TextDecoder(encoding)
  const known = new Map<number, Glyph>()
  return (bytes, at, length) => {
    let key = length
    for (let index = at; index < at + length; index++) key = key * 256 + (bytes[index] ?? 0)
    const found = known.get(key)
    if (found) return found
    const character = decoder.decode(bytes.subarray(at, at + length))
    const isBroken = character.includes('\ufffd') || (length === 1 && isLead(encoding, bytes[at] ?? 0))
    const glyph = { character, isCommon: common.has(character), isBroken }
    known.set(key, glyph)
    return glyph
  }
}

const isLead = (encoding: Encoding, byte: number): boolean =>
  doubleByte(encoding)?.lead.some(([from, to]) => byte >= from && byte <= to) ?? false

interface Unit extends Glyph {
  readonly sample: Uint8Array
  readonly at: number
  readonly length: number
  /** The character in front of it. */
  readonly before: string
}

const weight = (encoding: Encoding, unit: Unit): number => {
  if (/[\p{Co}\p{Cn}\x80-\x9f]/u.test(unit.character)) return -3
  if (!doubleByte(encoding)) return singleWeight(encoding, unit)
  if (unit.isCommon) return 3
  if (unit.length === 1) return -1
  const row = unit.sample[unit.at] ?? 0
  const isFirstLevel = FIRST_LEVEL[encoding]?.(row, unit.sample[unit.at + 1] ?? 0) ?? false
  return isFirstLevel ? 1 : -1
}

/** The rows with the characters that were thought common when the encoding was made, and its punctuation. */
const FIRST_LEVEL: Readonly<Record<string, (lead: number, trail: number) => boolean>> = {
  gbk: (lead, trail) => trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3),
  big5: lead => lead >= 0xa1 && lead <= 0xc6,
  shift_jis: lead => (lead >= 0x88 && lead <= 0x97) || lead <= 0x83,
  'euc-kr': (lead, trail) =>
    trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xc8) || lead === 0xa1 || lead === 0xa3),
  'euc-jp': lead => (lead >= 0xb0 && lead <= 0xcf) || (lead >= 0xa1 && lead <= 0xa5),
}

/** A letter of a Latin script stands among ASCII; one of another script among its own. */
const singleWeight = (encoding: Encoding, { sample, at, isCommon, character, before }: Unit): number => {
  const near = [sample[at - 1] ?? 0, sample[at + 1] ?? 0].filter(byte => byte >= 0x80).length
  if (encoding === 'windows-1252') return isCommon ? ([2.5, 1, -1][near] ?? 0) : near === 0 ? 0 : -2
  // A capital within a word: the letters are something else.
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -3
  return isCommon ? ([0, 1.2, 2.2][near] ?? 0) : ([-2, 0, 0][near] ?? 0)
}
