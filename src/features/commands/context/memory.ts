import type { Command, CommandSettings } from '../../../protocol/command.ts'
import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import type { MemoryIndexState, MemoryTidied } from '../../../protocol/memory.ts'
import { memoryAnswer } from '../../../protocol/messages/commands/memory.ts'
import { headerOf, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import { lines } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'

/** A memory is matched by words of the person, instructions by a path. */
const whyLoaded = ({ importedBy, reason, scope }: LoadedInstruction): LocalizedText => {
  if (importedBy !== undefined) return memoryAnswer('imported_by', { file: importedBy })
  return scope === 'memory' && reason === 'matched'
    ? memoryAnswer('fits_words')
    : memoryAnswer(`loaded_${reason}`)
}

export const memoryCommand: Command = {
  ...described('memory'),
  group: 'context',
  headless: true,
  beside: true,
  panel: { name: 'memory', when: 'bare' },
  async run(args, { engine, settings }) {
    if (args !== '') return shown(await switchRequests(args, settings))
    const files = await engine.query('instructions')
    const unmatched = unmatchedLines(await engine.query('memoryIndex'))
    if (files.length === 0) return shownLines([memoryAnswer('none_loaded'), ...unmatched])
    const rows = files.map(file => [file.path, knownCell(file.scope), whyLoaded(file), file.tokens])
    const requests = memoryAnswer((await isAsking(settings)) ? 'requests_on' : 'requests_off')
    return shownLines([table(headerOf('file', 'of', 'why', 'tokens'), rows), '', ...unmatched, requests])
  },
}

/** What of the memories the model is not told of, and what to do about it. */
const unmatchedLines = ({ missing, leftOut }: MemoryIndexState): readonly LocalizedText[] => [
  ...missing.map(path => memoryAnswer('missing', { path })),
  ...leftOut.map(path => memoryAnswer('left_out', { path })),
]

const KEY = 'autoMemoryRequests'

const isAsking = async (settings: CommandSettings): Promise<boolean> =>
  !(await settings.list()).some(each => each.key === KEY && 'value' in each && each.value === false)

const switchRequests = async (args: string, settings: CommandSettings): Promise<LocalizedText> => {
  const wanted = /^requests\s+(on|off)$/.exec(args.trim())?.[1]
  if (wanted === undefined) throw new OpError(memoryAnswer('memory_takes'))
  const { file } = await settings.write(KEY, wanted === 'on', 'user')
  return memoryAnswer(wanted === 'on' ? 'requests_turned_on' : 'requests_turned_off', { file })
}

export const dreamCommand: Command = {
  ...described('dream'),
  group: 'context',
  destructive: true,
  headless: true,
  async run(_, { tidyMemory }) {
    return shown(tidiedText(await tidyMemory()))
  },
}

const tidiedText = (result: MemoryTidied): LocalizedText => {
  switch (result.kind) {
    case 'not_due':
      return memoryAnswer('nothing_to_tidy')
    case 'busy':
      throw new OpError(memoryAnswer('being_tidied'))
    case 'failed':
      throw new OpError(memoryAnswer('not_tidied', { why: result.why }))
    case 'done':
      return result.backup === undefined
        ? memoryAnswer('tidy_already')
        : lines([
            ...result.saved.map(file => memoryAnswer('rewritten', { file })),
            ...result.removed.map(file => memoryAnswer('removed', { file })),
            memoryAnswer('backup', { directory: result.backup }),
          ])
  }
}
