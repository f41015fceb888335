import type { Message } from '../../protocol/message.ts'
import type { Called } from '../commands/commands.ts'
import type { ConversationParts } from '../conversation.ts'
import type { HeardPrompt } from '../hooks/prompt-hooks.ts'
import { noteMessages } from '../parts/tasks.ts'
import type { ThreadParts } from '../thread.ts'
import { brokenTurn } from './broken-turn.ts'
import { type Submission, toMessage } from './input-queue.ts'
import { turnInfo } from './turn-info.ts'

interface Hearing {
  /** What the model would be asked. */
  readonly asked: Submission | undefined
  /** What was said. */
  readonly submission: Submission | undefined
  readonly called: Called | undefined
  /** The session is open. */
  readonly opened: Promise<void>
}

/** Begins a turn: what it is about, once hooks have had their say about the session and the prompt. */
export const hearPrompt = async (
  parts: Pick<ConversationParts, 'promptHooks' | 'life' | 'thread'>,
  hearing: Hearing,
  signal: AbortSignal,
): Promise<{ readonly said: readonly Message[] } | { readonly refused: string }> => {
  const { life, thread } = parts
  const { asked, called, opened } = hearing
  const { config, session } = thread
  // News from background work start a turn by themselves.
  const news = asked ? [] : noteMessages(session.shared.tasks, config)
  const uuid = asked?.uuid ?? news.at(-1)?.uuid ?? ''
  if (!called) await thread.emit({ type: 'turn_started', turn: turnInfo(thread, uuid) })
  await opened
  await life.begin()
  if (!asked) return { said: news }
  const heard = await judged(parts, { ...hearing, asked }, signal)
  if (heard.refused !== undefined) return { refused: heard.refused }
  const notes = noteMessages(session.shared.tasks, config)
  return { said: [...notes, ...life.opening(), toMessage(heard.prompt, config.runtime)] }
}

/** What hooks say about a prompt, and about what a command made of it. */
const judged = async (
  { promptHooks }: Pick<ConversationParts, 'promptHooks'>,
  { asked, submission, called }: Hearing & { readonly asked: Submission },
  signal: AbortSignal,
): Promise<HeardPrompt> => {
  const typed = await promptHooks.submitted(called && submission ? submission : asked, signal)
  if (typed.refused !== undefined || !called) return typed
  const { command, args } = called
  const prompt = typeof asked.content === 'string' ? asked.content : ''
  const expansion = { type: 'slash_command', name: command.name, args, prompt } as const
  const { refused } = await promptHooks.expanded(expansion, signal)
  return refused === undefined ? { prompt: asked } : { refused }
}

/** What was asked is not part of the conversation, and the model does not hear of it. */
export const refusePrompt = async (thread: ThreadParts, why: string, queued: number): Promise<void> => {
  const end = brokenTurn(why, thread, queued)
  if (end.type === 'turn_ended')
    await thread.emit({ ...end, terminal: { kind: 'hook_stopped', message: why } })
}
