import type { EntryContext, MessageEntry } from '../../protocol/entry.ts'
import type { Message } from '../../protocol/message.ts'

interface ChainOptions {
  readonly sessionId: string
  readonly cwd: string
  readonly version: string
  readonly gitBranch: string
  readonly entrypoint: string
  /** The chain is that of an agent. */
  readonly agentId?: string
  /** The message to go on from; null for a new conversation. */
  readonly parent: string | null
}

/** Turns messages into entries, each hanging on the one before. */
export interface Chain {
  readonly parent: string | null
  /** A compaction boundary begins a new chain and names the message it cut off. */
  stamp(message: Message): MessageEntry
  /** For a message that is in the file already, or to go on from an earlier one. */
  moveTo(uuid: string | null): void
  /** From now on entries were written there. */
  setPlace(place: { readonly cwd: string; readonly gitBranch: string }): void
}

export const createChain = (options: ChainOptions): Chain => {
  const { parent: start, ...where } = options
  let place: Omit<EntryContext, 'parentUuid'> = {
    isSidechain: where.agentId !== undefined,
    userType: 'external',
    ...where,
  }
  let parent = start
  return {
    get parent() {
      return parent
    },
    stamp(message) {
      const cuts = message.type === 'system' && message.subtype === 'compact_boundary'
      const above: Pick<EntryContext, 'parentUuid' | 'logicalParentUuid'> =
        cuts && parent !== null ? { parentUuid: null, logicalParentUuid: parent } : { parentUuid: parent }
      parent = message.uuid
      // Twice: first so that readers of a file's head find it in front of long content, last so that it counts.
      return { ...above, ...place, ...message, ...above, ...place }
    },
    moveTo(uuid) {
      parent = uuid
    },
    setPlace(next) {
      place = { ...place, ...next }
    },
  }
}
