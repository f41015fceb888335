import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sessionOf } from '../../features/evals/plan.ts'
import { resumeWords } from '../../features/evals/run/model-words.ts'
import type { JobWork } from '../../features/fleet/job.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Event, TurnReport } from '../../protocol/event.ts'
import type { Replica, SessionChoice } from '../../protocol/host.ts'
import type { PermissionAnswer } from '../../protocol/permission.ts'
import type { Terminal } from '../../protocol/transition.ts'
import { parseArgs } from '../args/parse-args.ts'
import { createHost } from '../create-host.ts'
import { openRequestOf } from '../open-request.ts'
import type { Process } from '../process.ts'
import type { EndedPrompt, StoredSession } from './stored-session.ts'
import {
  confinement,
  environmentFor,
  type Narrowed,
  sessionSettings,
  type WorkerPolicy,
} from './worker-policy.ts'

/** A question of a job, as its owner sees it. */
export interface JobQuestion {
  readonly id: string
  readonly tool: string
  readonly title: string
  readonly why: string
}

export interface JobSessionWish {
  readonly id: string
  readonly work: JobWork
  readonly narrowed: Narrowed
  readonly policy: WorkerPolicy
  /** Where it works, and where its own files may lie. */
  readonly cwd: string
  readonly room: string
  readonly kept: StoredSession
  readonly replica: Replica
  readonly from: Process
  /** As W3C writes it: the session is part of what its owner began. */
  readonly trace: string
  /** At most so much, in all. */
  readonly usd?: number
  /** It has been asked; the answer comes through `answers`. */
  asked(question: JobQuestion): Promise<void>
  /** Calls for every answer of the owner. Gives a function that ends it. */
  answers(listener: (id: string, answer: PermissionAnswer) => void): () => void
  /** A prompt has come to its end. */
  ended(end: EndedPrompt): Promise<void>
  retried?(event: Extract<Event, { readonly type: 'retry' }>): void
}

/** The prompts of a job, in the session they began in: what was done before is not done again. */
export const holdJobSession = async (
  wish: JobSessionWish,
  signal: AbortSignal,
): Promise<readonly EndedPrompt[]> => {
  const { work, kept, id } = wish
  const done = new Map(kept.ended.map(end => [end.index, end]))
  if (work.prompts.every((_, index) => done.has(index))) return [...done.values()]
  const transcript = kept.files.get('') ?? ''
  await using host = createHost(wish.from)
  await using engine = await host.open(requestFor(wish, transcript !== ''))
  using _stopped = onAbort(signal, () => void engine.send({ type: 'interrupt', cancelQueued: true }))
  using _answered = listening(wish, engine)
  for (const [index, prompt] of work.prompts.entries()) {
    if (done.has(index)) continue
    signal.throwIfAborted()
    const uuid = sessionOf(`${id}/prompt/${index}`)
    // Said before its worker was gone: the session goes on from there.
    const isBegun = transcript.includes(uuid)
    const end = await say(engine, isBegun ? { content: resumeWords() } : { content: prompt, uuid }, wish)
    signal.throwIfAborted()
    const { report, terminal } = end
    const ended: EndedPrompt = {
      index,
      ended: terminal.kind,
      answer: report.text,
      usd: report.cost.totalCostUSD,
      ...('message' in terminal ? { problem: terminal.message } : {}),
      ...(report.structuredOutput === undefined ? {} : { output: report.structuredOutput }),
    }
    await wish.ended(ended)
    done.set(index, ended)
    if (terminal.kind !== 'completed') break
  }
  return [...done.values()]
}

interface TurnEnd {
  readonly terminal: Terminal
  readonly report: TurnReport
}

const say = async (
  engine: Engine,
  said: { readonly content: string; readonly uuid?: string },
  wish: JobSessionWish,
): Promise<TurnEnd> => {
  await using events = engine.events()
  const next = (async (): Promise<TurnEnd> => {
    for await (const event of events) {
      if (event.type === 'permission_request') await ask(event, wish)
      else if (event.type === 'retry') wish.retried?.(event)
      else if (event.type === 'turn_ended' && !event.agent && event.report.queued === 0) return event
    }
    throw new Error('the session ended before its turn')
  })()
  next.catch(() => {})
  await engine.send({ type: 'submit', ...said })
  return await next
}

const ask = async (
  { request }: Extract<Event, { readonly type: 'permission_request' }>,
  wish: JobSessionWish,
): Promise<void> => {
  const { id, toolName, details, decision } = request
  await wish.asked({
    id,
    tool: toolName,
    title: details?.title ?? toolName,
    why: details?.why ?? decision.because.text,
  })
}

const listening = (wish: JobSessionWish, engine: Engine): Disposable => {
  const end = wish.answers((id, answer) => {
    // The first answer settled it: another means nothing any more.
    engine.send({ type: 'answer_permission', id, answer }).catch(() => {})
  })
  return { [Symbol.dispose]: end }
}

const onAbort = (signal: AbortSignal, act: () => void): Disposable => {
  signal.addEventListener('abort', act, { once: true })
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', act) }
}

const requestFor = (wish: JobSessionWish, isBegun: boolean) => {
  const { work, narrowed, policy, from, room, cwd, usd } = wish
  const settings = join(room, 'settings.json')
  writeFileSync(settings, JSON.stringify(sessionSettings(narrowed, policy)), { mode: 0o600 })
  const parsed = parseArgs([
    ...['-p', '--settings', settings, '--permission-mode', narrowed.mode],
    ...narrowed.allow.map(rule => `--allowedTools=${rule}`),
    ...narrowed.deny.map(rule => `--disallowedTools=${rule}`),
    ...(work.model === undefined ? [] : [`--model=${work.model}`]),
    ...(work.effort === undefined ? [] : [`--effort=${work.effort}`]),
    ...(work.limits.turns === undefined ? [] : ['--max-turns', String(work.limits.turns)]),
    ...(work.tools === undefined ? [] : [`--tools=${work.tools.join(',')}`]),
    ...(work.withoutTools ?? []).map(name => `--disallowedTools=${name}`),
    ...(work.schema === undefined ? [] : [`--json-schema=${work.schema}`]),
    ...(work.unattended ? ['--permission-prompts', 'none'] : []),
    ...(work.systemPrompt === undefined ? [] : [`--system-prompt=${work.systemPrompt}`]),
    ...(work.appendSystemPrompt === undefined ? [] : [`--append-system-prompt=${work.appendSystemPrompt}`]),
    ...(usd === undefined ? [] : ['--max-budget-usd', usd.toFixed(6)]),
  ])
  if (parsed.kind !== 'run') throw new Error('the options of a job are no options of a session')
  const session: SessionChoice = isBegun
    ? { kind: 'resume', which: wish.id, whenBusy: 'take_over' }
    : { kind: 'new', id: wish.id }
  const own = {
    ...from,
    cwd,
    env: { ...environmentFor(from.env, narrowed), ...confinement(narrowed, policy), TRACEPARENT: wish.trace },
  }
  const request = openRequestOf(parsed.options, own)
  return {
    ...request,
    session,
    oneShot: false,
    canAsk: !work.unattended,
    entrypoint: 'fleet',
    replica: wish.replica,
  }
}
