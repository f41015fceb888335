import { ToolError } from '../../../protocol/tool.ts'
import { findMatches, lineEndOf, type Span, toLineFeeds } from './find-match.ts'
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
  const { spans, quotesDiffer } = findMatches(text, replacement.oldText)
  if (spans.length === 0)
    throw new ToolError(`old_string was not found in the file. ${nearMiss(text, replacement.oldText)}`)
  if (spans.length > 1 && !replacement.all)
    throw new ToolError(
      `old_string occurs ${spans.length} times, at ${namedLines(spans)}. Add surrounding lines to name one place, or set replace_all.`,
    )
  const pieces: string[] = []
  let done = 0
  for (const span of spans) {
    const replaced = text.slice(span.start, span.end)
    const styled = quotesDiffer ? likeQuotesOf(replaced, replacement.newText) : replacement.newText
    pieces.push(text.slice(done, span.start), toLineFeeds(styled).replaceAll('\n', lineEndOf(text, span)))
    done = span.end
  }
  return { text: pieces.join('') + text.slice(done), spans }
}

const namedLines = (spans: readonly Span[]): string => {
  const named = spans.slice(0, MAX_NAMED_LINES).map(span => span.firstLine)
  return `lines ${named.join(', ')}${spans.length > named.length ? ' and more' : ''}`
}
