import { truncateAnsi, wrapAnsi } from '../../../lib/ansi-text.ts'
import { withLiteralValues } from '../../../protocol/messages/literal-values.ts'
import type { Ending, Item } from '../state/item.ts'
import { MESSAGE_ID } from '../state/message-item.ts'
import { isFinished as isCallFinished } from '../state/tool-item.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Tone } from '../theme/theme.ts'
import { type AgentGroup, renderAgents } from './agent-group.ts'
import { agentEnding } from './agent-lines.ts'
import { timeLines } from './clock.ts'
import { fitLines } from './fit-lines.ts'
import { foldedLines } from './folded-lines.ts'
import { type Group, renderGroup } from './groups.ts'
import { atBorder, hang, withoutBorderMarks } from './hang.ts'
import { renderMarkdown } from './markdown/markdown-stream.ts'
import type { View } from './render-options.ts'
import { renderTool } from './render-tool.ts'
import { safeLine, safeLines } from './safe-text.ts'
import { shortLine } from './short-line.ts'
import { exactRows, proseRows } from './text-rows.ts'

type Shown = Item | Group | AgentGroup
type ItemOf<K extends Item['kind']> = Extract<Item, { readonly kind: K }>

/** One item of the transcript as lines, without the empty line before it. */
export const renderItem = (item: Shown, view: View): readonly Line[] =>
  isHidden(item, view) ? [] : fitLines(linesOf(item, view), view.width)

/** The view leaves it out; `MESSAGE_ID` begins the ids of what the model sent to the person with a call. */
export const isHidden = (item: Shown, { focus, brief }: View): boolean =>
  ((focus === true || brief === true) && isWork(item.kind)) ||
  (brief === true && item.kind === 'assistant' && !item.id.startsWith(MESSAGE_ID))

const linesOf = (item: Shown, view: View): readonly Line[] => {
  switch (item.kind) {
    case 'banner':
      return bannerLines(item, view)
    case 'user':
      return userLines(item, view)
    case 'mention':
      return [mentionLine(item, view)]
    case 'assistant':
      return assistantLines(item, view)
    case 'thinking':
      return thinkingLines(item, view)
    case 'tool':
      return renderTool(item, view)
    case 'group':
      return renderGroup(item, view)
    case 'agents':
      return renderAgents(item, view)
    case 'notice':
      return noticeLines(item, view)
    case 'command':
      return commandLines(item, view)
    case 'shell':
      return shellLines(item, view)
    case 'compaction':
      return compactionLines(item, view)
    case 'agent':
      return agentEndLines(item, view)
    case 'ending':
      return endingLines(item, view)
  }
}

/** Calls and folded thoughts stand close together, everything else apart. */
export const gapBefore = (previous: Shown['kind'] | undefined, item: Shown): boolean => {
  if (previous === undefined || item.kind === 'mention') return false
  return !(isWork(previous) && isWork(item.kind))
}

const isWork = (kind: Shown['kind']): boolean =>
  kind === 'tool' || kind === 'group' || kind === 'agents' || kind === 'thinking' || kind === 'agent'

/** It has ended and looks the same from now on. */
export const isFinished = (item: Item): boolean => {
  switch (item.kind) {
    case 'assistant':
    case 'thinking':
      return item.ended
    case 'tool':
      return isCallFinished(item)
    case 'shell':
      return item.state !== 'running'
    default:
      return true
  }
}

const wrapped = (text: string, tone: Tone, view: View): readonly Line[] =>
  safeLines(text).flatMap(line => proseRows(view.theme.paint(tone, shortLine(line, view)), view))

const bannerLines = ({ lines }: ItemOf<'banner'>, view: View): readonly Line[] =>
  lines.flatMap((line, at) => wrapped(line, at === 0 ? 'heading' : 'dim', view))

