import type { Command } from '../../protocol/command.ts'
import type { LoadedInstruction } from '../../protocol/instruction.ts'
import { columns } from './columns.ts'

const REASONS: { readonly [R in LoadedInstruction['reason']]: string } = {
  start: 'from the start',
  nested: 'a file beside it was touched',
  matched: 'a file its paths name was touched',
  import: 'imported',
  compact: 'read again after a compaction',
}

export const memoryCommand: Command = {
  name: 'memory',
  description: 'List the instruction and memory files the model was given',
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'memory', when: 'always' },
  async run(_, { engine, rich }) {
    const files = await engine.query('instructions')
    if (files.length === 0)
      return {
        kind: 'shown',
        text: 'No instruction or memory file is loaded. AGENTS.md or CLAUDE.md in the project would be.',
      }
    const rows = files.map(file => [
      file.path,
      file.scope,
      file.importedBy === undefined ? REASONS[file.reason] : `imported by ${file.importedBy}`,
      file.tokens,
    ])
    return { kind: 'shown', text: columns(['file', 'of', 'why', 'tokens'], rows, rich) }
  },
}
