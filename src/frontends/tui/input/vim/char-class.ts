import { isChipAt } from '../editor/chip.ts'
import { nextStop, previousStop } from '../editor/graphemes.ts'

/** Vim's kinds of characters: a word is a run of one kind. Scripts without blanks are kinds of their own. */
const KINDS: readonly RegExp[] = [
  /\p{Script=Han}/u,
  /\p{Script=Hiragana}/u,
  /\p{Script=Katakana}/u,
  /\p{Script=Hangul}/u,
  /\p{Extended_Pictographic}|\p{Regional_Indicator}/u,
  /[\p{L}\p{N}\p{M}]/u,
]
const BLANK = 0
const PUNCTUATION = 1
const KEYWORD = 2
const CHIP = 3
const FIRST_KIND = 4

const classOf = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  if (unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x3000 || unit === 0xa0) return BLANK
  if (unit < 0x80) return isKeyword(unit) ? KEYWORD : PUNCTUATION
  if (isChipAt(text, at)) return CHIP
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const kind = KINDS.findIndex(pattern => pattern.test(character))
  if (kind === -1) return PUNCTUATION
  return kind === KINDS.length - 1 ? KEYWORD : FIRST_KIND + kind
}

const isKeyword = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95

/** `big`: all that is not blank is one kind. */
export type ClassAt = (at: number) => number

export const classes = (text: string, big: boolean): ClassAt =>
  big ? at => (classOf(text, at) === BLANK ? BLANK : PUNCTUATION) : at => classOf(text, at)

export const isBlankClass = (kind: number): boolean => kind === BLANK

const isEmptyLine = (text: string, at: number): boolean =>
  text[at] === '\n' && (at === 0 || text[at - 1] === '\n')

/** `w`: the beginning of the next word; an empty line is one. */
export const nextWord = (text: string, at: number, kindOf: ClassAt): number => {
  let stop = at
  const kind = stop < text.length ? kindOf(stop) : BLANK
  if (kind !== BLANK) while (stop < text.length && kindOf(stop) === kind) stop = nextStop(text, stop)
  while (stop < text.length && kindOf(stop) === BLANK) {
    if (stop > at && isEmptyLine(text, stop)) return stop
    stop = nextStop(text, stop)
  }
  return stop
}

/** `e`: the last character of this word, or of the next one. */
export const wordEnd = (text: string, at: number, kindOf: ClassAt): number => {
  let stop = nextStop(text, at)
  while (stop < text.length && kindOf(stop) === BLANK) stop = nextStop(text, stop)
  return stop >= text.length ? previousStop(text, text.length) : runEnd(text, stop, kindOf)
}

/** The last character of the run that a place is in. */
export const runEnd = (text: string, at: number, kindOf: ClassAt): number => {
  const kind = kindOf(at)
  let stop = at
  for (
    let next = nextStop(text, stop);
    next < text.length && kindOf(next) === kind;
    next = nextStop(text, stop)
  )
    stop = next
  return stop
}

export const runStart = (text: string, at: number, kindOf: ClassAt): number => {
  const kind = kindOf(at)
  let stop = at
  while (stop > 0) {
    const before = previousStop(text, stop)
    if (kindOf(before) !== kind) break
    stop = before
  }
  return stop
}

/** `b`: the beginning of this word, or of the one before. */
export const wordStart = (text: string, at: number, kindOf: ClassAt): number => {
  let stop = at
  while (stop > 0) {
    stop = previousStop(text, stop)
    if (isEmptyLine(text, stop)) return stop
    if (kindOf(stop) !== BLANK) return runStart(text, stop, kindOf)
  }
  return 0
}

/** `ge`: the last character of the word before. */
export const previousWordEnd = (text: string, at: number, kindOf: ClassAt): number => {
  let stop = at
  const kind = stop < text.length ? kindOf(stop) : BLANK
  if (kind !== BLANK) stop = runStart(text, stop, kindOf)
  while (stop > 0) {
    stop = previousStop(text, stop)
    if (kindOf(stop) !== BLANK || isEmptyLine(text, stop)) return stop
  }
  return 0
}
