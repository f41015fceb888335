import { deferredIn } from '../../loop/settle-deferred.ts'
import type { Message } from '../../protocol/message.ts'
import type { ConversationParts } from '../conversation.ts'
import type { AssembledTurn } from './assemble-turn.ts'
import { messagesOf, type Submission } from './input-queue.ts'
import { type Hearing, refusedTurn, runPromptHooks } from './run-prompt-hooks.ts'
import { turnInfo } from './turn-info.ts'
import { runDeferred, runOneTurn } from './turn-runner.ts'

/** What starts a turn: without anything asked it is news from background work. */
type Starting = Omit<Hearing, 'asked'> & { readonly asked: Submission | undefined }

interface Serving {
  readonly controller: AbortController
  /** When the parts have heard of what was there before. */
  readonly opened: Promise<void>
  queued(): number
  record(message: Message): Promise<void>
  assemble(said: readonly Message[]): AssembledTurn
}

/** What was said, with the news before it and what it names behind it. */
const recordSaid = async (
  { news, mentions }: ConversationParts['thread'],
  {
    said,
    asked,
    record,
  }: Pick<Serving, 'record'> & Pick<Starting, 'asked'> & { readonly said: readonly Message[] },
  signal: AbortSignal,
): Promise<void> => {
  for (const message of [...(await news('turn')), ...said]) await record(message)
  for (const message of asked ? await news('said') : []) await record(message)
  for (const message of await mentions.of(said, { ...authorityOf(asked), signal })) await record(message)
  for (const message of await mentions.named(asked?.skills ?? [], signal)) await record(message)
}

const authorityOf = (asked: Submission | undefined): Pick<Submission, 'authority'> =>
  asked?.authority === undefined ? {} : { authority: asked.authority }

/** One turn of the conversation, from what was said to its end. */
export const serveTurn = async (
  parts: ConversationParts,
  { asked, submission, called }: Starting,
  { controller, opened, queued, record, assemble }: Serving,
): Promise<void> => {
  const { thread, session, life, promptHooks } = parts
  const { scope, config, live } = thread
  const { signal } = controller
  const early = asked ? [] : session.tasks.takeMessages()
  await session.mcp.ready()
  const cause = { userMessageUuid: asked?.uuid ?? early.at(-1)?.uuid ?? submission?.uuid ?? '' }
  const origin = asked ? asked.from : early.at(-1)?.origin
  if (!called)
    await thread.emit({
      type: 'turn_started',
      turn: turnInfo(thread, { ...cause, ...(origin ? { origin } : {}) }),
    })
  await opened
  await life.begin()
  const heard = asked && (await runPromptHooks(promptHooks, { asked, submission, called }, signal))
  if (heard?.refused !== undefined) {
    thread.grants.clear()
    await thread.emit(refusedTurn(heard.refused, thread, queued()))
    return
  }
  const notes = asked ? session.tasks.takeMessages() : early
  const opening = asked ? life.opening() : []
  const said = heard ? [...notes, ...opening, ...messagesOf(heard.prompt, config.runtime)] : notes
  await scope.turnStarts({ said })
  const turn = assemble(said)
  const deferred = deferredIn(config.session.messages)
  // What was said waits with a call that is put off again: whoever decides will say it anew.
  if (!deferred || !(await runDeferred(turn.options, deferred, controller)))
    await recordSaid(thread, { said, asked, record }, signal)
  await session.purse.open(live.model)
  const start = { view: config.session.view(), model: thread.grants.model() ?? live.model }
  const { terminal, report } = await runOneTurn(turn.options, start, controller)
  await scope.turnEnded({ terminal, view: config.session.view(), model: live.model, fork: turn.fork })
  config.session.sync()
  await thread.emit({ type: 'turn_ended', terminal, report: { ...report, queued: queued() } })
}