const userLines = (item: ItemOf<'user'>, view: View): readonly Line[] => {
  const { text, attachments } = item
  const { theme, words, plain } = view
  const bar = plain ? `${words.transcript.you} ` : `${theme.paint('userBar', '▌')} `
  const rest = plain ? '  ' : bar
  const files = attachments === 0 ? [] : [theme.paint('dim', words.transcript.attachments(attachments))]
  // What was pasted into it may be a book.
  const said = (inner: View): readonly Line[] =>
    text.split('\n', LONG_SPEECH + 1).length > LONG_SPEECH
      ? foldedLines(text, { head: LONG_SPEECH - 10, tail: 5, tone: 'user', links: false }, inner)
      : wrapped(text, 'user', inner)
  const times = timeLines(item, view)
  // Nothing but the text in its rows, where the terminal breaks them.
  if (view.soft && view.softProse) return [bar.trimEnd(), ...times, ...said(view), ...files]
  return hang({ mark: bar, rest }, view, inner => [...times, ...said(inner), ...files])
}

const mentionLine = ({ mention }: ItemOf<'mention'>, { theme, words, width, plain }: View): Line => {
  const isMissing = ['denied', 'failed', 'tooMuch'].includes(mention.what)
  const text = words.transcript.mention({ ...mention, name: safeLine(mention.name) })
  return truncateAnsi(theme.paint(isMissing ? 'warn' : 'dim', `${plain ? '' : '  ⎿ '}${text}`), width)
}

/** Lines of a message that are shown without folding. */
const LONG_SPEECH = 30

const assistantLines = (item: ItemOf<'assistant'>, view: View): readonly Line[] => {
  const lines = renderMarkdown(item.text, view)
  return lines.length > 0 ? [...linesBefore(item, view), ...lines] : lines
}

/** Before the first line of what the model says: when, and who speaks where no colour tells. */
export const linesBefore = (item: ItemOf<'assistant'>, view: View): readonly Line[] => [
  ...timeLines(item, view),
  ...(view.plain ? [view.words.transcript.assistant] : []),
]

/** Lines of a summary of thinking. */
const SHOWN_THOUGHTS = 6

const thinkingLines = (item: ItemOf<'thinking'>, view: View): readonly Line[] => {
  const { theme, words, verbose, plain } = view
  const { transcript } = words
  const head = `${plain ? '' : '∴ '}${item.ended ? transcript.thought(item.ms) : transcript.thinking}`
  if (verbose)
    return [
      theme.paint('thinking', head),
      ...hang({ mark: '  ' }, view, inner => wrapped(item.text.trim(), 'thinking', inner)),
    ]
  const said = view.thoughts && item.ended ? item.text.trim() : ''
  if (said !== '')
    return [
      theme.paint('thinking', head),
      ...hang({ mark: '  ' }, view, inner => {
        const lines = wrapped(said, 'thinking', inner)
        const hidden = lines.length - SHOWN_THOUGHTS
        return hidden <= 1
          ? lines
          : [...lines.slice(0, SHOWN_THOUGHTS), theme.paint('faint', transcript.hiddenLines(hidden))]
      }),
    ]
  const hint = item.text.trim() === '' || !item.ended ? '' : theme.paint('faint', ` — ${transcript.unfold}`)
  return [truncateAnsi(theme.paint('thinking', head) + hint, view.width)]
}

const NOTICES: Readonly<Record<ItemOf<'notice'>['level'], readonly [string, Tone]>> = {
  info: ['·', 'dim'],
  notice: ['·', 'text'],
  suggestion: ['→', 'info'],
  warning: ['▲', 'warn'],
  error: ['✗', 'bad'],
}

const noticeLines = ({ level, text }: ItemOf<'notice'>, view: View): readonly Line[] => {
  const [sign, tone] = NOTICES[level]
  const mark = view.plain
    ? `${view.words.transcript.noticeLevels[level]} `
    : `${view.theme.paint(tone, sign)} `
  const lines = hang({ mark, ...(view.plain ? { rest: '  ' } : {}) }, view, inner =>
    safeLines(view.words.localize(text)).flatMap(line =>
      isLongLink(line, inner)
        ? exactRows(view.theme.paint(tone, line), view).map(atBorder)
        : wrapped(line, tone, inner),
    ),
  )
  return withoutBorderMarks(lines)
}

/** Somebody wants to copy it in one piece. */
const isLongLink = (line: string, { width }: View): boolean =>
  line.length > width && /^https?:\/\/\S+$/.test(line)

