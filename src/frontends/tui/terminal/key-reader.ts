import type { InputEvent, KeyPress } from './input-event.ts'
import { characterKey, controlKey, namedKey } from './key-press.ts'
import { readControlSequence, readSingleShift, readString } from './key-sequences.ts'

/** What has arrived and cannot be read yet. */
export interface KeyReaderState {
  /** The beginning of a character. */
  readonly bytes: Uint8Array
  /** The beginning of a sequence. */
  readonly text: string
  /** A paste whose end has not come: its text, and the last of it that may be the beginning of the end. */
  readonly paste?: { readonly text: string; readonly tail: string }
}

export interface KeysRead {
  readonly state: KeyReaderState
  readonly events: readonly InputEvent[]
}

export const NOTHING_READ: KeyReaderState = { bytes: new Uint8Array(0), text: '' }

const ESC = '\u001b'
const PASTE_END = `${ESC}[201~`
/**
 * A terminal sends a sequence at once, and what has arrived is read before a wait is over (see key-pump.ts). Only a slow
 * line brings it in parts: a serial one of 9600 baud a byte each millisecond.
 */
const ESCAPE_MS = 2
const SEQUENCE_MS = 100
/** Longer than any answer. */
const LONGEST_STRING = 16_384
/** Begins an answer that may take long to come whole: a picture, over a slow line. None of it must be taken for keys. */
const CLIPBOARD = `${ESC}]5522;`

/** Reads on with what has arrived. However the bytes are cut into chunks, the events are the same. */
export const readKeys = (state: KeyReaderState, chunk: Uint8Array): KeysRead => {
  const bytes = state.bytes.length === 0 ? chunk : Buffer.concat([state.bytes, chunk])
  const whole = bytes.length - unfinishedBytes(bytes)
  const arrived = Buffer.from(bytes.buffer, bytes.byteOffset, whole).toString('utf8')
  const rest = Uint8Array.from(bytes.subarray(whole))
  const events: InputEvent[] = []
  const read = readText({ ...state, bytes: rest }, arrived, events)
  return { state: read, events }
}

/** How long to wait for the rest before {@link flushKeys}; undefined when nothing is pending. */
export const pendingMs = (state: KeyReaderState): number | undefined => {
  if (state.paste || state.text === '' || state.text.startsWith(CLIPBOARD)) return undefined
  return state.text === ESC || state.text === ESC + ESC ? ESCAPE_MS : SEQUENCE_MS
}

/** Nothing more came: what looked like the beginning of a sequence was a key, or never became one. */
export const flushKeys = (state: KeyReaderState): KeysRead => {
  if (state.paste || state.text === '' || state.text.startsWith(CLIPBOARD)) return { state, events: [] }
  const { text } = state
  const rest = { ...state, text: '' }
  if (text === ESC) return { state: rest, events: [key(namedKey('escape'))] }
  if (text === ESC + ESC) return { state: rest, events: [key(namedKey('escape')), key(namedKey('escape'))] }
  const held = text[1] === ESC ? text.slice(1) : text
  return { state: rest, events: held.length === 2 ? [key(altKey(held.slice(1)))] : [] }
}

/** Bytes at the end that are the beginning of a character. */
const unfinishedBytes = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1
    return byte < 0xf8 && length > back ? back : 0
  }
  return 0
}

const readText = (state: KeyReaderState, arrived: string, events: InputEvent[]): KeyReaderState => {
  if (state.paste) return readPaste(state, arrived, events)
  const text = state.text + arrived
  let at = 0
  while (at < text.length) {
    const read = readOne(text, at)
    if (read === undefined) break
    if (read.event) events.push(read.event)
    at = read.end
    if (read.pastes)
      return readPaste({ ...state, text: '', paste: { text: '', tail: '' } }, text.slice(at), events)
  }
  return { bytes: state.bytes, text: text.slice(at) }
}

const readPaste = (state: KeyReaderState, arrived: string, events: InputEvent[]): KeyReaderState => {
  const { text, tail } = state.paste ?? { text: '', tail: '' }
  const data = tail + arrived
  const end = data.indexOf(PASTE_END)
  if (end < 0) {
    const sure = Math.max(0, data.length - (PASTE_END.length - 1))
    return { ...state, text: '', paste: { text: text + data.slice(0, sure), tail: data.slice(sure) } }
  }
  events.push(pasted(text + data.slice(0, end)))
  return readText({ bytes: state.bytes, text: '' }, data.slice(end + PASTE_END.length), events)
}

const pasted = (text: string): InputEvent => ({ type: 'paste', text: text.replace(/\r\n?/g, '\n') })

