import type { LoadedInstruction } from '../../protocol/instruction.ts'
import type { Message } from '../../protocol/message.ts'

/** The files whose text a message carries; entries are read from disk, so nothing is taken on trust. */
export const filesOf = (message: Message): readonly LoadedInstruction[] => {
  if (message.type !== 'attachment') return []
  const { instructions } = message.attachment
  return Array.isArray(instructions) ? instructions.filter(isLoaded) : []
}

const isLoaded = (value: unknown): value is LoadedInstruction => {
  const file = value as Partial<LoadedInstruction> | null | undefined
  return typeof file?.path === 'string' && typeof file.scope === 'string' && typeof file.tokens === 'number'
}

/** The files the model was given, in order. */
export const instructionsIn = (messages: readonly Message[]): readonly LoadedInstruction[] =>
  messages.flatMap(filesOf)
