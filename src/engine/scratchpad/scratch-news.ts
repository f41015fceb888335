import type { PromptContent } from '../../features/prompt/content.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import type { Live } from '../live/state.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Scratchpad } from './part.ts'

const KIND = 'scratch_directory'
const MAX_PATH = 4096

export interface ScratchNewsOptions {
  readonly config: {
    readonly prompt: PromptSettings
    readonly session: Pick<SessionHandle, 'path' | 'view'>
  }
  readonly live: Pick<Live, 'coordinator'>
  readonly scratchpad: Scratchpad
  content(): PromptContent
}

/**
 * Tells the conversation of its scratch directory, before its first message: the path has another name in every
 * session, and the prompt is to be the same in all of them.
 */
export const createScratchNews = ({ config, live, scratchpad, content }: ScratchNewsOptions): Part => {
  const { prompt, session } = config
  const { custom, agent, override } = prompt
  const isReplaced = override !== undefined || (custom !== undefined && agent === undefined)
  // A session that is not kept writes nothing: no directory is made for it unasked.
  const isTold = prompt.tellsScratch === true && !isReplaced && session.path !== undefined
  let isDone = false
  return {
    news: [
      {
        name: 'scratch directory',
        isClean: true,
        collect() {
          // A coordinator reads more about it in its prompt.
          if (isDone || !isTold || live.coordinator) return []
          isDone = true
          const path = scratchpad.open()
          if (path === undefined || pathTold(session.view()) === path) return []
          const text = content().scratch(inertTags(escapeLine(path, MAX_PATH)))
          return [{ kind: KIND, text, path } satisfies Attachment]
        },
      },
    ],
    restarted() {
      // A compaction leaves it out; a fork comes with the one of another session.
      isDone = false
    },
  }
}

const pathTold = (view: readonly Message[]): unknown => view.findLast(isScratchNews)?.attachment['path']

const isScratchNews = (message: Message): message is Extract<Message, { type: 'attachment' }> =>
  message.type === 'attachment' && message.attachment.kind === KIND
