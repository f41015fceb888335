import type { Engine } from '../../protocol/engine.ts'
import type { Message } from '../../protocol/message.ts'
import { OpError } from '../../protocol/op.ts'

/** What stands before a compaction, by its boundary. Rejects with OpError when that cannot be had. */
export type ReadEarlier = (boundary: string) => Promise<readonly Message[]>

/** The conversation as it is shown: what was before the last compaction too, where somebody can read that. */
export const readHistory = async (
  engine: Engine,
  earlier: ReadEarlier | undefined,
): Promise<readonly Message[]> => {
  const history = await engine.query('history')
  const [first] = history
  if (!earlier || first?.type !== 'system' || first.subtype !== 'compact_boundary') return history
  // What was cleared is not to be seen again.
  if (first.compactMetadata?.by === 'clear') return history
  const before = await earlier(first.uuid).catch((error: unknown) => {
    if (error instanceof OpError) return []
    throw error
  })
  const kept = new Set(history.map(({ uuid }) => uuid))
  return [...before.filter(({ uuid }) => !kept.has(uuid)), ...history]
}
