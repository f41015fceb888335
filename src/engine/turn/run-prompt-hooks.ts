import type { Event } from '../../protocol/event.ts'
import { LocalizedError, messageFields, type Text } from '../../protocol/messages/localized-text.ts'
import type { ThreadParts } from '../thread.ts'
import { brokenTurn } from './broken-turn.ts'
import type { Called } from './called-command.ts'
import type { Submission } from './input-queue.ts'

/** What hooks say about what a person asked for. */
export interface PromptHooks {
  /** Before it joins the history; a refused one never does. */
  submitted(prompt: Submission, signal: AbortSignal): Promise<HeardPrompt>
  /** What a slash command, a skill or a server's prompt became, before the model is asked it. */
  expanded(expansion: Expansion, signal: AbortSignal): Promise<{ readonly refused?: Text }>
}

export type HeardPrompt =
  | { readonly refused: Text }
  | { readonly refused?: undefined; readonly prompt: Submission }

export interface Expansion {
  readonly type: 'slash_command' | 'mcp_prompt'
  readonly name: string
  readonly args: string
  readonly source?: string
  /** What the model is to be asked. */
  readonly prompt: string
}

export interface Hearing {
  /** What the model would be asked. */
  readonly asked: Submission
  /** What was said. */
  readonly submission: Submission | undefined
  readonly called: Called | undefined
}

/** What hooks say about a prompt, and about what a command made of it. */
export const runPromptHooks = async (
  hooks: PromptHooks,
  { asked, submission, called }: Hearing,
  signal: AbortSignal,
): Promise<HeardPrompt> => {
  const typed = await hooks.submitted(called && submission ? submission : asked, signal)
  if (typed.refused !== undefined || !called) return typed
  const { command, args } = called
  const said = typeof asked.content === 'string' ? asked.content : ''
  const prompt = asked.skills?.map(({ text }) => text).join('\n\n') ?? said
  const { refused } = await hooks.expanded(
    { type: 'slash_command', name: command.name, args, prompt },
    signal,
  )
  return refused === undefined ? { prompt: asked } : { refused }
}

/** How a turn ends whose prompt was refused: it is not part of the conversation, and the model does not hear of it. */
export const refusedTurn = (why: Text, thread: ThreadParts, queued: number): Event => {
  const end = brokenTurn(new LocalizedError(why), thread, queued)
  return end.type === 'turn_ended'
    ? { ...end, terminal: { kind: 'hook_stopped', ...messageFields(why) } }
    : end
}
