import type { Message } from '../../protocol/message.ts'
import { foreignNotice } from '../../protocol/messages/notice.ts'
import type { ConversationParts } from '../conversation.ts'
import { calledBy } from './called-command.ts'
import { type InputQueue, toMessage } from './input-queue.ts'

/** What comes to a running turn from outside. */
export const joiningOf = (
  parts: Pick<ConversationParts, 'thread' | 'promptHooks'>,
  queue: InputQueue,
  signal: AbortSignal,
) => {
  const { config, contributions } = parts.thread.session
  return {
    attach: () => attachNews(parts, queue, signal),
    // A person at a screen sees the answer end before theirs begins; a program said when its message is to be heard.
    hasJoining: () =>
      config.queued === 'next-turn' &&
      queue.hasJoining(item => calledBy(item, contributions.commands()) !== undefined),
  }
}

/** News for the next round of a turn; what waits may join the running turn, when the front end wants it so. */
const attachNews = async (
  { thread, promptHooks }: Pick<ConversationParts, 'thread' | 'promptHooks'>,
  queue: InputQueue,
  signal: AbortSignal,
): Promise<readonly Message[]> => {
  const { session, news: collect, mentions, emit } = thread
  const { config, tasks, contributions } = session
  const joining = queue.takeJoining(
    item => calledBy(item, contributions.commands()) !== undefined,
    config.queued === 'next-turn' ? 'end' : 'step',
  )
  const said: Message[] = []
  const named: Message[] = []
  for (const item of joining) {
    const heard = await promptHooks.submitted(item, signal)
    if (heard.refused === undefined) {
      const message = toMessage(heard.prompt, config.runtime)
      said.push(message)
      const { authority } = heard.prompt
      named.push(...(await mentions.of([message], { signal, ...(authority ? { authority } : {}) })))
    } else await emit(foreignNotice('warning', heard.refused))
  }
  // What hooks add to a message goes before it.
  const news = [...tasks.takeMessages(), ...(await collect('round'))]
  const behind = said.length === 0 ? [] : await collect('said')
  return [...news, ...said, ...behind, ...named]
}
