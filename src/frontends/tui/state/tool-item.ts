import { approvedWords, isRefusal, refusalReason } from '../../../lib/refusal.ts'
import { isQuietResult } from '../../../lib/values/quiet-result.ts'
import type { ToolResultBlock, UserMessage } from '../../../protocol/message.ts'
import type { Presentation } from '../../../protocol/messages/presentation.ts'
import { forPeople } from './for-people.ts'
import type { ToolItem } from './item.ts'

/** What is kept of a result for the screen; the model's copy is in the session file. */
const KEPT_TEXT = 24_000

export const isFinished = ({ state, text }: ToolItem): boolean =>
  state === 'done' ||
  state === 'failed' ||
  // What was said with the no is in the result, which follows.
  (state === 'denied' && text !== undefined) ||
  state === 'interrupted' ||
  state === 'background'

export const withResult = (
  item: ToolItem,
  {
    block,
    output,
    presentation,
    ran,
    refused,
    now,
  }: {
    readonly block: ToolResultBlock
    readonly output: unknown
    readonly presentation: Presentation | undefined
    readonly ran?: UserMessage['ran']
    readonly refused?: UserMessage['refused']
    readonly now?: number
  },
): ToolItem => {
  const state = stateOf(item, block, output)
  const said = approvedWords(block.content)
  return {
    ...item,
    state,
    ...(presentation ? { presentation } : {}),
    ...(said === undefined ? {} : { said }),
    ...(ran?.look && isQuietResult(block.content, output) ? { look: true } : {}),
    ...(ran && ASKED.has(ran.approval.by) ? { asked: true } : {}),
    ...(state === 'denied' && refused?.localized ? { refusal: refused.localized } : {}),
    text: state === 'denied' ? refusalReason(textOf(block)) : textOf(block),
    ...(output === undefined ? {} : { output }),
    ...(now === undefined ? {} : { endedAt: now }),
  }
}

/** Who lets a call run after a question. */
const ASKED: ReadonlySet<string> = new Set(['person', 'channel'])

/** How a call is answered that was stopped, or whose end nobody saw: by us now or before a resume, or by others. */
const STOPPED =
  /^(?:\[Request interrupted|Interrupted|This call was interrupted|The call was (?:interrupted|not started)|此调用在程序停止时中断|调用在完成前被用户中断|调用没有开始)/

const stateOf = (item: ToolItem, block: ToolResultBlock, output: unknown): ToolItem['state'] => {
  if (item.state === 'denied' || item.state === 'interrupted') return item.state
  if (block.is_error) {
    const text = textOf(block)
    // In a conversation that was taken up again nobody is told of the refusal but by its result.
    if (output === undefined && isRefusal(text)) return 'denied'
    return STOPPED.test(text) ? 'interrupted' : 'failed'
  }
  const goesOn =
    field(output, 'backgroundTaskId') !== undefined || field(output, 'status') === 'async_launched'
  return goesOn ? 'background' : 'done'
}

const textOf = ({ content }: ToolResultBlock): string => {
  const text = forPeople(
    typeof content === 'string'
      ? content
      : content.map(block => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n'),
  )
  if (text.length <= KEPT_TEXT) return text
  const half = KEPT_TEXT / 2
  return `${text.slice(0, half)}\n… ${text.length - KEPT_TEXT} characters …\n${text.slice(-half)}`
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
