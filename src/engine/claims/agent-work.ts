import { EffectReader } from '../../features/sessions/folds/effects.ts'
import { agentFiles, readRecords } from '../../features/sessions/ledger/read-records.ts'
import { isInside } from '../../lib/paths.ts'
import type { Effect } from '../../protocol/context.ts'
import type { Message } from '../../protocol/message.ts'

export interface AgentWork {
  /** With the file they are from. */
  readonly effects: readonly (Effect & { readonly lane: string })[]
  readonly messages: readonly Message[]
}

/** What agents of the session did in its directory; what they did in trees of their own is not what is there. */
export const agentWork = (path: string | undefined, cwd: string): AgentWork => {
  const all = (path === undefined ? [] : agentFiles(path)).map(file => workIn(file, cwd))
  return {
    effects: all.flatMap(({ effects }) => effects),
    messages: all.flatMap(({ messages }) => messages),
  }
}

const workIn = (file: string, cwd: string): AgentWork => {
  const reader = new EffectReader()
  const effects: AgentWork['effects'][number][] = []
  const messages: Message[] = []
  for (const record of readRecords(file)) {
    if (record.kind !== 'entry' || !('uuid' in record.entry) || !('message' in record.entry)) continue
    const { entry } = record
    if (entry.type !== 'user' && entry.type !== 'assistant') continue
    if (!isInside(entry.cwd, cwd, { caseSensitive: true })) return { effects: [], messages: [] }
    messages.push(entry)
    for (const effect of reader.take(entry)) effects.push({ ...effect, lane: file })
  }
  return { effects, messages }
}