const commandLines = ({ command, text: answer, echoed }: ItemOf<'command'>, view: View): readonly Line[] => {
  const text = typeof answer === 'string' ? answer : view.words.localize(answer)
  const name = `/${safeLine(command).replace(/^\//, '')}`
  const title = echoed ? [] : wrapAnsi(view.theme.paint('dim', view.plain ? name : `› ${name}`), view.width)
  if (text.trim() === '') return title
  return [
    ...title,
    ...hang({ mark: '  ' }, view, inner =>
      isColumns(text)
        ? wrapped(text, 'text', inner)
        : renderMarkdown(withLiteralValues(answer, view.words.localize), inner),
    ),
  ]
}

/** Text laid out with blanks, which Markdown would close up. */
const isColumns = (text: string): boolean =>
  !/^\s*(?:```|\||#|[-*+] |\d+\. )/m.test(text) && /\S {2,}\S|^ +\S/m.test(text)

const shellLines = (item: ItemOf<'shell'>, view: View): readonly Line[] => {
  const { theme, words } = view
  const failed = item.state === 'failed' || (item.exitCode ?? 0) !== 0
  const code =
    failed && item.exitCode !== undefined
      ? [theme.paint('bad', words.transcript.exitCode(item.exitCode))]
      : []
  const fold = item.state === 'running' ? { head: 0, tail: 5 } : { head: 10, tail: 10 }
  return [
    ...safeLines(`! ${item.command}`).flatMap(line =>
      exactRows(theme.paint('shell', shortLine(line, view)), view),
    ),
    ...foldedLines(item.output, fold, view),
    ...code,
  ]
}

/** What does not fit into the rule stands below it: nothing of it is cut off. */
const compactionLines = ({ text }: ItemOf<'compaction'>, view: View): readonly Line[] => {
  const [first = '', ...rest] = wrapAnsi(safeLine(view.words.localize(text)), Math.max(1, view.width - 6))
  const below = hang({ mark: view.plain ? '' : '   ' }, view, () =>
    rest.map(line => view.theme.paint('dim', line)),
  )
  return [separator(first, view), ...(rest.length === 0 ? [] : below)]
}

const agentEndLines = (item: ItemOf<'agent'>, view: View): readonly Line[] => {
  const [sign, tone] = AGENT_ENDS[item.ended]
  const mark = view.plain ? '' : `${view.theme.paint(tone, sign)} `
  return hang({ mark }, view, inner => wrapped(agentEnding(item, view.words), 'dim', inner))
}

const AGENT_ENDS: Readonly<Record<ItemOf<'agent'>['ended'], readonly [string, Tone]>> = {
  done: ['◆', 'good'],
  stopped: ['◆', 'warn'],
  failed: ['✗', 'bad'],
}

/** A rule with words in it. */
export const separator = (text: string, { theme, width, plain }: View): Line => {
  if (plain) return truncateAnsi(text, width)
  const words = truncateAnsi(text, Math.max(1, width - 6))
  return truncateAnsi(
    `${theme.paint('border', '──')} ${theme.paint('dim', words)} ${theme.paint('border', '──')}`,
    width,
  )
}

const ENDINGS: Readonly<Record<ItemOf<'ending'>['level'], Tone>> = {
  quiet: 'dim',
  warning: 'warn',
  error: 'bad',
}

const endingLines = ({ cause, level, spent }: ItemOf<'ending'>, view: View): readonly Line[] => [
  ...(cause.kind === 'completed' ? [] : wrapped(causeText(cause, view), ENDINGS[level], view)),
  ...(spent ? wrapped(view.words.transcript.spent(spent), ENDINGS.quiet, view) : []),
]

/** How a turn ended and what it took, as text. */
export const endingText = ({ cause, spent }: ItemOf<'ending'>, view: Pick<View, 'words'>): string =>
  [causeText(cause, view), spent ? view.words.transcript.spent(spent) : ''].filter(Boolean).join('\n')

const causeText = (cause: Ending, { words }: Pick<View, 'words'>): string => {
  switch (cause.kind) {
    case 'completed':
      return ''
    case 'interrupted':
      return words.transcript.interrupted
    case 'program_stopped':
      return words.transcript.programStopped
    case 'max_turns':
      return words.transcript.maxTurns(cause.limit)
    case 'budget':
      return words.transcript.budgetReached(cause.use)
    case 'message':
      return words.localize(cause.text)
  }
}
