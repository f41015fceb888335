import type { Command } from '../../../protocol/command.ts'
import type { ContextItem, ContextUsage } from '../../../protocol/context.ts'
import { type Message, toolUses } from '../../../protocol/message.ts'
import { columns, grouped, percent } from '../columns.ts'

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

export const filesCommand: Command = {
  name: 'files',
  description: 'List the files the model has read or changed in this conversation',
  group: 'context',
  headless: true,
  beside: true,
  async run(_, { engine, rich }) {
    const [history, { cwd }] = [await engine.query('history'), await engine.query('state')]
    const uses = countUses(history)
    if (uses.size === 0) return { kind: 'shown', text: 'No files read or changed yet.' }
    const rows = [...uses].map(([path, { read, changed }]) => [shortened(path, cwd), read, changed])
    return { kind: 'shown', text: columns(['file', 'read', 'changed'], rows, rich) }
  },
}

const CHANGES: ReadonlySet<string> = new Set(['Edit', 'Write', 'NotebookEdit'])

const countUses = (history: readonly Message[]): Map<string, { read: number; changed: number }> => {
  const uses = new Map<string, { read: number; changed: number }>()
  for (const message of history) {
    if (message.type !== 'assistant') continue
    for (const { name, input } of toolUses(message.message.content)) {
      const path = pathOf(input)
      if (path === undefined || (name !== 'Read' && !CHANGES.has(name))) continue
      const use = uses.get(path) ?? { read: 0, changed: 0 }
      if (name === 'Read') use.read += 1
      else use.changed += 1
      uses.set(path, use)
    }
  }
  return uses
}

const pathOf = (input: unknown): string | undefined => {
  const { file_path: file, notebook_path: notebook } = Object(input) as Record<string, unknown>
  const path = file ?? notebook
  return typeof path === 'string' ? path : undefined
}

const shortened = (path: string, cwd: string): string =>
  path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
