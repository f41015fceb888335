import type { Event } from '../../protocol/event.ts'
import type { Called } from '../commands/commands.ts'
import type { PromptHooks } from '../hooks/prompt-hooks.ts'
import type { ThreadParts } from '../thread.ts'
import { brokenTurn } from './broken-turn.ts'
import type { Submission } from './input-queue.ts'

export interface Hearing {
  /** What the model would be asked. */
  readonly asked: Submission
  /** What was said. */
  readonly submission: Submission | undefined
  readonly called: Called | undefined
}

type Heard = { readonly refused: string } | { readonly refused?: undefined; readonly prompt: Submission }

/** What hooks say about a prompt, and about what a command made of it. */
export const hearPrompt = async (
  hooks: PromptHooks,
  { asked, submission, called }: Hearing,
  signal: AbortSignal,
): Promise<Heard> => {
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
export const refusedTurn = (why: string, thread: ThreadParts, queued: number): readonly Event[] => {
  const end = brokenTurn(why, thread, queued)
  return [
    { type: 'notice', level: 'warning', text: why },
    end.type === 'turn_ended' ? { ...end, terminal: { kind: 'hook_stopped', message: why } } : end,
  ]
}
