import { changedFiles } from '../../features/prompt/reminders/changed-files.ts'
import { dateChange } from '../../features/prompt/reminders/date-change.ts'
import { idleTodos } from '../../features/prompt/reminders/idle-todos.ts'
import type { AttachmentFacts, AttachmentSource } from '../../protocol/attachment.ts'
import type { AttachmentMessage } from '../../protocol/message.ts'
import type { EngineConfig } from '../config.ts'
import type { InstructionFiles } from './instructions.ts'
import type { SessionMemory } from './memory.ts'
import type { Ports } from './ports.ts'
import type { SessionPrompt } from './prompt.ts'
import type { SessionNotes } from './remember.ts'
import { createSeenFiles } from './seen-files.ts'

/** Asks everything that may have news for the model, in a fixed order. */
export type CollectAttachments = (when: AttachmentFacts['when']) => Promise<readonly AttachmentMessage[]>

export const createAttachments = (
  config: EngineConfig,
  prompt: SessionPrompt,
  ports: Pick<Ports, 'files' | 'secrets' | 'state'> & {
    readonly instructions: Pick<InstructionFiles, 'source'>
  } & {
    readonly memory: Pick<SessionMemory, 'source'>
    readonly notes: Pick<SessionNotes, 'source'>
  },
): CollectAttachments => {
  const { means } = config
  const context: AttachmentSource = { name: 'context', collect: () => prompt.opening() }
  const sources: readonly AttachmentSource[] = [
    context,
    { name: 'prompt', collect: () => prompt.news() },
    ports.instructions.source,
    ports.memory.source,
    ports.notes.source,
    dateChange({ get: prompt.toldDate }, prompt.content),
    changedFiles(createSeenFiles(ports), prompt.content),
    idleTodos(() => ports.state.get('todos'), prompt.content),
  ]
  return async when => {
    const now = means.now()
    const messages: AttachmentMessage[] = []
    for (const source of [...sources, ...(config.prompt.attachments ?? [])]) {
      const news = await source.collect({ now, when })
      // The prompt cleans what it takes from files by itself: without any, the first request need not wait for that.
      const isClean = news.length === 0 || source === context
      for (const attachment of isClean ? news : await ports.secrets.clean(news))
        messages.push({
          type: 'attachment',
          uuid: means.newId(),
          timestamp: now.toISOString(),
          attachment,
        })
    }
    return messages
  }
}
