import type { Command } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import type { PromptNode } from '../../../protocol/session-tree.ts'
import { columns } from '../columns.ts'

export const branchCommand: Command = {
  name: 'branch',
  description: 'Switch to another branch of the conversation',
  argumentHint: '[number]',
  group: 'conversation',
  headless: true,
  panel: { name: 'tree', when: 'bare' },
  async run(args, { engine, rich }) {
    const { prompts, current } = await engine.query('tree')
    const ends = prompts.filter(prompt => prompt.leaf)
    if (args === '') {
      if (ends.length < 2) return { kind: 'shown', text: 'This is the only branch. /rewind starts another.' }
      const rows = ends.map(({ uuid, title, ageMs }, at) => [
        uuid === current ? '*' : '',
        String(at + 1),
        title.slice(0, 80),
        ago(ageMs),
      ])
      return { kind: 'shown', text: columns(['', '', 'last message', 'ago'], rows, rich) }
    }
    const end = ends[Number(args) - 1]
    if (!end) throw new OpError(`There is no branch ${args}. /branch lists them.`)
    if (end.uuid === current) return { kind: 'shown', text: 'Already on that branch.' }
    const report = await engine.rewind({ messageUuid: end.uuid, what: 'both', to: 'end' })
    if (!report.canMove) throw new OpError(report.error)
    return { kind: 'shown', text: `Switched. The conversation continues after: ${end.title}` }
  },
}

/** How long ago, in the largest unit that says something. */
const ago = (ms: number): string => {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`
}

export const treeCommand: Command = {
  name: 'tree',
  description: 'Show all branches of the conversation',
  group: 'conversation',
  headless: true,
  beside: true,
  panel: { name: 'tree', when: 'always' },
  async run(_, { engine }) {
    const { prompts, current } = await engine.query('tree')
    if (prompts.length === 0) return { kind: 'shown', text: 'Nothing has been said yet.' }
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
    return {
      kind: 'shown',
      text: [...lines, '', 'You are at the *; the | leads there.'].join('\n'),
    }
  },
}

export const forkCommand: Command = {
  name: 'fork',
  description: 'Continue in a copy of this session; this one stays as it is',
  group: 'conversation',
  destructive: true,
  headless: false,
  async run(_, { engine }) {
    const { sessionId, transcriptPath } = await engine.query('state')
    if (transcriptPath === undefined)
      return { kind: 'shown', text: "This session isn't saved, so there is nothing to copy." }
    return {
      kind: 'ui',
      request: { kind: 'switch_session', sessionId, fork: true },
      text: `To continue in a copy: capstan --resume ${sessionId} --fork-session`,
    }
  },
}

export const subtaskCommand: Command = {
  name: 'subtask',
  description: 'Let a fork of this conversation do something in the background',
  argumentHint: '<task>',
  group: 'conversation',
  headless: false,
  beside: true,
  async run(args, { startFork }) {
    if (args === '') throw new OpError('Say what to do, for example: /subtask write tests for the parser')
    const { id } = await startFork(args)
    return { kind: 'shown', text: `Started in the background (${id}). See /tasks for its progress.` }
  },
}
