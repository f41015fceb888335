import type { MessageEntry } from '../../protocol/entry.ts'

/**
 * A compaction may keep messages as they are: in the file they stand before its boundary, and the conversation has
 * them behind the message it names. Puts them there.
 */
export const withPreserved = (
  messages: readonly MessageEntry[],
  find: (uuid: string) => MessageEntry | undefined,
): readonly MessageEntry[] => {
  const [first] = messages
  const preserved = first?.type === 'system' ? first.compactMetadata?.preserved : undefined
  if (!preserved || typeof preserved.anchor !== 'string' || !Array.isArray(preserved.uuids)) return messages
  const there = new Set(messages.map(({ uuid }) => uuid))
  const kept = preserved.uuids.flatMap(uuid => {
    const entry = there.has(uuid) ? undefined : find(uuid)
    return entry ? [entry] : []
  })
  const anchor = messages.findIndex(({ uuid }) => uuid === preserved.anchor)
  // A file that was cut before the anchor was written: nothing is known to stand in their place, so they count.
  const at = anchor === -1 ? messages.length : anchor + 1
  return [...messages.slice(0, at), ...kept, ...messages.slice(at)]
}
