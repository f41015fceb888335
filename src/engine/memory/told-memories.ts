import type { LoadedInstruction } from '../../protocol/instruction.ts'
import type { Message } from '../../protocol/message.ts'

/** What of the memory the conversation holds, since its last compaction. */
export interface Told {
  /** Why the index has to be told, if it has to; asked once, it counts as told. */
  lacksIndex(): Extract<LoadedInstruction['reason'], 'start' | 'compact'> | undefined
  has(file: string): boolean
  add(files: readonly string[]): void
  /** The session holds other messages now. */
  restart(): void
}

export const createTold = (messages: () => readonly Message[]): Told => {
  let since: string | undefined | 'unread' = 'unread'
  let index = false
  const files = new Set<string>()
  const refresh = (): void => {
    const [first] = messages()
    const boundary = first?.type === 'system' ? first.uuid : undefined
    if (boundary === since) return
    since = boundary
    index = messages().some(
      message => message.type === 'attachment' && message.attachment.kind === 'memory_index',
    )
    files.clear()
    for (const message of messages()) for (const file of memoriesIn(message)) files.add(file)
  }
  return {
    lacksIndex() {
      refresh()
      if (index) return undefined
      index = true
      return since === undefined ? 'start' : 'compact'
    },
    has(file) {
      refresh()
      return files.has(file)
    },
    add(more) {
      refresh()
      for (const file of more) files.add(file)
    },
    restart() {
      since = 'unread'
    },
  }
}

/** Entries are read from disk, so nothing is taken on trust. */
const memoriesIn = (message: Message): readonly string[] => {
  if (message.type !== 'attachment' || message.attachment.kind !== 'memory') return []
  const { memories } = message.attachment
  return Array.isArray(memories) ? memories.filter(file => typeof file === 'string') : []
}
