import { escapeInvisible, restoreInvisible } from '../../../lib/escape-text.ts'
import { meantTags, restoreTags } from '../../../lib/harness-tags.ts'
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
  readonly spans: readonly Span[]
}

const MAX_NAMED_LINES = 10

/** The text with the replacement made; everything outside the spans is untouched. Throws what the model should read. */
export const applyEdit = (text: string, replacement: Replacement): AppliedEdit => {
  if (replacement.oldText === '') return fillEmpty(text, replacement)
  const { spans, via } = findMatches(text, replacement.oldText)
  if (spans.length === 0) throw new ToolError(notFoundMessage(text, replacement))
  if (spans.length > 1 && !replacement.all)
    throw new ToolError(ambiguousMessage(spans.length, spans.slice(0, MAX_NAMED_LINES)))
  const pieces: string[] = []
  let done = 0
  for (const span of spans) {
    const replaced = text.slice(span.start, span.end)
    const styled = inStyleOf(replaced, meantTags(replacement.newText, text), via)
    pieces.push(text.slice(done, span.start), toLineFeeds(styled).replaceAll('\n', lineEndOf(text, span)))
    done = span.end
  }
  return { text: pieces.join('') + text.slice(done), spans }
}

const fillEmpty = (text: string, replacement: Replacement): AppliedEdit => {
  if (text.trim() !== '')
    throw new ToolError(
      'The file exists and is not empty. Give the text to replace as old_string, or use Write.',
    )
  return { text: meantTags(replacement.newText, text), spans: [] }
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
): string => {
  const named = places.map(place => place.firstLine).join(', ')
  return `old_string occurs ${count} times, at lines ${named}${count > places.length ? ' and more' : ''}. Add surrounding lines to name one place, or set replace_all.`
}

const notFoundMessage = (text: string, { oldText, newText }: Replacement): string => {
  const made = newText.trim().length > 3 ? findMatches(text, newText).spans : []
  const place = made.length === 1 ? made[0] : undefined
  const already = place
    ? ` new_string is already in the file at line ${place.firstLine}: perhaps this edit was made before.`
    : ''
  return `old_string was not found in the file. ${escapeInvisible(nearMiss(text, oldText))}${already}`
}
