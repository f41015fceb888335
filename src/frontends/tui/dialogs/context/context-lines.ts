import { padAnsi, truncateAnsi, wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { ContextItem, ContextUsage } from '../../../../protocol/context.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { shortCount } from '../../text/amounts.ts'
import type { Tone } from '../../theme/theme.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import type { PanelRenderOptions } from '../panel-room.ts'
import { percent } from '../share-bar.ts'

const TONES: Readonly<Record<ContextItem['kind'], Tone>> = {
  system: 'accent',
  tools: 'info',
  instructions: 'memory',
  memory: 'memory',
  summary: 'quote',
  user: 'user',
  assistant: 'good',
  tool_result: 'warn',
  attachment: 'tool',
}

/** Wider, the eye loses the row. */
const MOST_COLUMNS = 60

/** A bar of what fills the window, then kind by kind what is in it, the largest first. */
export const contextLines = (usage: ContextUsage, look: PanelRenderOptions): readonly Line[] => {
  const { theme, words, width } = look
  const context = words.panels.context
  const head = context.head(
    shortCount(usage.tokens),
    shortCount(usage.window),
    percent(usage.tokens / usage.window),
  )
  return [
    ...wrapAnsi(`${theme.paint('strong', safeLine(usage.model))} ${head}`, width),
    bar(usage, look),
    '',
    ...groupsOf(usage).flatMap(group => groupLines(group, usage.window, look)),
    '',
    ...notes(usage, look),
  ]
}

/** One piece per kind, in the order of the list; where compaction begins is marked. */
const bar = ({ items, window, compactAt }: ContextUsage, { theme, width }: PanelRenderOptions): Line => {
  const columns = Math.min(width, MOST_COLUMNS)
  const cells: Tone[] = []
  let tokens = 0
  for (const item of items) {
    tokens += item.tokens
    while (cells.length < Math.min(columns, Math.round((tokens / window) * columns)))
      cells.push(TONES[item.kind])
  }
  const mark =
    compactAt === undefined ? -1 : Math.min(columns - 1, Math.floor((compactAt / window) * columns))
  return Array.from({ length: columns }, (_, at) =>
    at === mark && at >= cells.length
      ? theme.paint('warn', '│')
      : cells[at] === undefined
        ? theme.paint('faint', '░')
        : theme.paint(cells[at], '█'),
  ).join('')
}

interface Group {
  readonly kind: ContextItem['kind']
  readonly tokens: number
  /** The largest first. */
  readonly items: readonly ContextItem[]
}

const groupsOf = ({ items }: ContextUsage): readonly Group[] =>
  [...Map.groupBy(items, ({ kind }) => kind)]
    .map(([kind, group]) => ({
      kind,
      tokens: group.reduce((sum, { tokens }) => sum + tokens, 0),
      items: group.toSorted((a, b) => b.tokens - a.tokens),
    }))
    .toSorted((a, b) => b.tokens - a.tokens)

const groupLines = (
  { kind, tokens, items }: Group,
  window: number,
  look: PanelRenderOptions,
): readonly Line[] => {
  const { theme, words } = look
  const size = `${shortCount(tokens)} ${(tokens > 0 && tokens / window < 0.01 ? '<1%' : percent(tokens / window)).padStart(4)}`
  return [
    sized(`${theme.paint(TONES[kind], '■')} ${words.panels.context.kinds[kind]}`, size, look),
    ...items.map(item => {
      const said = kind === 'attachment' ? item.name.replaceAll('_', ' ') : item.name
      const isOurs = kind !== 'tools' && kind !== 'instructions' && kind !== 'memory'
      const name = safeLine((isOurs ? words.panels.context.items[said] : undefined) ?? said)
      const count = item.count > 1 ? ` ×${item.count}` : ''
      return sized(theme.paint('dim', `  ${name}${count}`), `${shortCount(item.tokens)}     `, look)
    }),
  ]
}

/** The amounts stand in a column at the right. */
const sized = (left: string, size: string, { width }: PanelRenderOptions): Line => {
  const room = Math.max(8, Math.min(width, MOST_COLUMNS) - size.length - 1)
  return `${padAnsi(truncateAnsi(left, room), room)} ${size}`
}

const notes = (
  { tokens, compactAt, drift }: ContextUsage,
  { theme, words, width }: PanelRenderOptions,
): readonly Line[] => {
  const context = words.panels.context
  const compaction =
    compactAt === undefined
      ? context.compactionOff
      : tokens >= compactAt
        ? context.compactNow
        : context.compactAt(shortCount(compactAt), shortCount(compactAt - tokens))
  return [
    compaction,
    context.estimated,
    ...(drift === undefined ? [] : [context.drift(drift.toFixed(2))]),
  ].flatMap(text => wrapAnsi(theme.paint('dim', text), width))
}
