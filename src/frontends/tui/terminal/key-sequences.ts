import type { InputEvent, KeyPress, TerminalReply } from './input-event.ts'
import { characterKey, controlKey, type Modifiers, modifiersFrom, namedKey } from './key-press.ts'

/** A control sequence taken apart: `CSI <prefix> <params> <final>`. */
export interface ControlSequence {
  /** `<`, `=`, `>`, `?` or nothing. */
  readonly prefix: string
  readonly params: string
  readonly intermediate: string
  readonly final: string
}

const LETTERS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
}

const NUMBERS: Readonly<Record<number, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
  12: 'f2',
  13: 'f3',
  14: 'f4',
  15: 'f5',
  17: 'f6',
  18: 'f7',
  19: 'f8',
  20: 'f9',
  21: 'f10',
  23: 'f11',
  24: 'f12',
}

/** Keys of the number pad in the kitty protocol, from 57399 on. */
const PAD_CHARACTERS = '0123456789./*-+'
const PAD_FIRST = 57_399
const KITTY_NAMES: Readonly<Record<number, string>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageup',
  57422: 'pagedown',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
}
const PRIVATE_FIRST = 57_344
const PRIVATE_LAST = 63_743

const key = (press: KeyPress): InputEvent => ({ type: 'key', key: press })
const reply = (answer: TerminalReply): InputEvent => ({ type: 'reply', reply: answer })

/** `1:2;3` as `[[1, 2], [3]]`; what is left out is NaN. */
const numbers = (params: string): number[][] =>
  params.split(';').map(part => part.split(':').map(digits => (digits === '' ? Number.NaN : Number(digits))))

/** What a control sequence says; undefined for what nobody here asked for. */
export const readControlSequence = (sequence: ControlSequence): InputEvent | undefined => {
  const { prefix, params, intermediate, final } = sequence
  if (intermediate !== '') return undefined
  if (final === 'c' && prefix !== '') return reply({ kind: 'device', text: prefix + params })
  if (prefix === '?' && final === 'u') return reply({ kind: 'kitty', flags: Number(params) || 0 })
  if (prefix !== '') return undefined
  const values = numbers(params)
  switch (final) {
    case 'I':
    case 'O':
      return params === '' ? { type: 'focus', focused: final === 'I' } : undefined
    case 'R':
      return readPosition(values) ?? readLetter(final, values)
    case 'Z':
      return key(namedKey('tab', { ...heldIn(values), shift: true }))
    case 'u':
      return readKitty(values)
    case '~':
    case '^':
    case '@':
      return readNumber(final, values)
    default:
      return readLetter(final, values)
  }
}

const readPosition = (values: readonly (readonly number[])[]): InputEvent | undefined => {
  const row = values[0]?.[0] ?? Number.NaN
  const column = values[1]?.[0] ?? Number.NaN
  return values.length === 2 && row >= 1 && column >= 1 ? reply({ kind: 'cursor', row, column }) : undefined
}

const heldIn = (values: readonly (readonly number[])[]): Modifiers => modifiersFrom(values[1]?.[0] || 1)
const isRelease = (values: readonly (readonly number[])[]): boolean => values[1]?.[1] === 3

/** Arrows and the like: `CSI A`, `CSI 1;5A`; small letters are rxvt's way to say shift. */
const readLetter = (final: string, values: readonly (readonly number[])[]): InputEvent | undefined => {
  if (isRelease(values)) return undefined
  const name = LETTERS[final]
  if (name) return key(namedKey(name, heldIn(values)))
  const shifted = final >= 'a' && final <= 'd' ? LETTERS[final.toUpperCase()] : undefined
  return shifted ? key(namedKey(shifted, { shift: true })) : undefined
}

const readNumber = (final: string, values: readonly (readonly number[])[]): InputEvent | undefined => {
  const number = values[0]?.[0] ?? 0
  if (isRelease(values)) return undefined
  if (number === 27 && values.length >= 3) return readCode(values[2] ?? [], heldIn(values))
  const name = NUMBERS[number]
  if (!name) return undefined
  const rxvt = final === '~' ? {} : { ctrl: true, ...(final === '@' ? { shift: true } : {}) }
  return key(namedKey(name, { ...heldIn(values), ...rxvt }))
}

