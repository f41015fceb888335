import { isChipAt } from './chip.ts'
import { nextStop, previousStop } from './graphemes.ts'
import { once } from './once.ts'

/** Knows the words of Chinese, Japanese and Thai. The first one costs 14 ms, so only a text that needs it makes it. */
const wordSegmenter = once(() => new Intl.Segmenter('zh', { granularity: 'word' }))

const WORD = /[\p{L}\p{N}\p{M}_]/u
/** Written without blanks between the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const BLANK = /\s/
/** No run of letters is looked through further than this. */
const LONGEST_RUN = 4_000

const isWordAt = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  if (unit < 0x80)
    return (
      (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
    )
  return !isChipAt(text, at) && WORD.test(String.fromCodePoint(text.codePointAt(at) ?? 0))
}

const isBlankAt = (text: string, at: number): boolean => BLANK.test(text.charAt(at))

/** The run of letters and digits around a place that is one. */
const runAround = (text: string, at: number): readonly [number, number] => {
  let from = at
  for (let stop = at; stop > 0 && at - stop < LONGEST_RUN; from = stop) {
    const before = previousStop(text, stop)
    if (!isWordAt(text, before)) break
    stop = before
  }
  let to = nextStop(text, at)
  while (to < text.length && to - at < LONGEST_RUN && isWordAt(text, to)) to = nextStop(text, to)
  return [from, to]
}

/** The word at a place that holds a letter. */
const wordAround = (text: string, at: number): readonly [number, number] => {
  const [from, to] = runAround(text, at)
  const run = text.slice(from, to)
  if (!UNSPACED.test(run)) return [from, to]
  for (const { index, segment } of wordSegmenter().segment(run))
    if (from + index + segment.length > at) return [from + index, from + index + segment.length]
  return [from, to]
}

/** The end of the word at or behind the caret; a chip is a word. */
export const wordEndAfter = (text: string, caret: number): number => {
  let at = caret
  while (at < text.length) {
    if (isChipAt(text, at)) return at + 2
    if (isWordAt(text, at)) return wordAround(text, at)[1]
    at = nextStop(text, at)
  }
  return text.length
}

/** The beginning of the word before the caret. */
export const wordStartBefore = (text: string, caret: number): number => {
  let at = caret
  while (at > 0) {
    const before = previousStop(text, at)
    if (isChipAt(text, before)) return before
    if (isWordAt(text, before)) return wordAround(text, before)[0]
    at = before
  }
  return 0
}

const isUnspacedAt = (text: string, at: number): boolean =>
  text.charCodeAt(at) >= 0xe00 && UNSPACED.test(String.fromCodePoint(text.codePointAt(at) ?? 0))

/** The same for words between blanks; where a language has none between its words, one of those. */
export const bigWordEndAfter = (text: string, caret: number): number => {
  let at = caret
  while (at < text.length && isBlankAt(text, at)) at += 1
  if (isUnspacedAt(text, at)) return wordEndAfter(text, at)
  while (at < text.length && !isBlankAt(text, at) && !isUnspacedAt(text, at)) at = nextStop(text, at)
  return at
}

export const bigWordStartBefore = (text: string, caret: number): number => {
  let at = caret
  while (at > 0 && isBlankAt(text, at - 1)) at -= 1
  const from = at
  while (at > 0 && !isBlankAt(text, at - 1)) {
    const before = previousStop(text, at)
    // Signs at the end of a Chinese word go with it; a word of another language ends there.
    if (isUnspacedAt(text, before)) return isSpelled(text.slice(at, from)) ? at : wordStartBefore(text, at)
    at = before
  }
  return at
}

const isSpelled = (run: string): boolean => WORD.test(run)
