import type { TerminalSeat } from '../../../protocol/tools/person-terminal.ts'
import { NOTHING_READ, readKeys } from './key-reader.ts'
import type { TerminalInput, TerminalOutput } from './terminal-streams.ts'

/** The terminal's own input and output while another program has them. */
export interface Lending extends TerminalSeat {
  /** Gives them back as they were, or for whoever takes them raw. Idempotent; fit for an exit handler. */
  release(options?: { readonly staysRaw?: boolean }): void
  /** What was typed and no program took: none was there yet, or none any more. Text and line ends, no other keys. */
  leftOver(): string
}

/** Pressed twice within this, and nothing between, the key takes the screen back. */
const TWICE_MS = 1_000
const HANG_UP = '\u001d'
/** Ctrl-] as the ways of telling keys apart write it. */
const AS_SEQUENCE = ['\u001b[93;5u', '\u001b[27;5;93~']

const LINE_FEED = 0x0a
const RETURN = 0x0d
/** One row down, in the same column. */
const DOWN = [0x1b, 0x44]

/**
 * The system puts a return before every line feed on its way to a terminal in raw mode. What comes out of another
 * terminal has been through that: a line feed that is alone there is meant as one.
 */
const keepLineFeeds = (): ((bytes: Uint8Array) => Uint8Array) => {
  let last = 0
  return bytes => {
    const before = last
    last = bytes.at(-1) ?? last
    const isAlone = (byte: number, at: number): boolean =>
      byte === LINE_FEED && (at === 0 ? before : bytes[at - 1]) !== RETURN
    return bytes.some(isAlone)
      ? Uint8Array.from([...bytes].flatMap((byte, at) => (isAlone(byte, at) ? DOWN : byte)))
      : bytes
  }
}

/** Every byte that is typed goes to the program, but for two presses of Ctrl-] in a row. `now` in milliseconds. */
export const handOverTerminal = (
  input: TerminalInput,
  output: TerminalOutput,
  now: () => number,
): Lending => {
  let program: ((bytes: Uint8Array) => boolean) | undefined
  /** Typed before the program was there, or when it had gone. */
  const waiting: Uint8Array[] = []
  const pass = (bytes: Uint8Array): void => {
    if (!program?.(bytes)) waiting.push(bytes)
  }
  const hangUps = new Set<() => void>()
  const resizes = new Set<() => void>()
  let pressed = Number.NEGATIVE_INFINITY
  const onData = (chunk: Buffer): void => {
    const text = AS_SEQUENCE.reduce((all, key) => all.replaceAll(key, HANG_UP), chunk.toString('latin1'))
    const again = text.startsWith(HANG_UP) && now() - pressed < TWICE_MS
    if (again || text.includes(HANG_UP + HANG_UP)) {
      for (const listener of hangUps) listener()
      return
    }
    pressed = text.endsWith(HANG_UP) ? now() : Number.NEGATIVE_INFINITY
    pass(chunk)
  }
  const onResize = (): void => {
    for (const listener of resizes) listener()
  }
  let lent = true
  const lineFeeds = keepLineFeeds()
  input.setRawMode?.(true)
  input.on('data', onData)
  input.resume()
  output.on('resize', onResize)
  return {
    size() {
      output._refreshSize?.()
      return { columns: output.columns || 80, rows: output.rows || 24 }
    },
    write: bytes => {
      if (lent) output.write(typeof bytes === 'string' ? bytes : lineFeeds(bytes))
    },
    onInput(listener) {
      program = listener
      for (const chunk of waiting.splice(0)) pass(chunk)
    },
    onResize: listener => void resizes.add(listener),
    onHangUp: listener => void hangUps.add(listener),
    leftOver: () => textOf(Buffer.concat(waiting)),
    release({ staysRaw = false } = {}) {
      if (!lent) return
      lent = false
      input.off('data', onData)
      output.off('resize', onResize)
      if (!staysRaw) input.setRawMode?.(false)
      input.pause()
    },
  }
}

/** What the keys would have written. */
const textOf = (bytes: Uint8Array): string => {
  let text = ''
  for (const event of readKeys(NOTHING_READ, bytes).events) {
    if (event.type === 'paste') text += event.text
    if (event.type !== 'key') continue
    if (event.key.name === 'backspace') text = [...text].slice(0, -1).join('')
    else text += event.key.name === 'enter' ? '\n' : event.key.text
  }
  return text.replaceAll('\u001b', '')
}
