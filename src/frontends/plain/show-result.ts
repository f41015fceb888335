import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import { failureForPeople } from '../../lib/failure-text.ts'
import { approvedWords, declinedWords, isRefusal, refusalReason } from '../../lib/refusal.ts'
import { plainText, type ToolResultBlock } from '../../protocol/message.ts'
import { lineText } from '../../protocol/messages/plain.ts'
import type { Presentation } from '../../protocol/messages/presentation.ts'
import { type Paint, sayIn } from './paint.ts'
import { callResult, scriptCalls } from './tool-views.ts'

export interface FinishedCall {
  readonly block: ToolResultBlock
  readonly presentation: Presentation | undefined
}

const MAX_TEXT_LINES = 6

/** Lines for what a call gave; the first hangs under the call. */
export const showResult = (call: FinishedCall, paint: Paint): readonly string[] => {
  const said = approvedWords(call.block.content)
  const note =
    said === undefined ? [] : [sayIn(paint, lineText('approved', { words: escapeProse(said, 160) }))]
  const content = note.length > 0 ? call.block.content.slice(0, -1) : call.block.content
  const shown = textLines({ ...call, block: { ...call.block, content } }, paint)
  const lines = [
    ...note,
    ...scriptCalls(call.presentation, paint),
    ...(callResult(call.presentation, paint) ?? shown),
  ]
  return lines.map((line, at) => (at === 0 ? `  ⎿ ${line}` : `    ${line}`))
}

/** A failure is told to people in a sentence; what the model should do about it is none of it. */
const saidOf = (block: ToolResultBlock, paint: Paint): string => {
  const text = plainText(block.content)
  if (!block.is_error) return text
  if (!isRefusal(text)) return failureForPeople(text)
  const reason = refusalReason(text)
  const words = declinedWords(reason)
  if (words === undefined) return sayIn(paint, lineText('denied', { reason }))
  return sayIn(paint, words === '' ? lineText('declined') : lineText('declined_with', { words }))
}

const textLines = ({ block, presentation }: FinishedCall, paint: Paint): readonly string[] => {
  const { body } = presentation ?? {}
  const own = !block.is_error && body?.type === 'said' ? body.text : undefined
  const lines = (own === undefined ? saidOf(block, paint) : sayIn(paint, own))
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => escapeLine(line, 160))
  const left = lines.length - MAX_TEXT_LINES
  const shown =
    left > 0
      ? [...lines.slice(0, MAX_TEXT_LINES), sayIn(paint, lineText('more_lines', { count: left }))]
      : lines
  if (shown.length === 0) return [paint('dim', sayIn(paint, lineText('no_output')))]
  return block.is_error ? shown.map(line => paint('red', line)) : shown
}
