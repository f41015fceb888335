/** A private key in its armour. */
export interface KeyBlock {
  readonly end: number
  /** What the key is, whatever stands between its lines: numbers, indentation, escapes. */
  readonly body: string
}

export const KEY_BLOCK_ANCHOR = '-----BEGIN '
const OPENING = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/y
const CLOSING = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/
const HEADER = /(?:Proc-Type|DEK-Info|Version|Comment|Charset): [^\n]{0,200}$/
const MAX_LINES = 400
const MAX_LINE_CHARS = 6_000
/** Headers and empty lines. */
const MAX_LINES_BETWEEN = 8
/** Shorter ones are only found before the end. */
const FULL_LINE_CHARS = 32

/**
 * The key that begins at `start`, read on line by line while the lines look like those of a key. They may carry
 * numbers and other prefixes, and their ends may be written as escapes. A key that was cut off ends with its last full
 * line. `undefined`: only words about a key.
 */
export const readKeyBlock = (text: string, start: number): KeyBlock | undefined => {
  OPENING.lastIndex = start
  if (!OPENING.test(text)) return undefined
  let at = OPENING.lastIndex
  let body = ''
  let fullEnd: number | undefined
  /** A short line is the last one. */
  let tail = ''
  let between = 0
  for (let count = 0; count < MAX_LINES && at <= text.length; count++) {
    const line = lineAt(text, at)
    if (!line) break
    const closing = CLOSING.exec(line.text)
    const content = closing ? line.text.slice(0, closing.index) : line.text
    const run = runOf(content)
    if (closing) {
      if (run.length >= FULL_LINE_CHARS) fullEnd = at
      return fullEnd === undefined
        ? undefined
        : { end: at + closing.index + closing[0].length, body: body + tail + run }
    }
    if (run.length >= FULL_LINE_CHARS && tail === '') {
      body += run
      fullEnd = at + content.trimEnd().length
    } else if (run !== '' && fullEnd !== undefined && tail === '') tail = run
    else if (++between > MAX_LINES_BETWEEN || !isBetween(content)) break
    at = line.next
  }
  return fullEnd === undefined ? undefined : { end: fullEnd, body }
}

/** Up to a line feed, or to one that is written as an escape. */
const lineAt = (text: string, at: number): { readonly text: string; readonly next: number } | undefined => {
  const part = text.slice(at, at + MAX_LINE_CHARS)
  const end = /\r?\n|(?:\\r)?\\n/.exec(part)
  if (end) return { text: part.slice(0, end.index), next: at + end.index + end[0].length }
  return at + MAX_LINE_CHARS < text.length ? undefined : { text: part, next: text.length + 1 }
}

const CLOSERS = '"\'`,;\\ \t\r'
const isKeyChar = (char: string | undefined): boolean => char !== undefined && /[A-Za-z0-9+/]/.test(char)

/** The key characters that end a line, with what a program's source puts behind them taken off. */
const runOf = (line: string): string => {
  let end = line.length
  while (end > 0 && isCloser(line, end - 1)) end--
  let start = end
  while (line[start - 1] === '=' && end - start < 2) start--
  while (isKeyChar(line[start - 1])) start--
  // Longer than any number or name, or right behind one of the marks that programs put before a line.
  return start === 0 || /[\s→:|>"'`-]/.test(line[start - 1] ?? '') ? line.slice(start, end) : ''
}

const isCloser = (line: string, at: number): boolean =>
  CLOSERS.includes(line[at] ?? '') || (line[at] === '+' && at > 0 && CLOSERS.includes(line[at - 1] ?? ''))

/** Headers within the armour, and lines with nothing but a number or name on them. */
const isBetween = (line: string): boolean =>
  HEADER.test(line) || /^(?:[^\n]{0,200}[→:|>-])?[\s"'`]*$/.test(line)
