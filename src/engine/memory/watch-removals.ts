import { basename } from 'node:path'
import { forgetFiles } from '../../features/memory/forget.ts'
import type { MemoryDirectory } from '../../features/memory/memory-directory.ts'
import { type Message, toolUses } from '../../protocol/message.ts'

/** Notices memories that a command of the model removes: their lines go too. */
export interface RemovalWatch {
  /** A message is on disk: a call before it runs, a result when it has run. */
  observe(message: Message): void
  /** Looks once more, and begins anew: what ran in the background may have come to an end. */
  finishTurn(): void
}

export const watchRemovals = (
  directory: MemoryDirectory,
  { forgot, log }: { forgot(): void; log: ((line: string) => void) | undefined },
): RemovalWatch => {
  /** Were there before a command that names them, or the directory. */
  const named = new Set<string>()
  const look = (): void => {
    if (named.size === 0) return
    const names = new Set(directory.names())
    const gone = [...named].filter(file => !names.has(file))
    if (gone.length === 0) return
    for (const file of gone) named.delete(file)
    forgot()
    try {
      forgetFiles(directory, gone)
    } catch (error) {
      log?.(`memory: the lines of removed memories are left in the index: ${String(error)}`)
    }
  }
  return {
    observe(message) {
      if (message.type === 'assistant')
        for (const { input } of toolUses(message.message.content))
          for (const file of namedIn(commandOf(input), directory)) named.add(file)
      else if (message.type === 'user') look()
    },
    finishTurn() {
      look()
      named.clear()
    },
  }
}

const commandOf = (input: unknown): string => {
  const command =
    typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined
  return typeof command === 'string' ? command : ''
}

const namedIn = (command: string, directory: MemoryDirectory): readonly string[] => {
  if (command === '') return []
  const whole = command.includes(basename(directory.path))
  return directory.names().filter(file => whole || command.includes(file))
}
