import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName } from '../../../lib/shell/unwrap.ts'
import { isStatic, literalWord, type ShellWord } from '../../../lib/shell/word.ts'
import { type FedWords, fedWords, isValueOf, knownStart, mayBeAfterOptions } from './hidden-words.ts'

/** A text with gaps: between each two pieces stands anything at all, or nothing. A single piece is the whole text. */
export type Gapped = readonly string[]

/** More steps than this are not worth it: in doubt two texts overlap. */
const MOST_STEPS = 400_000
const GAP = -1

/** Whether there is a text that both stand for. Takes time proportional to the product of their lengths at most. */
export const overlaps = (one: Gapped, other: Gapped): boolean => {
  if (!sameEnds(one, other)) return false
  const [a, b] = [signsOf(one), signsOf(other)]
  if (a.length * b.length > MOST_STEPS) return true
  // For each place in `b`: do the rest of `a` and of `b` from here have a text in common?
  let later: boolean[] = Array.from({ length: b.length + 1 }, () => false)
  for (let i = a.length; i >= 0; i -= 1) {
    const here: boolean[] = Array.from({ length: b.length + 1 }, () => false)
    for (let j = b.length; j >= 0; j -= 1) {
      const [x, y] = [a[i], b[j]]
      if (x === undefined && y === undefined) here[j] = true
      else if (x === GAP) here[j] = later[j] || (y !== undefined && here[j + 1] === true)
      else if (y === GAP) here[j] = here[j + 1] === true || (x !== undefined && later[j] === true)
      else here[j] = x === y && later[j + 1] === true
    }
    later = here
  }
  return later[0] === true
}

/** What two texts are known to begin and end with must not contradict each other. */
const sameEnds = (one: Gapped, other: Gapped): boolean => {
  const [a = '', b = ''] = [one[0], other[0]]
  const [c = '', d = ''] = [one.at(-1), other.at(-1)]
  return (a.startsWith(b) || b.startsWith(a)) && (c.endsWith(d) || d.endsWith(c))
}

const signsOf = (text: Gapped): readonly number[] => {
  const signs: number[] = []
  for (const [at, piece] of text.entries()) {
    if (at > 0) signs.push(GAP)
    for (let each = 0; each < piece.length; each += 1) signs.push(piece.charCodeAt(each))
  }
  return signs
}

/** The texts that a specifier matches: `prefix *` means the prefix alone or followed by a blank. */
export const textsOfRule = (pattern: string, prefix: string | undefined): readonly Gapped[] =>
  prefix === undefined ? [pattern.split('*')] : [prefix.split('*'), `${prefix} *`.split('*')]

/** A line that is put together word by word. */
class GappedLine {
  readonly pieces: string[] = ['']

  text(more: string): void {
    const last = this.pieces.length - 1
    this.pieces[last] = `${this.pieces[last]}${more}`.replace(/[ \t\n]+/g, ' ')
  }

  gap(): void {
    if (this.pieces.length === 1 || this.pieces.at(-1) !== '') this.pieces.push('')
  }
}

const isHidden = (word: ShellWord, { stands }: FedWords): boolean =>
  !isStatic(word) || stands.some(each => word.text.includes(each))

/** The words as one line. What is not known may also be nothing, several words, or take its blank with it. */
const lineOf = (
  words: readonly ShellWord[],
  fed: FedWords,
  spell: (word: ShellWord) => string,
): readonly string[] => {
  const line = new GappedLine()
  const program = baseName(words[0]?.text ?? '')
  for (const [at, word] of words.entries()) {
    const blank = at === 0 ? '' : ' '
    if (!isHidden(word, fed) || isValueOf(program, words[at - 1], word)) {
      line.text(blank + spell(word))
      continue
    }
    const start = knownStart(word, fed.stands)
    if (start !== '') line.text(blank + start)
    line.gap()
  }
  if (fed.more) line.gap()
  return line.pieces
}

/** Assignments before a command and redirects behind it are part of its text, too. */
const wholeText = (command: SimpleCommand, fed: FedWords): Gapped | undefined => {
  const { assignments, redirects, words } = command
  const open = [...assignments.map(one => one.value), ...redirects.map(one => one.target)]
  if (open.every(isStatic)) return undefined
  const line = new GappedLine()
  for (const { name, value } of assignments) {
    line.text(`${name}=`)
    if (isStatic(value)) line.text(value.raw)
    else line.gap()
    line.text(' ')
  }
  const [first = '', ...rest] = lineOf(words, fed, word => word.raw)
  line.text(first)
  return [...line.pieces, ...rest, ...(redirects.length > 0 ? [''] : [])]
}

/** Of a word that is skipped more may be left than the option it begins with. */
const REST: ShellWord = { ...literalWord('$'), causes: ['variable'], whole: false }

const formsBehindOptions = (
  first: ShellWord,
  words: readonly ShellWord[],
  fed: FedWords,
): readonly (readonly ShellWord[])[] =>
  mayBeAfterOptions(words, word => isHidden(word, fed) && /^(?:-|$)/.test(knownStart(word, fed.stands)))
    .filter(at => !isValueOf(baseName(first.text), words[at - 1], words[at]))
    .map(at => {
      const isLoose = words.slice(1, at).some(word => isHidden(word, fed) && !word.whole)
      return [first, ...(isLoose ? [REST] : []), ...words.slice(at)]
    })

/**
 * The lines that a command may be, as far as its words are known: those with which rules that restrict are compared
 * where all words are known. None, when they are.
 */
export const openLines = (command: SimpleCommand, around: readonly SimpleCommand[]): readonly Gapped[] => {
  const { words } = command
  const [first] = words
  const fed = fedWords(around)
  const lines: Gapped[] = []
  const text = wholeText(command, fed)
  if (text) lines.push(text)
  if (!first || !(fed.more || words.some(word => isHidden(word, fed)))) return lines
  for (const form of [words, ...formsBehindOptions(first, words, fed)])
    for (const name of new Set([first.text, baseName(first.text)])) {
      const named = [{ ...first, text: name }, ...form.slice(1)]
      lines.push(lineOf(named, fed, word => word.text))
      if (form.some(word => word.raw !== word.text)) lines.push(lineOf(named, fed, word => word.raw))
    }
  return lines
}
