import type { Command } from '../../../protocol/command.ts'
import { type Message, toolUses } from '../../../protocol/message.ts'
import { columns } from '../columns.ts'

export const files: Pick<Command, 'run'> = {
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
