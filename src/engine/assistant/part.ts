import type { AttachmentSource } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { assistantText } from '../../protocol/messages/engine/assistant.ts'
import { OpError } from '../../protocol/op.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { SessionState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Purse } from '../spending/part.ts'
import type { AssistantTicks, Ticking } from './assistant-ticks.ts'
import type { AssistantChoice } from './options.ts'

const MODE_ON = 'assistant_mode'
const MODE_OFF = 'assistant_mode_off'

export interface AssistantOptions {
  readonly config: {
    readonly place: Pick<SessionEnvironment, 'memoryDirectory'>
    readonly session: SessionHandle
    readonly assistant?: AssistantChoice
    readonly runtime: Runtime
    readonly tools: Pick<Toolbox, 'toolsIn'>
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly purse: Pick<Purse, 'accounts' | 'refused'>
  readonly live: Pick<SessionState, 'assistant'> & { readonly model: string }
  emit(event: Event): void
}

export interface SessionAssistant extends Part {
  lend(to: Ticking): void
}

/** Assistant mode: switched at any time; the model is told behind what was sent. What ticks is loaded with the first switch. */
export const createAssistant = (at: AssistantOptions): SessionAssistant => {
  const { config, live } = at
  const { assistant: choice, session } = config
  const onChange = (): void => at.emit({ type: 'session_changed', assistant: use() })
  let to: Ticking | undefined
  let ticks: AssistantTicks | undefined
  /** What the model believes. */
  let told = false
  let noted = session.assistant ?? false
  const use = () => (live.assistant && ticks ? ticks.use() : null)
  const open = async (): Promise<AssistantTicks | undefined> => {
    if (!choice || !live.assistant) return undefined
    const { createTicks } = await import('./assistant-ticks.ts')
    ticks ??= createTicks({ ...at, choice, onChange, to: () => to })
    return ticks
  }
  const note = async (): Promise<void> => {
    const enabled = live.assistant === true
    // Where nothing can begin by itself, the session is left as it was.
    if (!choice || noted === enabled) return
    noted = enabled
    await session.note({ type: 'assistant-mode', enabled, sessionId: session.id })
  }
  const change = async (enabled: boolean): Promise<void> => {
    if (enabled && !choice) throw new OpError(assistantText('not_here'))
    if (enabled === (live.assistant === true)) return
    live.assistant = enabled
    const ticking = await open()
    await note()
    if (enabled) ticking?.begin()
    else {
      ticks?.end()
      ticks = undefined
    }
    onChange()
  }
  return {
    lend: given => {
      to = given
    },
    ops: { set_assistant: ({ enabled }) => change(enabled) },
    answers: { assistant: async () => (await open())?.use() ?? null },
    news: [
      {
        name: 'assistant',
        isClean: true,
        async collect() {
          const on = live.assistant === true
          if (told === on) return []
          told = on
          return [await modeNews(at, on)]
        },
      } satisfies AttachmentSource,
    ],
    async restarted(history, why) {
      told = history.findLast(isModeNews)?.attachment.kind === MODE_ON
      if (why === 'resume') (await open())?.arm()
    },
    async turnStarts(turn) {
      await note()
      ;(await open())?.beginTurn(turn)
    },
    turnEnded: end => ticks?.endTurn(end),
    async [Symbol.asyncDispose]() {
      to = undefined
      ticks?.end()
    },
  }
}

const modeNews = async ({ config: { assistant, place, prompt } }: AssistantOptions, on: boolean) => {
  const { promptLanguage } = prompt
  const { assistantOffText, assistantText } = await import('../../features/schedules/assistant-texts.ts')
  return on && assistant
    ? { kind: MODE_ON, text: assistantText({ ...assistant, memory: place.memoryDirectory }, promptLanguage) }
    : { kind: MODE_OFF, text: assistantOffText(promptLanguage) }
}

const isModeNews = (message: Message): message is Extract<Message, { type: 'attachment' }> =>
  message.type === 'attachment' && [MODE_ON, MODE_OFF].includes(message.attachment.kind)
