import { findModel } from '../../features/models/catalogue.ts'
import type { ToolRunner } from '../../loop/turn.ts'
import type { ModelReply } from '../../protocol/model.ts'
import { assembleCalls, type TurnYield } from '../calls/assemble-calls.ts'
import type { CallDeps } from '../calls/call-runner.ts'
import { LastReply } from '../calls/last-reply.ts'
import { createReadyThread, type ReadyThread } from '../calls/script/ready-thread.ts'
import type { TurnOptions } from '../calls/turn-options.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Fork } from './ask-beside.ts'
import { withDisplay } from './message-display.ts'
import { buildRequest } from './request.ts'
import { sideSource } from './side-source.ts'
import { batchHooks, stopHooks } from './stop-hooks.ts'
import type { TurnContext } from './turn-context.ts'
import { turnRequestOptions } from './turn-request-options.ts'
import type { TurnRunnerOptions } from './turn-runner.ts'

export interface AssembledTurn {
  readonly options: TurnRunnerOptions
  readonly context: TurnContext
  readonly fork: Fork
}

/** Freezes what a turn works with: model, prompt, tools. Built anew for each turn. */
export const assembleTurn = (options: TurnOptions): AssembledTurn => {
  const { thread } = options
  const { config, prompt, toolset, session } = thread
  const { accounts } = session.purse
  const { wish, fast, tokenBudget, taskBudget } = turnRequestOptions(options)
  const left: TurnYield = { denials: [], last: new LastReply() }
  const kind = thread.agent ? 'side' : 'main'
  const requestPlace = {
    system: () => thread.prefix?.system ?? prompt.system(),
    tools: () => thread.prefix?.tools ?? toolset.sent(),
    deferredTools: () => (thread.prefix ? (thread.prefix.deferredTools ?? []) : toolset.referable()),
    models: thread.agent && !thread.prefix ? forMinutes(config.models) : config.models,
    get wish() {
      const effort = thread.grants.effort()
      return effort === undefined ? wish : { ...wish, effort }
    },
    fast,
    taskBudget,
    memo: thread.memo,
    ...fixedFor(config),
    clearResults: thread.context.clearResults,
  }
  const fork: Fork = {
    config,
    wish,
    request: (view, want) => buildRequest(requestPlace, view, want),
    onSideCall: bookSide(accounts),
  }
  const overhead = overheadOf(toolset.sent().length, prompt.system())
  const context = thread.context.forTurn({ ...fork, overhead })
  const request: TurnRunnerOptions['deps']['request'] = (view, want) => {
    thread.scope.requesting(view, want.model)
    thread.results.startReply()
    left.last.goesOut()
    context.beforeRequest(view, want.model)
    return {
      ...buildRequest(requestPlace, view, wanted(thread, want)),
      onSent: () => thread.scope.requested(),
      atLimit: session.work.limits.atLimit,
    }
  }
  const place: TurnRunnerOptions = {
    config,
    wish,
    tokens: context.tokens,
    tokenBudget,
    accounts,
    tally: thread.tally,
    book(call) {
      thread.replies.ended(call.replyId)
      accounts.book(thread.agent ? { ...call, source: 'agent', agent: thread.agent } : call, kind)
    },
    ...denialsOf(thread, left),
    structuredOutput: () => left.answer,
    emit: shownBy(options),
    queued: options.queued,
    deps: {
      model: config.models.model,
      record: thread.record,
      request,
      tools: createLazyRunner(thread, ready => assembleCalls(options, left, { fork, ready })),
      ...newsOf(options),
      ending: () => left.last.terminal,
      ...hooksOf(thread),
      ...(config.tools.structured ? { structuredMissing: () => left.answer === undefined } : {}),
      ...context,
    },
  }
  return { options: place, context, fork }
}

const fixedFor = ({ models, prompt, partials }: TurnOptions['thread']['config']) => ({
  hasFallback: models.fallbacks.length > 0,
  language: prompt.promptLanguage,
  quiet: !partials,
})

