import type { Command } from '../../protocol/command.ts'
import type { ContextItem, ContextUsage } from '../../protocol/context.ts'
import { columns, grouped, percent } from './columns.ts'

const KINDS: { readonly [K in ContextItem['kind']]: string } = {
  system: 'system prompt',
  tools: 'tool',
  instructions: 'instructions',
  memory: 'memory',
  summary: 'summary',
  user: 'you',
  assistant: 'assistant',
  tool_result: 'results of',
  attachment: 'attachment',
}

export const contextCommand: Command = {
  name: 'context',
  description: 'Show what fills the context window',
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'context', when: 'always' },
  async run(_, { engine, rich }) {
    const [usage, cache] = await Promise.all([engine.query('context'), engine.query('cache')])
    const shares =
      cache.requests.length === 0
        ? []
        : [`Cache: ${percent(cache.hitRatio)} of all input so far; see /cache.`]
    return {
      kind: 'shown',
      text: [headline(usage), '', table(usage, rich), '', ...notes(usage), ...shares].join('\n'),
    }
  },
}

const headline = ({ model, tokens, window }: ContextUsage): string =>
  `${model}: about ${grouped(tokens)} of ${grouped(window)} tokens (${percent(tokens / window)})`

const table = ({ items, window }: ContextUsage, rich: boolean): string =>
  columns(
    ['what', 'name', 'count', 'tokens', 'share'],
    items.map(item => [
      KINDS[item.kind],
      item.kind === 'attachment' ? item.name.replaceAll('_', ' ') : item.name,
      item.count,
      item.tokens,
      percent(item.tokens / window),
    ]),
    rich,
  )

const notes = ({ compactAt, tokens, drift }: ContextUsage): readonly string[] => [
  compactAt === undefined
    ? 'Auto-compact is off.'
    : `Auto-compacts at ${grouped(compactAt)} tokens: ${tokens > compactAt ? 'your next message compacts first' : `room for ${grouped(compactAt - tokens)} more`}.`,
  ...(drift === undefined
    ? []
    : [`The provider counts ${drift.toFixed(2)} × our estimate; numbers are corrected for that.`]),
]
