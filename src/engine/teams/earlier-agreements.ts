import { openTasks } from '../../features/tasks/lost-tasks.ts'
import type { Mail } from '../../protocol/agents/team.ts'
import type { TeamMessage } from '../../protocol/agents/team-message.ts'
import type { Message } from '../../protocol/message.ts'
import { findEarlierAgent } from '../session-file/earlier-agents.ts'
import { readEndedTasks } from '../session-file/ended-tasks.ts'

/** What is left to tell of a member's agreement to stop: nothing, its last words, or the whole of it. */
export type AgreementNews = 'nothing' | { readonly lastWords: string } | 'all'

/**
 * Members of an earlier run of this session ended with it at the latest, and the model is told so: their agreement to
 * stop is no second event. Only words that no end brings are left to tell.
 */
export const earlierAgreements = (
  path: string | undefined,
  history: readonly Message[],
): ((message: TeamMessage, mail: Pick<Mail, 'from'>) => AgreementNews) => {
  if (history.length === 0) return () => 'all'
  return (message, { from }) => {
    if (message.type !== 'shutdown_response' || !message.approve) return 'all'
    const id = findEarlierAgent(path, from)?.id
    if (id === undefined) return 'all'
    const isLost =
      openTasks(history).some(task => task.id === id) && !readEndedTasks(path, new Set([id])).has(id)
    return isLost && message.feedback ? { lastWords: message.feedback } : 'nothing'
  }
}
