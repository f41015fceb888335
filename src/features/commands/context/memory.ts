import type { Command, CommandSettings } from '../../../protocol/command.ts'
import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import type { MemoryIndexState, MemoryTidied } from '../../../protocol/memory.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'

const REASONS: { readonly [R in LoadedInstruction['reason']]: string } = {
  start: 'from the start',
  nested: 'a file next to it was touched',
  matched: 'a matching file was touched',
  import: 'imported',
  compact: 'read again after a compaction',
}

/** A memory is matched by words of the person, instructions by a path. */
const whyLoaded = ({ importedBy, reason, scope }: LoadedInstruction): string => {
  if (importedBy !== undefined) return `imported by ${importedBy}`
  return scope === 'memory' && reason === 'matched' ? 'fits what you said' : REASONS[reason]
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
    const unmatched = unmatchedLines(await engine.query('memoryIndex'))
    if (files.length === 0)
      return {
        kind: 'shown',
        text: [
          'No instruction or memory files loaded. Add an AGENTS.md or CLAUDE.md to the project.',
          ...unmatched,
        ].join('\n'),
      }
    const rows = files.map(file => [file.path, file.scope, whyLoaded(file), file.tokens])
    const isOn = await isAsking(settings)
    const requests = `Background requests for memory: ${isOn ? 'on' : 'off'}. /memory requests ${isOn ? 'off' : 'on'} changes that.`
    const table = columns(['file', 'of', 'why', 'tokens'], rows, rich)
    return { kind: 'shown', text: [table, '', ...unmatched, requests].join('\n') }
  },
}

/** What of the memories the model is not told of, and what to do about it. */
const unmatchedLines = ({ missing, leftOut }: MemoryIndexState): readonly string[] => [
  ...missing.map(
    path =>
      `${path} is missing. Its line stays in MEMORY.md, but the model isn't told: bring the file back, or delete the line.`,
  ),
  ...leftOut.map(
    path =>
      `${path} was taken out of MEMORY.md, so the model isn't told: delete the file, or put its line back.`,
  ),
]

const KEY = 'autoMemoryRequests'

const isAsking = async (settings: CommandSettings): Promise<boolean> =>
  !(await settings.list()).some(each => each.key === KEY && 'value' in each && each.value === false)

const switchRequests = async (args: string, settings: CommandSettings): Promise<string> => {
  const wanted = /^requests\s+(on|off)$/.exec(args.trim())?.[1]
  if (wanted === undefined) throw new OpError('/memory takes nothing, or "requests on" or "requests off".')
  const { file } = await settings.write(KEY, wanted === 'on', 'user')
  return `Background requests for memory are ${wanted} from the next start on. Saved in ${file}.`
}

export const dreamCommand: Command = {
  name: 'dream',
  description: "Tidy this project's memories: merge duplicates, drop what is outdated",
  group: 'context',
  destructive: true,
  headless: true,
  async run(_, { tidyMemory }) {
    return { kind: 'shown', text: tidiedText(await tidyMemory()) }
  },
}

const tidiedText = (result: MemoryTidied): string => {
  switch (result.kind) {
    case 'not_due':
      return 'No memories to tidy yet.'
    case 'busy':
      throw new OpError('Memories are already being tidied. Nothing was changed here; check again later.')
    case 'failed':
      throw new OpError(`Couldn't tidy the memories: ${result.why}. They are unchanged.`)
    case 'done':
      return result.backup === undefined
        ? 'Memories are tidy: nothing to change.'
        : [
            ...result.saved.map(file => `Rewritten: ${file}`),
            ...result.removed.map(file => `Removed: ${file}`),
            `Backup: ${result.backup}`,
          ].join('\n')
  }
}
