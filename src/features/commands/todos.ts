import type { Command } from '../../protocol/command.ts'

const MARKS: Readonly<Record<string, string>> = { completed: '[x]', in_progress: '[>]' }

export const todosCommand: Command = {
  name: 'todos',
  description: 'Show the to-do list',
  group: 'work',
  headless: true,
  beside: true,
  async run(_, { engine }) {
    const todos = await engine.query('todos')
    if (todos.length === 0) return { kind: 'shown', text: 'The to-do list is empty.' }
    const lines = todos.map(({ content, status }) => `${MARKS[status] ?? '[ ]'} ${content}`)
    return { kind: 'shown', text: lines.join('\n') }
  },
}
