import type { Message } from '../../protocol/message.ts'
import { calledBy } from '../commands/commands.ts'
import { noteMessages } from '../parts/tasks.ts'
import type { ThreadParts } from '../thread.ts'
import { type InputQueue, toMessage } from './input-queue.ts'

/** News for the next round of a turn; what waits may join the running turn, when the front end wants it so. */
export const attachNews = async (
  { session, news: collect, mentions }: Pick<ThreadParts, 'session' | 'news' | 'mentions'>,
  queue: InputQueue,
): Promise<readonly Message[]> => {
  const { config, shared, contributions } = session
  const news = [...noteMessages(shared.tasks, config), ...(await collect('round'))]
  if (config.queued === 'next-turn') return news
  const joining = queue.takeJoining(item => calledBy(item, contributions.commands()) !== undefined)
  const said = joining.map(item => toMessage(item, config.runtime))
  return [...news, ...said, ...(await mentions.of(said))]
}
