import type { Command } from '../../protocol/command.ts'
import type { PromptNode } from '../../protocol/session-tree.ts'

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
