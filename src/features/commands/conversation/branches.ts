import type { Command } from '../../../protocol/command.ts'
import { conversationAnswer } from '../../../protocol/messages/commands/conversation.ts'
import { headerOf } from '../../../protocol/messages/commands/table-cells.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { PromptNode } from '../../../protocol/session/session-tree.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

export const branchCommand: Command = {
  ...described('branch'),
  group: 'conversation',
  headless: true,
  panel: { name: 'tree', when: 'bare' },
  async run(args, { engine }) {
    const { prompts, current } = await engine.query('tree')
    const ends = prompts.filter(prompt => prompt.leaf)
    if (args === '') {
      if (ends.length < 2) return shown(conversationAnswer('only_branch'))
      const rows = ends.map(({ uuid, title, ageMs }, at) => [
        uuid === current ? '*' : '',
        String(at + 1),
        title.slice(0, 80),
        ago(ageMs),
      ])
      return shown(table(headerOf('', '', 'last_message', 'ago'), rows))
    }
    const end = ends[Number(args) - 1]
    if (!end) throw new OpError(conversationAnswer('no_such_branch', { number: args }))
    if (end.uuid === current) return shown(conversationAnswer('on_that_branch'))
    const report = await engine.rewind({ messageUuid: end.uuid, what: 'both', to: 'end' })
    if (!report.canMove) throw new OpError(report.error)
    return shown(conversationAnswer('switched_branch', { title: end.title }))
  },
}

/** How long ago, in the largest unit that says something. */
const ago = (ms: number): LocalizedText => {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return conversationAnswer('minutes', { count: minutes })
  return minutes < 48 * 60
    ? conversationAnswer('hours', { count: Math.floor(minutes / 60) })
    : conversationAnswer('days', { count: Math.floor(minutes / 1440) })
}

export const treeCommand: Command = {
  ...described('tree'),
  group: 'conversation',
  headless: true,
  beside: true,
  panel: { name: 'tree', when: 'always' },
  async run(_, { engine }) {
    const { prompts, current } = await engine.query('tree')
    if (prompts.length === 0) return shown(conversationAnswer('nothing_said'))
    const children = new Map<string | null, PromptNode[]>()
    for (const prompt of prompts)
      children.set(prompt.parent, [...(children.get(prompt.parent) ?? []), prompt])
    const lines: string[] = []
    const draw = (siblings: readonly PromptNode[], indent: string): void => {
      for (const node of siblings) {
        const mark = node.uuid === current ? '*' : node.current ? '|' : ' '
        lines.push(`${mark} ${indent}${node.title.slice(0, 100)}`)
        // A straight line of talk stays straight; only where it parts it moves to the right.
        const next = children.get(node.uuid) ?? []
        draw(next, next.length > 1 ? `${indent}  ` : indent)
      }
    }
    draw(children.get(null) ?? [], '')
    return shownLines([...lines, '', conversationAnswer('tree_legend')])
  },
}

export const forkCommand: Command = {
  ...described('fork'),
  group: 'conversation',
  destructive: true,
  headless: false,
  async run(_, { engine }) {
    const { sessionId, transcriptPath } = await engine.query('state')
    if (transcriptPath === undefined) return shown(conversationAnswer('nothing_to_fork'))
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId, fork: true },
      text: conversationAnswer('fork_elsewhere', {
        command: `capstan --resume ${sessionId} --fork-session`,
      }),
    }
  },
}

export const subtaskCommand: Command = {
  ...described('subtask'),
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args, { startFork }) {
    if (args === '') throw new OpError(conversationAnswer('subtask_usage'))
    const { id } = await startFork(args)
    return shown(conversationAnswer('subtask_started', { id }))
  },
}
