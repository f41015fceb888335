import type { AgentSettings } from '../../agents/agent-settings.ts'
import { deferredIn } from '../../loop/settle-deferred.ts'
import type { Message } from '../../protocol/message.ts'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import { OpError } from '../../protocol/op.ts'
import type { Submission } from './input-queue.ts'

const isSilent = (submission: Submission | undefined): boolean => submission?.content === ''

/** What somebody said; undefined: nothing, the session is only to go on. */
export const spoken = (submission: Submission | undefined): Submission | undefined =>
  isSilent(submission) ? undefined : submission

interface Opening {
  readonly agents?: AgentSettings
  readonly session: { readonly messages: readonly Message[] }
}

/**
 * What is submitted, behind what the agent wants to begin with when nothing was said before. Without a word a session
 * goes on only from a call that waits for a decision.
 */
export const withOpening = (submission: Submission, { agents, session }: Opening): Submission => {
  const first = session.messages.length === 0 ? agents?.main?.initialPrompt : undefined
  const { content } = submission
  if (first !== undefined && !submission.isMeta && !submission.from && !isOwn(content, first))
    return { ...submission, content: joined(first, content) }
  if (isSilent(submission) && !deferredIn(session.messages)) throw new OpError(turnText('no_prompt'))
  return submission
}

/** A command stays one; and a front end may have said it already. */
const isOwn = (content: Submission['content'], first: string): boolean =>
  content === first || (typeof content === 'string' && content.startsWith('/'))

const joined = (first: string, content: Submission['content']): Submission['content'] => {
  if (content === '') return first
  return typeof content === 'string' ? `${first}\n\n${content}` : [{ type: 'text', text: first }, ...content]
}
