import type { Command, CommandSettings } from '../../protocol/command.ts'
import type { LoadedInstruction } from '../../protocol/instruction.ts'
import { OpError } from '../../protocol/op.ts'
import { columns } from './columns.ts'

const REASONS: { readonly [R in LoadedInstruction['reason']]: string } = {
  start: 'from the start',
  nested: 'a file next to it was touched',
  matched: 'a matching file was touched',
  import: 'imported',
  compact: 'read again after a compaction',
}

export const memoryCommand: Command = {
  name: 'memory',
  description: 'Show the instruction and memory files in use; turn background requests on or off',
  argumentHint: '[requests on|off]',
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'memory', when: 'bare' },
  async run(args, { engine, rich, settings }) {
    if (args !== '') return { kind: 'shown', text: await switchRequests(args, settings) }
    const files = await engine.query('instructions')
    if (files.length === 0)
      return {
        kind: 'shown',
        text: 'No instruction or memory files loaded. Add an AGENTS.md or CLAUDE.md to the project.',
      }
    const rows = files.map(file => [
      file.path,
      file.scope,
      file.importedBy === undefined ? REASONS[file.reason] : `imported by ${file.importedBy}`,
      file.tokens,
    ])
    const isOn = await isAsking(settings)
    const requests = `Background requests for memory: ${isOn ? 'on' : 'off'}. /memory requests ${isOn ? 'off' : 'on'} changes that.`
    return { kind: 'shown', text: `${columns(['file', 'of', 'why', 'tokens'], rows, rich)}\n\n${requests}` }
  },
}

const KEY = 'autoMemoryRequests'

const isAsking = async (settings: CommandSettings): Promise<boolean> =>
  !(await settings.list()).some(each => each.key === KEY && 'value' in each && each.value === false)

const switchRequests = async (args: string, settings: CommandSettings): Promise<string> => {
  const wanted = /^requests\s+(on|off)$/.exec(args.trim())?.[1]
  if (wanted === undefined) throw new OpError('/memory takes nothing, or "requests on" or "requests off".')
  const { file } = await settings.write(KEY, wanted === 'on', 'user')
  return `Background requests for memory are ${wanted} from the next start on. Saved in ${file}.`
}
