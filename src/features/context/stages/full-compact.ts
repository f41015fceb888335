import { type Message, plainText, type SystemMessage, type UserMessage } from '../../../protocol/message.ts'
import { ModelError } from '../../../protocol/model.ts'
import type { Stage, StageEnv, StageResult } from '../../../protocol/stage.ts'
import { windowLimits } from '../window.ts'

const INSTRUCTION = `The conversation above is about to be replaced by a summary, and you will go on from that summary alone. Do not call tools.

First think in <analysis>: go through the conversation in order and note what must not be lost.
Then write <summary> with these parts:
1. Request: what the user wants, and every later correction or constraint, in their own words.
2. Decisions: what was decided and why; what was tried and rejected.
3. Files: paths read, created or changed, and the state each is in now, with the code that matters.
4. Commands: what was run that had an effect, and its outcome. It must not be run again by mistake.
5. Errors: what failed, how it was mended, what must not be repeated.
6. Open: what is still to do.
7. Now: exactly what was being done last, and the next step.`

/** Replaces the whole history by the model's own summary of it. */
export const fullCompact: Stage = {
  name: 'full-compact',
  cost: 'model',
  keepsPrefix: false,
  async run(view, env) {
    if (!isDue(view, env)) return undefined
    const summary = extractSummary(await env.summarize(view, INSTRUCTION))
    if (summary === '') throw new ModelError('unknown', 'the summary was empty')
    return boundary(view, env, summary)
  },
}

const isDue = (view: readonly Message[], env: StageEnv): boolean => {
  if (env.trigger !== 'auto') return true
  if (!env.enabled || env.tokens <= windowLimits(env.window, env.maxOutput).compactAt) return false
  // A view that is only a summary cannot get shorter by being summarised.
  return view.some(message => message.type === 'assistant')
}

/** The summary part of a reply; a reply without tags is taken whole. */
export const extractSummary = (reply: string): string => {
  const tagged = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(reply)?.[1]
  return (tagged ?? reply.replace(/<analysis>[\s\S]*?(<\/analysis>|$)/g, '')).trim()
}

const boundary = (view: readonly Message[], env: StageEnv, summary: string): StageResult => {
  const stamp = () => ({ uuid: env.newMessageId(), timestamp: env.now().toISOString() })
  const mark: SystemMessage = {
    ...stamp(),
    type: 'system',
    subtype: 'compact_boundary',
    content: `The conversation so far was summarised (${env.tokens} tokens before).`,
    level: 'info',
    compactMetadata: { trigger: env.trigger, preTokens: env.tokens },
  }
  const carried: UserMessage = {
    ...stamp(),
    type: 'user',
    isMeta: true,
    isCompactSummary: true,
    message: { role: 'user', content: carry(summary, lastRequest(view)) },
  }
  // New identities: the log knows the old ones and would not write them again behind the boundary.
  const kept = view
    .filter(message => message.type === 'attachment' && message.attachment.kind === 'user_context')
    .map(message => ({ ...message, ...stamp() }))
  const restated = (env.restate?.() ?? []).map(
    (attachment): Message => ({ ...stamp(), type: 'attachment', attachment }),
  )
  const all = [mark, ...kept, carried, ...restated]
  return { view: all, added: all }
}

const carry = (summary: string, request: string | undefined): string => {
  const intro = 'The earlier conversation was replaced by this summary of it:'
  const words = request === undefined ? '' : `\n\nThe user's last request, word for word:\n${request}`
  return `${intro}\n\n${summary}${words}\n\nGo on with the work from here. Do not repeat what is already done.`
}

/** What the person said last, verbatim: no paraphrase of it can be trusted. */
const lastRequest = (view: readonly Message[]): string | undefined => {
  for (let index = view.length - 1; index >= 0; index -= 1) {
    const message = view[index]
    if (message?.type !== 'user') continue
    if (message.isCompactSummary)
      return /word for word:\n([\s\S]*?)\n\nGo on with the work/.exec(plainText(message.message.content))?.[1]
    if (message.isMeta || message.toolUseResult !== undefined) continue
    const text = plainText(message.message.content)
    if (text.trim() !== '') return text
  }
  return undefined
}
