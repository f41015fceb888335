import { restoreInvisible } from '../../../lib/escape-text.ts'
import { intendedTags, restoreTags } from '../../../lib/harness-tags.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { findMatches, lineEndOf, type Matches, type Span, toLineFeeds } from './find-match.ts'
import { nearMiss } from './near-miss.ts'
import { likeQuotesOf } from './quotes.ts'

export interface Replacement {
  readonly oldText: string
  readonly newText: string
  readonly all: boolean
}

export interface AppliedEdit {
  readonly text: string
  /** In the text before; `addedLines`: so many lines more than there were. */
  readonly spans: readonly (Span & { readonly addedLines: number })[]
}

/** What the person's disk has, when earlier edits of the same call were made on the text already. */
export interface Earlier {
  readonly before: string
  /** Whether the model made this very edit in this file before. */
  wasMade?(edit: Replacement): boolean
  /** The line of `before` that a line of the text came from. */
  lineOf(line: number): number
}

const MAX_NAMED_LINES = 10

const says = modelTexts('applyEdit', {
  notEmpty: {
    en: 'The file exists and is not empty. Give the text to replace as old_string, or use Write.',
    zh: '文件已存在且不为空。请在 old_string 中给出要替换的文本，或使用 Write。',
  },
  ambiguous: {
    en: 'old_string occurs {count:number} times, at lines {lines}. Add surrounding lines to name one place, or set replace_all.',
    zh: 'old_string 出现了 {count:number} 次，位于第 {lines} 行。请加上前后的行以确定一处，或设置 replace_all。',
  },
  ambiguousMore: {
    en: 'old_string occurs {count:number} times, at lines {lines} and more. Add surrounding lines to name one place, or set replace_all.',
    zh: 'old_string 出现了 {count:number} 次，位于第 {lines} 行等处。请加上前后的行以确定一处，或设置 replace_all。',
  },
  cameIn: {
    en: '{ambiguous} {added:number} of them came in with an earlier edit of this call.',
    zh: '{ambiguous}其中 {added:number} 处来自本次调用中较早的修改。',
  },
  moved: {
    en: 'An earlier edit of this call changed the place of old_string: edits apply in order, each to the result of those before.',
    zh: '本次调用中较早的修改改动了 old_string 所在之处：修改按顺序应用，每处都基于之前的结果。',
  },
  madeBefore: {
    en: 'old_string was not found in the file: you made this edit before, and new_string is at line {line:number}.',
    zh: '在文件中没有找到 old_string：这处修改你之前已经做过，new_string 在第 {line:number} 行。',
  },
  notFound: { en: 'old_string was not found in the file. {near}', zh: '在文件中没有找到 old_string。{near}' },
})

/** The text with the replacement made; everything outside the spans is untouched. Throws what the model should read. */
export const applyEdit = (text: string, replacement: Replacement, earlier: Earlier): AppliedEdit => {
  if (replacement.oldText === '') return fillEmpty(text, replacement)
  const { spans, via } = findMatches(text, replacement.oldText)
  if (spans.length === 0) throw new ToolError(notFoundMessage(text, replacement, earlier))
  if (spans.length > 1 && !replacement.all)
    throw new ToolError(ambiguousIn(text, { spans, replacement }, earlier))
  const pieces: string[] = []
  const made: AppliedEdit['spans'][number][] = []
  let done = 0
  for (const span of spans) {
    const replaced = text.slice(span.start, span.end)
    const styled = inStyleOf(replaced, intendedTags(replacement.newText, text), via)
    const written = toLineFeeds(styled).replaceAll('\n', lineEndOf(text, span))
    pieces.push(text.slice(done, span.start), written)
    made.push({ ...span, addedLines: countLineFeeds(written) - countLineFeeds(replaced) })
    done = span.end
  }
  return { text: pieces.join('') + text.slice(done), spans: made }
}

const fillEmpty = (text: string, replacement: Replacement): AppliedEdit => {
  if (text.trim() !== '') throw new ToolError(says('notEmpty'))
  return { text: intendedTags(replacement.newText, text), spans: [] }
}

const inStyleOf = (replaced: string, text: string, via: Matches['via']): string => {
  switch (via) {
    case 'exact':
      return text
    case 'tags':
      return restoreTags(text)
    case 'escapes':
      return restoreInvisible(restoreTags(text))
    case 'quotes':
      return likeQuotesOf(replaced, text)
  }
}

export const ambiguousMessage = (
  count: number,
  places: readonly { readonly firstLine: number }[],
): LocalizedText => {
  const lines = places.map(place => place.firstLine).join(', ')
  return says(count > places.length ? 'ambiguousMore' : 'ambiguous', { count, lines })
}

/** Places that an earlier edit of the call made are told apart: on disk there are none. */
const ambiguousIn = (
  text: string,
  { spans, replacement }: { readonly spans: readonly Span[]; readonly replacement: Replacement },
  { before, lineOf }: Earlier,
): LocalizedText => {
  const places = spans.slice(0, MAX_NAMED_LINES).map(({ firstLine }) => ({ firstLine: lineOf(firstLine) }))
  const said = ambiguousMessage(spans.length, places)
  const added = text === before ? 0 : spans.length - findMatches(before, replacement.oldText).spans.length
  return added > 0 ? says('cameIn', { ambiguous: said, added }) : said
}

const countLineFeeds = (text: string): number => text.split('\n').length - 1

/** Speaks of the file on disk, `before`, whatever earlier edits of the call would have made of it. */
const notFoundMessage = (
  text: string,
  replacement: Replacement,
  { before, wasMade }: Earlier,
): LocalizedText => {
  const { oldText, newText } = replacement
  if (text !== before && findMatches(before, oldText).spans.length > 0) return says('moved')
  // That new_string stands somewhere says nothing: unedited text may hold it as well.
  const [place] = wasMade?.(replacement) && newText.trim() !== '' ? findMatches(before, newText).spans : []
  if (place) return says('madeBefore', { line: place.firstLine })
  return says('notFound', { near: nearMiss(before, oldText) })
}