/** A paste whose end will not come is what has come of it. */
export const endPaste = ({ paste }: KeyReaderState): KeysRead => ({
  state: NOTHING_READ,
  events: paste ? [pasted(paste.text + paste.tail)] : [],
})

interface ReadOne {
  readonly end: number
  readonly event?: InputEvent | undefined
  readonly pastes?: boolean
}

/** The key or sequence that begins at `at`; undefined when its end is still to come. */
const readOne = (text: string, at: number): ReadOne | undefined => {
  const code = text.codePointAt(at) ?? 0
  if (code === 0x1b) return readEscape(text, at)
  const end = at + (code > 0xffff ? 2 : 1)
  if (code < 0x20 || code === 0x7f) return { end, event: key(controlKey(code)) }
  if ((code >= 0x80 && code < 0xa0) || code === 0xfffd) return { end }
  return { end, event: key(characterKey(text.slice(at, end))) }
}

const CONTROL_SEQUENCE = new RegExp(`${'\\u001b'}\\[([<=>?]?)([\\d;:]*)([ -/]*)([@-~])`, 'y')
const UNFINISHED_SEQUENCE = new RegExp(`${'\\u001b'}\\[[<=>?]?[\\d;:]*[ -/]*$`, 'y')
const SINGLE_SHIFT = new RegExp(`${'\\u001b'}O([\\d;]*)([A-Za-z])`, 'y')
const UNFINISHED_SHIFT = new RegExp(`${'\\u001b'}O[\\d;]*$`, 'y')
const STRING_END = new RegExp(`${'\\u0007'}|${'\\u001b'}\\\\`, 'g')

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const readEscape = (text: string, at: number): ReadOne | undefined => {
  const next = text[at + 1]
  switch (next) {
    case undefined:
      return undefined
    case ESC:
      return readSecondEscape(text, at)
    case '[':
      return readCsi(text, at)
    case 'O':
      return readShift(text, at)
    case ']':
    case 'P':
    case '_':
    case '^':
    case 'X':
      return readStringSequence(text, at)
    default: {
      const code = text.codePointAt(at + 1) ?? 0
      const end = at + (code > 0xffff ? 3 : 2)
      return { end, event: key(altKey(text.slice(at + 1, end))) }
    }
  }
}

const altKey = (character: string): KeyPress => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x20 || code === 0x7f
    ? controlKey(code, { alt: true })
    : characterKey(character, { alt: true })
}

/** Two escapes: of a key's sequence they say Alt, else the first is a key of its own and an answer follows it. */
const readSecondEscape = (text: string, at: number): ReadOne | undefined => {
  const third = text[at + 2]
  if (third === undefined) return undefined
  if (third !== '[' && third !== 'O') return { end: at + 1, event: key(namedKey('escape')) }
  const inner = readEscape(text, at + 1)
  if (!inner) return undefined
  if (inner.event?.type !== 'key') return { end: at + 1, event: key(namedKey('escape')) }
  return { end: inner.end, event: key({ ...inner.event.key, alt: true, text: '' }) }
}

const readCsi = (text: string, at: number): ReadOne | undefined => {
  const found = matchAt(CONTROL_SEQUENCE, text, at)
  if (!found) return matchAt(UNFINISHED_SEQUENCE, text, at) ? undefined : { end: at + 2 }
  const [whole, prefix = '', params = '', intermediate = '', final = ''] = found
  const end = at + whole.length
  if (final === '[' && whole.length === 3) {
    // The Linux console has its own F1 to F5.
    const letter = text[end]
    if (letter === undefined) return undefined
    const number = 'ABCDE'.indexOf(letter)
    return { end: end + 1, ...(number < 0 ? {} : { event: key(namedKey(`f${number + 1}`)) }) }
  }
  if (final === '~' && params === '200' && prefix === '') return { end, pastes: true }
  return { end, event: readControlSequence({ prefix, params, intermediate, final }) }
}

const readShift = (text: string, at: number): ReadOne | undefined => {
  const found = matchAt(SINGLE_SHIFT, text, at)
  if (!found) return matchAt(UNFINISHED_SHIFT, text, at) ? undefined : { end: at + 2 }
  return { end: at + found[0].length, event: readSingleShift(found[1] ?? '', found[2] ?? '') }
}

const readStringSequence = (text: string, at: number): ReadOne | undefined => {
  const found = matchAt(STRING_END, text, at + 2)
  if (found)
    return {
      end: found.index + found[0].length,
      event: readString(text[at + 1] ?? '', text.slice(at + 2, found.index)),
    }
  return text.length - at > LONGEST_STRING ? { end: text.length } : undefined
}

const key = (press: KeyPress): InputEvent => ({ type: 'key', key: press })
