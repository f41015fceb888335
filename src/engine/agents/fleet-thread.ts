import type { FleetEnd, FleetJob, FleetJobs, FleetNews } from '../../protocol/agents/fleet-work.ts'
import type { Event } from '../../protocol/event.ts'
import { agentText } from '../../protocol/messages/engine/agents.ts'
import { lines, verbatim } from '../../protocol/messages/layout.ts'
import { messageFields, type Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { wordsFor } from '../../protocol/messages/text-for-model.ts'
import { askedBecause, because, type PermissionRequest } from '../../protocol/permission.ts'
import type { Thread, ThreadEnd, ThreadSpec } from '../../protocol/thread.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { type Terminal, TurnStop } from '../../protocol/transition.ts'
import { addUsage, NO_USAGE } from '../../protocol/usage.ts'
import { type SessionHandle, sideFile } from '../session-file/session-handle.ts'
import type { AgentsOptions } from './agents-options.ts'

const says = modelTexts('fleet_agent', {
  branch: {
    en: '[It worked on another machine. Its changes are on the branch {branch}; nothing here was changed.]',
    zh: '[它在另一台机器上工作。改动在分支 {branch} 上；此处没有任何改动。]',
  },
  problem: { en: '[{why}]', zh: '[{why}]' },
})

export interface FleetThreadOptions {
  readonly spec: ThreadSpec
  readonly jobs: FleetJobs
  readonly chain: SessionHandle
  readonly at: AgentsOptions
  /** On this machine, in the same chain: for what is said to it later. */
  openHere(spec: ThreadSpec): Promise<Thread>
}

/** Opens the chain that a thread on another machine has here: what it says there is written down here as well. */
export const openFleetThread = async (options: Omit<FleetThreadOptions, 'chain'>): Promise<Thread> => {
  const { spec, at } = options
  const { session } = at.config
  const { id } = spec.agent
  const chain = session.openSide(id, { messages: [] })
  if (spec.facts)
    await chain.note({ type: 'agent_metadata', sessionId: session.id, agentId: id, facts: spec.facts })
  return new FleetThread({ ...options, chain })
}

/**
 * A thread whose turn is a job of a fleet. What it says and costs is heard as it happens, its questions are asked here,
 * and what is said to it afterwards is answered on this machine, in the same chain.
 */
class FleetThread implements Thread {
  readonly elsewhere = true as const
  readonly path: string | undefined
  readonly #options: FleetThreadOptions
  readonly #waiting: string[] = []
  readonly #questions = new Map<string, AbortController>()
  #here: Thread | undefined
  #isDone = false
  #usage = NO_USAGE
  #requests = 0

  constructor(options: FleetThreadOptions) {
    this.#options = options
    this.path = sideFile(options.at.config.session.path, options.spec.agent.id)
  }

  get waiting(): number {
    return this.#here?.waiting ?? this.#waiting.length
  }

  prefix(): never {
    throw new Error('Nobody goes on from the prefix of an agent on another machine.')
  }

  say(text: string, onRecorded?: () => void): void {
    if (this.#here) this.#here.say(text, onRecorded)
    else this.#waiting.push(text)
  }

  async *run(said: string | undefined, signal: AbortSignal): AsyncGenerator<Event, ThreadEnd> {
    if (this.#isDone) {
      this.#here ??= await this.#goOnHere()
      return yield* this.#here.run(said, signal)
    }
    const controller = new AbortController()
    const interrupt = (): void => controller.abort(signal.reason)
    signal.addEventListener('abort', interrupt, { once: true })
    if (signal.aborted) interrupt()
    try {
      const prompt = [...this.#waiting.splice(0), ...(said === undefined ? [] : [said])].join('\n\n')
      const job = await this.#options.jobs.submit(this.#workFor(prompt))
      const news = job.news(controller.signal)
      for (;;) {
        const next = await news.next()
        if (next.done) return await this.#ended(next.value, controller.signal)
        yield* this.#heard(next.value, { job, controller })
      }
    } finally {
      this.#isDone = true
      signal.removeEventListener('abort', interrupt)
      for (const question of this.#questions.values()) question.abort()
    }
  }

  async #goOnHere(): Promise<Thread> {
    const { chain, openHere, spec } = this.#options
    await chain[Symbol.asyncDispose]()
    const here = await openHere({ ...spec, goesOn: true })
    for (const text of this.#waiting.splice(0)) here.say(text)
    return here
  }

  async *#heard(
    news: FleetNews,
    { job, controller }: { readonly job: FleetJob; readonly controller: AbortController },
  ): AsyncGenerator<Event> {
    const { chain, spec, at } = this.#options
    const { agent } = spec
    if (news.kind === 'message') yield { type: 'entry', entry: await chain.record(news.message), agent }
    else if (news.kind === 'usage') {
      const { model, usage, durationMs, partial, isOwn, replyId } = news
      const call = { model, usage, durationMs, apiMs: durationMs, replyId, partial, agent }
      at.purse.accounts.book({ ...call, source: isOwn ? 'agent' : 'side' }, 'side')
      if (isOwn) {
        this.#usage = addUsage(this.#usage, usage)
        this.#requests++
        const { durationMs: apiMs } = news
        yield { type: 'usage', model, usage, durationMs, apiMs, partial, replyId, agent }
      }
      await this.#mayGoOn(model, controller)
    } else if (news.kind === 'question') this.#ask(news, job)
    else if (news.kind === 'answered') this.#questions.get(news.id)?.abort()
  }

  /** Of the session's money, and of what it was given itself: here as on this machine the one ends its turn. */
  async #mayGoOn(model: string, controller: AbortController): Promise<void> {
    const why = await this.#options.at.purse.refused(model)
    if (why) controller.abort(new TurnStop({ kind: 'budget_usd', ...messageFields(why) }))
    const { tokens } = this.#options.spec.limits ?? {}
    if (tokens === undefined || this.#usage.output_tokens < tokens) return
    const used = agentText('tokens_used_up', { limit: tokens })
    controller.abort(new TurnStop({ kind: 'budget_tokens', ...messageFields(used) }))
  }

  /** Asked like a question of this session: whoever answers first, here or at another screen, has answered. */
  #ask(question: Extract<FleetNews, { readonly kind: 'question' }>, job: FleetJob): void {
    const { at, spec } = this.#options
    if (!at.config.permissions.canAsk || this.#questions.has(question.id)) return
    const withdrawn = new AbortController()
    this.#questions.set(question.id, withdrawn)
    const request = questionOf(question, spec, at.config.runtime.newId())
    void (async () => {
      const answer = await at.desk.ask(request, withdrawn.signal)
      if (answer) await job.answer(question.id, answer.behavior === 'allow')
    })().catch((error: unknown) => at.config.runtime.log?.(`fleet: ${String(error)}`))
  }

  #workFor(prompt: string): Parameters<FleetJobs['submit']>[0] {
    const { spec, at } = this.#options
    const { live, config, purse } = at
    const { run } = purse.accounts
    const left = run && Math.max(0, run.limit - run.spent)
    const rules = [...live.rules, ...(spec.rules ?? [])]
    const textsOf = (behavior: 'allow' | 'deny'): readonly string[] =>
      rules.flatMap(rule => (rule.behavior === behavior ? [rule.text] : []))
    const { turns, usd, ms } = spec.limits ?? {}
    const least = Math.min(usd ?? Number.POSITIVE_INFINITY, left ?? Number.POSITIVE_INFINITY)
    const effort = spec.effort ?? live.effort
    const { tools } = spec
    const trace = config.watch?.traceFor?.(spec.agent.toolUseId)?.traceparent
    return {
      title: spec.agent.name,
      prompt,
      cwd: spec.place?.cwd ?? live.cwd,
      isOwn: typeof spec.facts?.['worktree'] === 'string',
      model: spec.model ?? live.model,
      mode: spec.mode ?? live.mode,
      ...(effort === undefined ? {} : { effort }),
      ...(spec.prompt === undefined ? {} : { prompted: spec.prompt }),
      ...(tools === undefined || tools.includes('*') ? {} : { tools: tools.filter(isTool) }),
      disallowedTools: (spec.disallowedTools ?? []).filter(isTool),
      allow: textsOf('allow'),
      deny: textsOf('deny'),
      ...(spec.schema ? { schema: spec.schema } : {}),
      limits: {
        ...(turns === undefined ? {} : { turns }),
        ...(ms === undefined ? {} : { ms }),
        ...(Number.isFinite(least) ? { usd: least } : {}),
      },
      ...(trace === undefined ? {} : { trace }),
      unattended: !config.permissions.canAsk,
    }
  }

  async #ended(end: FleetEnd, signal: AbortSignal): Promise<ThreadEnd> {
    const words = await wordsFor(this.#options.at.config.prompt.promptLanguage)
    const notes = [
      ...(end.branch === undefined ? [] : [says('branch', { branch: end.branch })]),
      ...(end.isDone && end.why !== undefined ? [says('problem', { why: end.why })] : []),
    ]
    const text = [verbatim(end.answer), ...notes].flatMap((each, at) => (at === 0 ? [each] : ['', each]))
    return {
      terminal: terminalOf(end, signal, this.#options.spec),
      text: words(lines(text)),
      usage: this.#usage,
      requests: this.#requests,
      ...(end.output === undefined ? {} : { output: end.output }),
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#here) await this.#here[Symbol.asyncDispose]()
    else await this.#options.chain[Symbol.asyncDispose]()
  }
}

/** Servers of this machine are not there. */
const isTool = (entry: string): boolean => !entry.startsWith('mcp__')

const terminalOf = (end: FleetEnd, signal: AbortSignal, { limits }: ThreadSpec): Terminal => {
  if (signal.aborted)
    return signal.reason instanceof TurnStop ? signal.reason.terminal : { kind: 'aborted_streaming' }
  if (end.isDone) return { kind: 'completed', stopReason: 'end_turn' }
  const said = messageFields(end.why ?? end.ended)
  switch (end.ended) {
    case 'max_turns':
      return { kind: 'max_turns', limit: limits?.turns ?? 0 }
    case 'budget_usd':
    case 'structured_output_failed':
      return { kind: end.ended, ...said }
    default:
      return { kind: 'model_error', error: 'unknown', ...said }
  }
}

/** Words of a worker: shown as they are, and no kind of question but this one. */
const questionOf = (
  { tool, title, why }: { readonly tool: string; readonly title: string; readonly why: string },
  { agent }: ThreadSpec,
  id: string,
): PermissionRequest => {
  const reason = agentText('fleet_asks', { why })
  const asked: Text = `${tool}: ${title}`
  return {
    id,
    toolName: RULE_NAMES.agent,
    toolUseId: agent.toolUseId,
    input: { tool, title },
    decision: { verdict: 'ask', because: because('other', reason), offer: [], readOnly: false },
    details: {
      title: asked,
      about: { kind: 'agent', name: agent.name },
      ...askedBecause(reason),
      subject: { text: asked, risky: [] },
      saves: [],
    },
    agent,
  }
}
