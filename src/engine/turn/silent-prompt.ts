import { deferredIn } from '../../loop/settle-deferred.ts'
import type { Message } from '../../protocol/message.ts'
import { OpError } from '../../protocol/op.ts'
import type { Submission } from './input-queue.ts'

const isSilent = (submission: Submission | undefined): boolean => submission?.content === ''

/** What somebody said; undefined: nothing, the session is only to go on. */
export const spoken = (submission: Submission | undefined): Submission | undefined =>
  isSilent(submission) ? undefined : submission

/** Without a word a session goes on only from a call that waits for a decision. */
export const refuseSilence = (submission: Submission, messages: readonly Message[]): void => {
  if (isSilent(submission) && !deferredIn(messages))
    throw new OpError(
      'No prompt, and no deferred tool call to resume. Give a prompt after -p, or pipe one in.',
    )
}
