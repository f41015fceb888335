import { grouped, percent } from '../../../lib/text/columns.ts'
import type { Command } from '../../../protocol/command.ts'
import type { ContextUsage } from '../../../protocol/context.ts'
import { type Message, toolUses } from '../../../protocol/message.ts'
import { contextAnswer } from '../../../protocol/messages/commands/context.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { fileOfCall, writesFile } from '../../../protocol/tools/file-call.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const contextCommand: Command = {
  ...described('context'),
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'context', when: 'always' },
  async run(_, { engine }) {
    const [usage, cache] = await Promise.all([engine.query('context'), engine.query('cache')])
    const shares =
      cache.requests.length === 0 ? [] : [contextAnswer('cache_share', { share: percent(cache.hitRatio) })]
    return shownLines([headline(usage), '', itemTable(usage), '', ...notes(usage), ...shares])
  },
}

const headline = ({ model, tokens, window }: ContextUsage): LocalizedText =>
  contextAnswer('context_summary', {
    model,
    tokens: grouped(tokens),
    window: grouped(window),
    share: percent(tokens / window),
  })

const itemTable = ({ items, window }: ContextUsage): LocalizedText =>
  table(
    headerOf('what', 'name', 'count', 'tokens', 'share'),
    items.map(item => [
      contextAnswer(`part_${item.kind}`),
      item.kind === 'attachment' ? item.name.replaceAll('_', ' ') : item.name,
      item.count,
      item.tokens,
      percent(item.tokens / window),
    ]),
  )

const notes = ({ compactAt, tokens, drift }: ContextUsage): readonly LocalizedText[] => [
  compactAt === undefined ? contextAnswer('compacts_never') : whenCompacted(compactAt, tokens),
  ...(drift === undefined ? [] : [contextAnswer('estimate_corrected', { factor: drift.toFixed(2) })]),
]

const whenCompacted = (compactAt: number, tokens: number): LocalizedText => {
  const limit = grouped(compactAt)
  return tokens > compactAt
    ? contextAnswer('compacts_next', { limit })
    : contextAnswer('compacts_later', { limit, room: grouped(compactAt - tokens) })
}

export const filesCommand: Command = {
  ...described('files'),
  group: 'context',
  headless: true,
  beside: true,
  async run(_, { engine }) {
    const [history, { cwd }] = [await engine.query('history'), await engine.query('state')]
    const uses = countUses(history)
    if (uses.size === 0) return shown(contextAnswer('no_files'))
    const rows = [...uses].map(([path, { read, changed }]) => [shortened(path, cwd), read, changed])
    return shown(table(headerOf('file', 'read', 'changed'), rows))
  },
}

const countUses = (history: readonly Message[]): Map<string, { read: number; changed: number }> => {
  const uses = new Map<string, { read: number; changed: number }>()
  for (const message of history) {
    if (message.type !== 'assistant') continue
    for (const { name, input } of toolUses(message.message.content)) {
      const path = fileOfCall(input)
      const isRead = name === RULE_NAMES.read
      if (path === undefined || !(isRead || writesFile(name, input))) continue
      const use = uses.get(path) ?? { read: 0, changed: 0 }
      if (isRead) use.read += 1
      else use.changed += 1
      uses.set(path, use)
    }
  }
  return uses
}

const shortened = (path: string, cwd: string): string =>
  path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