const readKitty = (values: readonly (readonly number[])[]): InputEvent | undefined => {
  if (isRelease(values)) return undefined
  return readCode(values[0] ?? [], heldIn(values), values[2] ?? [])
}

/** A key by its code point: `[key, with shift, on a Latin layout]`, and what it types if the terminal says so. */
const readCode = (
  [code = 0, shifted = Number.NaN, latin = Number.NaN]: readonly number[],
  held: Modifiers,
  typed: readonly number[] = [],
): InputEvent | undefined => {
  const name = KITTY_NAMES[code]
  if (name) return key(namedKey(name, held))
  const pad = PAD_CHARACTERS[code - PAD_FIRST] ?? (code === 57_415 ? '=' : undefined)
  if (pad) return key(characterKey(pad, held))
  if (code >= PRIVATE_FIRST && code <= PRIVATE_LAST) return undefined
  if (!isCharacter(code)) return code < 32 ? key(controlKey(code, held)) : undefined
  if (held.ctrl || held.alt || held.super) {
    // A shortcut means the key in its place: Ctrl-C is Ctrl-C on a Cyrillic layout as well.
    const meant = code > 0x7f && isCharacter(latin) ? latin : code
    return key(characterKey(String.fromCodePoint(meant), held))
  }
  const text = textOf({ code, shifted, typed, shift: held.shift === true })
  return key(characterKey(text, held))
}

const isCharacter = (code: number): boolean =>
  code >= 32 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000)

const textOf = (pressed: {
  readonly code: number
  readonly shifted: number
  readonly typed: readonly number[]
  readonly shift: boolean
}): string => {
  const typed = pressed.typed.filter(isCharacter)
  if (typed.length > 0) return String.fromCodePoint(...typed)
  if (!pressed.shift) return String.fromCodePoint(pressed.code)
  if (isCharacter(pressed.shifted)) return String.fromCodePoint(pressed.shifted)
  return String.fromCodePoint(pressed.code).toUpperCase()
}

/** `SS3 P`, and `SS3 5P` or `SS3 1;5P` with what is held. */
export const readSingleShift = (params: string, final: string): InputEvent | undefined => {
  const values = numbers(params)
  const held = values.length > 1 ? values : [[1], values[0] ?? []]
  if (final === 'M') return key(namedKey('enter', heldIn(held)))
  if (final >= 'a' && final <= 'd') {
    const name = LETTERS[final.toUpperCase()]
    return name ? key(namedKey(name, { ctrl: true })) : undefined
  }
  if (final >= 'j' && final <= 'y') return key(characterKey(KEYPAD[final.charCodeAt(0) - 0x6a] ?? ' '))
  return readLetter(final, held)
}
/** What `SS3 j` … `SS3 y` type on the number pad. */
const KEYPAD = '*+,-./0123456789'

/** Answers that come as a string: OSC and DCS. */
export const readString = (introducer: string, body: string): InputEvent | undefined => {
  if (introducer === 'P' && body.startsWith('>|')) return reply({ kind: 'device', text: body.slice(2) })
  if (introducer !== ']') return undefined
  const [isClipboard, status = '', data = ''] =
    /^5522;type=read:status=(\w+)[^;]*(?:;([\w+/=]*))?$/.exec(body) ?? []
  if (isClipboard !== undefined) return reply({ kind: 'clipboard', status, data })
  if (!body.startsWith('11;')) return undefined
  const parts = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(body.slice(3))
  if (!parts) return undefined
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map(scaled)
  return reply({ kind: 'background', red, green, blue })
}

/** One to four hexadecimal digits as 0–255. */
const scaled = (digits: string): number =>
  Math.round((Number.parseInt(digits, 16) / (16 ** digits.length - 1)) * 255)
