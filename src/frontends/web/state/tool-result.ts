import { approvedWords, isRefusal, refusalReason } from '../../../lib/refusal.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { withoutReminders } from '../../../lib/text/without-reminders.ts'
import { isQuietResult } from '../../../lib/values/quiet-result.ts'
import { field } from '../../../lib/values/read-field.ts'
import type { ResultBlock, ToolResultBlock, UserMessage } from '../../../protocol/message.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'
import type { Picture, ToolRow, ToolState } from './row.ts'

/** A result as it came, for a call that may not be there yet. */
export interface Result {
  readonly block: ToolResultBlock
  readonly output: unknown
  readonly presentation?: Presentation
  readonly ran?: UserMessage['ran']
  readonly refused?: UserMessage['refused']
}

/** What is kept of a result for the screen. */
const KEPT = 200_000

export const withResult = (row: ToolRow, { block, output, presentation, ran, refused }: Result): ToolRow => {
  const text = resultText(block)
  const state = stateOf(row, { text, failed: block.is_error === true, output })
  const { progress: _, streaming: __, ...rest } = row
  const said = approvedWords(block.content)
  const pictures = typeof block.content === 'string' ? [] : picturesOf(block.content)
  return {
    ...rest,
    ...(presentation ? { presentation } : {}),
    state,
    ...(state === 'denied' && refused?.localized ? { refusal: refused.localized } : {}),
    result: state === 'denied' ? refusalReason(text) : text,
    ...(said === undefined ? {} : { said }),
    ...(pictures.length > 0 ? { pictures } : {}),
    ...(output === undefined ? {} : { output }),
    ...(ran?.look && isQuietResult(block.content, output) ? { look: true } : {}),
    ...(ran && ASKED.has(ran.approval.by) ? { asked: true } : {}),
  }
}

/** Who lets a call run after a question. */
const ASKED: ReadonlySet<string> = new Set(['person', 'channel'])

/** How a call is answered that was stopped, or whose end nobody saw. */
const STOPPED =
  /^(?:\[Request interrupted|Interrupted|This call was interrupted|The call was (?:interrupted|not started)|此调用在程序停止时中断|调用在完成前被用户中断|调用没有开始)/

const stateOf = (
  row: ToolRow,
  { text, failed, output }: { readonly text: string; readonly failed: boolean; readonly output: unknown },
): ToolState => {
  if (row.state === 'denied') return 'denied'
  if (failed) return isRefusal(text) ? 'denied' : STOPPED.test(text) ? 'stopped' : 'failed'
  const goesOn =
    field(output, 'backgroundTaskId') !== undefined || field(output, 'status') === 'async_launched'
  return goesOn ? 'background' : 'done'
}

const resultText = ({ content }: ToolResultBlock): string => {
  const text = forPeople(
    typeof content === 'string'
      ? content
      : content.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n'),
  )
  return text.length <= KEPT ? text : `${text.slice(0, KEPT / 2)}\n…\n${text.slice(-KEPT / 2)}`
}

const FRAMES = /<\/?(?:tool_use_error|local-command-stdout|local-command-stderr)>/g

export const forPeople = (text: string): string => {
  const bare = stripAnsi(text)
  return bare.includes('<') ? withoutReminders(bare).replace(FRAMES, '').trim() : bare
}

const SHOWN = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** Only kinds that hold nothing but a picture, and only those that are here. */
export const picturesOf = (
  blocks: readonly (ResultBlock | { readonly type: string })[],
): readonly Picture[] =>
  blocks.flatMap(block => {
    if (block.type !== 'image' || !('source' in block)) return []
    const { source } = block as ResultBlock & { readonly type: 'image' }
    return source.type === 'base64' && SHOWN.includes(source.media_type)
      ? [{ type: source.media_type, data: source.data }]
      : []
  })
