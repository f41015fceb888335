/**
 * How text lies in bytes: the name the WHATWG gives it (`gbk`, `shift_jis`, `windows-1252`). `utf-16le` and `utf-16be`
 * are meant with and without a mark.
 */
export type Encoding = string

/** Bytes a character may begin with and go on with; `singles` are the one-byte characters above ASCII. */
interface DoubleByte {
  readonly lead: readonly (readonly [from: number, to: number])[]
  readonly trail: readonly (readonly [from: number, to: number])[]
  readonly singles?: readonly [from: number, to: number]
}

const GB: DoubleByte = {
  lead: [[0x81, 0xfe]],
  trail: [
    [0x40, 0x7e],
    [0x80, 0xfe],
  ],
  singles: [0x80, 0x80],
}

/** Of two ways to write a character the one that comes first here is the one programs write. */
const DOUBLE_BYTE: Readonly<Record<string, DoubleByte>> = {
  gbk: GB,
  gb18030: GB,
  big5: {
    lead: [
      [0xa1, 0xfe],
      [0x81, 0xa0],
    ],
    trail: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
  shift_jis: {
    lead: [
      [0x81, 0x9f],
      [0xe0, 0xec],
      [0xef, 0xfc],
      [0xed, 0xee],
    ],
    trail: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
    singles: [0x80, 0xff],
  },
  'euc-jp': { lead: [[0xa1, 0xfe]], trail: [[0xa1, 0xfe]] },
  'euc-kr': { lead: [[0x81, 0xfe]], trail: [[0x41, 0xfe]] },
}

/** What programs and people call them besides the names of the WHATWG. */
const ALIASES: Readonly<Record<string, Encoding>> = {
  cp936: 'gbk',
  gb2312: 'gbk',
  cp950: 'big5',
  big5hkscs: 'big5',
  cp932: 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  cp949: 'euc-kr',
  uhc: 'euc-kr',
  utf8: 'utf-8',
  utf8bom: 'utf-8',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
}

const NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gbk: 'GBK',
  gb18030: 'GB18030',
  big5: 'Big5',
  shift_jis: 'Shift-JIS',
  'euc-jp': 'EUC-JP',
  'euc-kr': 'EUC-KR',
  'windows-1252': 'Latin-1 (Windows-1252)',
  'koi8-r': 'KOI8-R',
}

/** As people write it. */
export const encodingName = (encoding: Encoding): string =>
  NAMES[encoding] ?? encoding.replace(/^[a-z]/, first => first.toUpperCase())

/** One of the names files, settings and locales use; `undefined` when nothing is known to read and write it. */
export const encodingOf = (label: string): Encoding | undefined => {
  const plain = label.trim().toLowerCase()
  const alias = ALIASES[plain.replaceAll(/[-_\s]/g, '')]
  if (alias !== undefined) return alias
  try {
    const { encoding } = new TextDecoder(plain.replace(/^cp(?=125\d$)/, 'windows-'))
    return encoding === 'utf-8' || isWide(encoding) || encoding in DOUBLE_BYTE || isSingleByte(encoding)
      ? encoding
      : undefined
  } catch {
    // A name nobody knows.
    return undefined
  }
}

export const isWide = (encoding: Encoding): boolean => encoding === 'utf-16le' || encoding === 'utf-16be'

export const doubleByte = (encoding: Encoding): DoubleByte | undefined => DOUBLE_BYTE[encoding]

const isSingleByte = (encoding: Encoding): boolean =>
  /^(?:windows-|iso-8859-|koi8-|ibm866|macintosh|x-mac-)/.test(encoding)

const isIn = (ranges: DoubleByte['lead'], byte: number): boolean =>
  ranges.some(([from, to]) => byte >= from && byte <= to)

/** Bytes of the character that begins there, by the first of them; what is cut or broken counts as one byte. */
export const unitLength = (encoding: Encoding, bytes: Uint8Array, at: number): number => {
  const first = bytes[at] ?? 0
  if (isWide(encoding)) return Math.min(2, bytes.length - at)
  if (first < 0x80) return 1
  if (encoding === 'utf-8') return utf8Length(bytes, at)
  const kind = DOUBLE_BYTE[encoding]
  if (!kind) return 1
  const second = bytes[at + 1] ?? 0
  if (kind === GB && second >= 0x30 && second <= 0x39) return isFour(bytes, at) ? 4 : 1
  if (encoding === 'euc-jp' && first === 0x8e) return second >= 0xa1 && second <= 0xdf ? 2 : 1
  if (encoding === 'euc-jp' && first === 0x8f) return second >= 0xa1 && (bytes[at + 2] ?? 0) >= 0xa1 ? 3 : 1
  return isIn(kind.lead, first) && isIn(kind.trail, second) ? 2 : 1
}

const isFour = (bytes: Uint8Array, at: number): boolean => {
  const [first = 0, third = 0, fourth = 0] = [bytes[at], bytes[at + 2], bytes[at + 3]]
  return first >= 0x81 && first <= 0xfe && third >= 0x81 && third <= 0xfe && fourth >= 0x30 && fourth <= 0x39
}

const utf8Length = (bytes: Uint8Array, at: number): number => {
  const first = bytes[at] ?? 0
  const length = first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
  if (first > 0xf4 || length === 1) return 1
  for (let next = 1; next < length; next++) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 1
  return length
}
