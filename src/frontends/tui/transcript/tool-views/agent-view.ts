import { truncateAnsi } from '../../../../lib/ansi-text.ts'
import type { ToolItem } from '../../state/item.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { foldedLines } from '../folded-lines.ts'
import type { View } from '../look.ts'
import { renderMarkdown } from '../markdown/markdown-stream.ts'
import { field, listField, numberField, textField } from '../read-field.ts'
import { safeLine } from '../safe-text.ts'
import type { TitleOf, ToolView } from './tool-view.ts'

const SHOWN_CALLS = 3

/** An agent with what it did last, how much it did, and for how long. */
export const agentView: ToolView = {
  name: item => safeLine(textField(item.input, 'name') ?? textField(item.input, 'subagent_type') ?? 'Agent'),
  subject: input => safeLine(textField(input, 'description') ?? ''),
  live: (item, view, titleOf) => [
    ...callTree(item.children ?? [], view, titleOf),
    ...lastWords(item, view),
    ...facts([callsOf(item, view), tokensOf(item, view)], view),
  ],
  result: (item, view, titleOf) => {
    const id = textField(item.output, 'agentId')
    if (textField(item.output, 'status') === 'async_launched')
      return [view.words.transcript.inBackground(safeLine(id ?? ''))]
    const ms = numberField(item.output, 'totalDurationMs') ?? spentOn(item)
    const time = ms === undefined ? undefined : view.words.transcript.duration(ms)
    const summary = facts([callsOf(item, view), tokensOf(item, view), time], view)
    if (view.verbose)
      return [...callTree(item.children ?? [], view, titleOf), ...summary, ...answerOf(item, view)]
    return summary.length === 0 ? undefined : summary
  },
}

/** The last calls as a tree; all of them in the verbose view. */
const callTree = (calls: readonly ToolItem[], view: View, titleOf: TitleOf): readonly Line[] => {
  const shown = view.verbose ? calls : calls.slice(-SHOWN_CALLS)
  const hidden = calls.length - shown.length
  const { theme, words } = view
  const branch = (last: boolean): string => theme.paint('border', view.plain ? '-' : last ? '└' : '├')
  return [
    ...(hidden > 0 ? [theme.paint('dim', words.transcript.earlierCalls(hidden))] : []),
    ...shown.map((call, at) =>
      truncateAnsi(`${branch(at === shown.length - 1)} ${titleOf(call, view)}`, view.width),
    ),
  ]
}

const lastWords = (item: ToolItem, view: View): readonly Line[] =>
  (item.children ?? []).length > 0
    ? []
    : foldedLines(item.progress?.text ?? '', { head: 0, tail: 1, tone: 'dim' }, view)

const facts = (parts: readonly (string | undefined)[], { theme }: View): readonly Line[] => {
  const known = parts.filter(part => part !== undefined)
  return known.length === 0 ? [] : [theme.paint('dim', known.join(' · '))]
}

const callsOf = (item: ToolItem, { words }: View): string | undefined => {
  const count = numberField(item.output, 'totalToolUseCount') ?? item.children?.length ?? 0
  return count === 0 ? undefined : words.transcript.toolUses(count)
}

const tokensOf = (item: ToolItem, { words }: View): string | undefined => {
  const count = numberField(item.output, 'totalTokens')
  return count === undefined ? undefined : words.transcript.tokens(count)
}

const spentOn = ({ startedAt, endedAt }: ToolItem): number | undefined =>
  startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt

const answerOf = (item: ToolItem, view: View): readonly Line[] => {
  const text = listField(item.output, 'content')
    .map(block => textField(block, 'text') ?? '')
    .join('\n\n')
  const answer = text.trim() === '' && field(item.output, 'content') === undefined ? (item.text ?? '') : text
  return answer.trim() === '' ? [] : ['', ...renderMarkdown(answer, view)]
}