const newsOf = ({
  thread,
  attach,
  hasJoining,
}: TurnOptions): Pick<TurnRunnerOptions['deps'], 'attach' | 'hasJoining' | 'tellAgain'> => ({
  attach,
  hasJoining: () => hasJoining?.() === true || thread.ports.findings.hasErrors(),
  tellAgain: () => thread.news('round'),
})

const hooksOf = ({ hooks, agent, config, session, ports }: TurnOptions['thread']) => ({
  stopHooks: stopHooks({
    settle: ports.findings.settle,
    hooks,
    ...(agent ? { agent } : {}),
    transcript: config.session.path,
    tasks: () => session.shared.tasks.list(),
    schedules: () => session.shared.schedules.list(),
    language: config.prompt.promptLanguage,
    ...(agent
      ? {}
      : {
          goal: async (signal: AbortSignal, lastText: string) =>
            (await session.work.goal.judge(signal)) ??
            (await session.work.ruleChecks.judge(signal)) ??
            (await session.work.claims.judge(lastText)),
        }),
  }),
  afterCalls: batchHooks(hooks),
})

type Want = Parameters<typeof buildRequest>[2]

/** The model that a skill called in this turn wants, in the place of that of the session; and of two that of the mode. */
const wanted = ({ grants, live, config, agent }: TurnOptions['thread'], want: Want): Want => {
  const { plans, works } = (agent ? undefined : live.duo) ?? {}
  const isOwn = want.model === live.model || want.model === plans || want.model === works
  const model = grants.model() ?? (plans === undefined ? undefined : live.model)
  if (model === undefined || model === want.model || !isOwn) return want
  const { maxOutput } = findModel(model, config.models.rows).facts
  return { ...want, model, maxTokens: Math.min(want.maxTokens, maxOutput) }
}

/** What the person sees of the model's words may be a hook's. */
const shownBy = ({ thread, said }: TurnOptions): TurnRunnerOptions['emit'] => {
  const { agent, hooks, config, emit } = thread
  const turnId = said?.at(-1)?.uuid ?? ''
  return agent ? emit : withDisplay({ hooks, turnId, screen: config.wake === true }, emit)
}

const bookSide =
  (accounts: TurnRunnerOptions['accounts']): Fork['onSideCall'] =>
  (reply: ModelReply, { durationMs, source }) =>
    accounts.book(
      {
        model: reply.model,
        usage: reply.usage,
        durationMs,
        apiMs: reply.durationMs,
        replyId: reply.id,
        ...(reply.requestId === undefined ? {} : { requestId: reply.requestId }),
        source: sideSource(source),
      },
      'side',
    )

/** Nobody makes an agent wait: the usual lifetime is enough for it. */
const forMinutes = ({ cacheHour: _, ...models }: ModelChoice): ModelChoice => models

/** A guess at the tokens of everything but the conversation, until the first reply tells. */
const overheadOf = (tools: number, system: readonly { readonly text: string }[]): number => {
  const text = system.reduce((sum, part) => sum + part.text.length, 0) / 4
  return Math.ceil(text + tools * 300)
}

/** Those of agents are reported by the conversation. */
const denialsOf = (
  { agent, session }: TurnOptions['thread'],
  { denials }: TurnYield,
): Pick<TurnRunnerOptions, 'denials' | 'agentDenials'> => ({
  denials,
  ...(agent ? {} : { agentDenials: () => session.agentDenials.splice(0) }),
})

/** Runs calls with code that is loaded for the first of them: no first request waits for it. */
const createLazyRunner = (
  thread: TurnOptions['thread'],
  assemble: (ready: ReadyThread) => CallDeps,
): ToolRunner => {
  const ready = createReadyThread(thread)
  const deps = assemble(ready)
  let loading: Promise<ToolRunner> | undefined
  const load = (): Promise<ToolRunner> => {
    loading ??= import('../calls/with-findings.ts').then(({ runnerWithFindings }) =>
      runnerWithFindings(deps, thread.ports.findings),
    )
    return loading
  }
  return {
    maxParallel: deps.maxParallel,
    ...(deps.language ? { language: deps.language } : {}),
    plan: async call => await (await load()).plan(call),
    run: async (call, signal) => await (await load()).run(call, signal),
    begins: ready.begins,
    over: ready.over,
  }
}
