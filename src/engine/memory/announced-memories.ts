import type { LoadedInstruction } from '../../protocol/instruction.ts'
import type { Message } from '../../protocol/message.ts'

/** What of the memory the conversation holds, since its last compaction. */
export interface AnnouncedMemories {
  /** A message is part of the history. */
  hear(message: Message): void
  /** From now on this is the history. */
  startFrom(history: readonly Message[]): void
  /** Why the index has to be told, if it has to; asked once, it counts as told. */
  lacksIndex(): Extract<LoadedInstruction['reason'], 'start' | 'compact'> | undefined
  has(file: string): boolean
  add(files: readonly string[]): void
}

export const createAnnouncedMemories = (): AnnouncedMemories => {
  let reason: 'start' | 'compact' = 'start'
  let index = false
  const files = new Set<string>()
  const hear = (message: Message): void => {
    if (message.type !== 'attachment') return
    if (message.attachment.kind === 'memory_index') index = true
    for (const file of memoriesIn(message)) files.add(file)
  }
  return {
    hear,
    startFrom(history) {
      reason = history[0]?.type === 'system' ? 'compact' : 'start'
      index = false
      files.clear()
      for (const message of history) hear(message)
    },
    lacksIndex() {
      if (index) return undefined
      index = true
      return reason
    },
    has: file => files.has(file),
    add(more) {
      for (const file of more) files.add(file)
    },
  }
}

/** Entries are read from disk, so nothing is taken on trust. */
const memoriesIn = (message: Message): readonly string[] => {
  if (message.type !== 'attachment' || message.attachment.kind !== 'memory') return []
  const { memories } = message.attachment
  return Array.isArray(memories) ? memories.filter(file => typeof file === 'string') : []
}
