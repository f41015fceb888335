import { loadSession } from '../../features/sessions/load.ts'
import { repairHistory } from '../../features/sessions/repair.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { resumingText } from '../../protocol/messages/host/resuming.ts'
import type { Start } from './session-handle.ts'

/** What the file of an agent holds for its next run. Throws SessionError. */
export const readSide = async (
  path: string | undefined,
  deps: { readonly now: () => Date; readonly newId: () => string },
): Promise<Pick<Start, 'messages' | 'repairs'> & Partial<Start>> => {
  if (path === undefined) throw new SessionError('not_found', resumingText('agent_not_kept'))
  const loaded = await loadSession(path, { ofAgent: true })
  const { messages, added } = repairHistory(loaded.messages, deps)
  return {
    known: loaded.uuids,
    messages: messages.slice(0, messages.length - added.length),
    repairs: added,
    parent: loaded.leafUuid,
    loadedTools: loaded.facts.loadedTools ?? [],
    promptSnapshot: loaded.facts.promptSnapshot,
    effects: loaded.effects,
  }
}
