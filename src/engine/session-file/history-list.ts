import { isEdit, project } from '../../features/context/project.ts'
import type { Message, SystemMessage } from '../../protocol/message.ts'

/** The messages of a chain from its last boundary on, and the view of them that is sent. */
export interface HistoryList {
  /** Grows in place. */
  readonly messages: readonly Message[]
  /** With every edit of the history applied; never changed once it was given out. */
  view(): readonly Message[]
  add(message: Message): void
  /** Takes records of the last reply away again. */
  discard(removed: readonly string[]): void
  replace(messages: readonly Message[]): void
  /** The message that stands in front of that one. */
  before(uuid: string): string | undefined
}

export const createHistoryList = (start: readonly Message[]): HistoryList => {
  const messages: Message[] = [...start]
  let view: readonly Message[] | undefined
  let seen = 0
  /** What the last compaction keeps, for when the message it stands behind is written. */
  let kept: ReturnType<typeof cutAt>
  return {
    messages,
    view() {
      const added = messages.slice(seen)
      if (view === undefined || added.some(isEdit)) view = project([...messages])
      else if (added.length > 0) view = view.concat(added)
      seen = messages.length
      return view
    },
    add(message) {
      if (message.type === 'system' && message.subtype === 'compact_boundary') {
        kept = cutAt(message, messages)
        view = undefined
      }
      messages.push(message)
      if (message.uuid === kept?.anchor) messages.push(...kept.messages)
    },
    discard(removed) {
      while (removed.includes(messages.at(-1)?.uuid ?? '')) messages.pop()
      view = undefined
    },
    before(uuid) {
      const at = messages.findLastIndex(message => message.uuid === uuid)
      return messages[at - 1]?.uuid
    },
    replace(next) {
      kept = undefined
      view = undefined
      messages.length = 0
      for (const message of next) messages.push(message)
    },
  }
}

/** Empties the list; what the boundary preserves comes back behind its anchor. */
const cutAt = (
  boundary: SystemMessage,
  messages: Message[],
): { readonly anchor: string; readonly messages: readonly Message[] } | undefined => {
  const before = new Map(messages.splice(0).map(message => [message.uuid, message]))
  const preserved = boundary.compactMetadata?.preserved
  return (
    preserved && {
      anchor: preserved.anchor,
      messages: preserved.uuids.flatMap(uuid => before.get(uuid) ?? []),
    }
  )
}
