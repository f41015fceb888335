import { buildSystemPrompt, userContext } from '../features/prompt/build.ts'
import type { NormalizeMemo } from '../loop/normalize.ts'
import type { Event, TurnInfo } from '../protocol/event.ts'
import type { AttachmentMessage, Message } from '../protocol/message.ts'
import type { ModelReply } from '../protocol/model.ts'
import type { PermissionDenial, PermissionUpdate } from '../protocol/permission.ts'
import { type Terminal, TurnStop } from '../protocol/transition.ts'
import type { Accounts } from './accounts.ts'
import { createCallRunner } from './call-runner.ts'
import type { EngineConfig, Live } from './config.ts'
import type { PermissionDesk } from './permission-desk.ts'
import { ProgressGuard } from './progress-guard.ts'
import type { ResultBudget } from './result-budget.ts'
import type { TurnPlace } from './turn-runner.ts'
import { createContext } from './wire/context.ts'
import { createToolHooks } from './wire/hooks.ts'
import { createDenialWatch, type Gate } from './wire/permissions.ts'
import type { Ports } from './wire/ports.ts'
import { buildRequest } from './wire/request.ts'
import type { Toolset } from './wire/toolset.ts'

const MAX_STRUCTURED_MISSES = 5

/** What lives longer than a turn and is lent to it. */
export interface TurnLoan {
  readonly config: EngineConfig
  readonly live: Live
  readonly ports: Ports
  readonly gate: Gate
  readonly toolset: Toolset
  readonly results: ResultBudget
  /** A request is about to leave. */
  onRequest(): void
  readonly memo: NormalizeMemo
  readonly accounts: Accounts
  readonly desk: PermissionDesk
  readonly controller: AbortController
  attach(): readonly Message[]
  grant(updates: readonly PermissionUpdate[]): void
  emit(event: Event): Promise<void> | undefined
  queued(): number
}

/** Freezes what a turn works with: model, prompt, tools. Built anew for each turn. */
export const assembleTurn = (loan: TurnLoan) => {
  const { config, live } = loan
  const { model } = live
  const system = buildSystemPrompt({ surroundings: surroundingsOf(config, model), ...config.prompt })
  const denials: PermissionDenial[] = []
  const answer: { given?: unknown } = {}
  const requestPlace = {
    system,
    tools: loan.toolset.sent,
    models: config.models,
    memo: loan.memo,
    hasFallback: config.models.fallbacks.length > 0,
  }
  const request: TurnPlace['deps']['request'] = (view, want) => {
    loan.onRequest()
    loan.results.startReply()
    return buildRequest(requestPlace, view, want)
  }
  const place: TurnPlace = {
    config,
    accounts: loan.accounts,
    denials,
    structuredOutput: () => answer.given,
    emit: loan.emit,
    queued: loan.queued,
    deps: {
      model: config.models.model,
      record: message => {
        loan.ports.history.see(message)
        return config.session.record(message)
      },
      request,
      tools: createCallRunner(callDeps(loan, denials, answer)),
      attach: loan.attach,
      ...(config.tools.structured ? { structuredMissing: () => answer.given === undefined } : {}),
      ...createContext({
        model: config.models.model,
        rows: config.models.rows,
        enabled: config.autoCompact,
        means: config.means,
        overhead: overheadOf(loan.toolset.sent().length, system),
        request: (view, want) => buildRequest(requestPlace, view, want),
        onSideCall: (reply: ModelReply, durationMs) =>
          loan.accounts.book(
            { model: reply.model, usage: reply.usage, durationMs, apiMs: reply.durationMs },
            'side',
          ),
      }),
    },
  }
  return {
    place,
    info: (userMessageUuid: string): TurnInfo => infoOf(loan, userMessageUuid),
    /** What a conversation begins with. */
    opening: (view: readonly Message[]): readonly Message[] => (view.length === 0 ? [openingOf(config)] : []),
  }
}

const openingOf = (config: EngineConfig): AttachmentMessage => ({
  type: 'attachment',
  uuid: config.means.newId(),
  timestamp: config.means.now().toISOString(),
  attachment: { kind: 'user_context', text: userContext(config.means.now()) },
})

const infoOf = ({ config, live }: TurnLoan, userMessageUuid: string): TurnInfo => ({
  sessionId: config.session.id,
  cwd: live.cwd,
  tools: config.tools.specs.map(spec => spec.name),
  model: live.model,
  mode: live.mode,
  credential: config.credential,
  userMessageUuid,
  ...(config.models.effort ? { effort: config.models.effort } : {}),
})

const surroundingsOf = ({ place }: EngineConfig, model: string) => ({
  cwd: place.cwd,
  isGitRepo: place.isGitRepo,
  platform: place.platform,
  osVersion: place.osVersion,
  shell: place.shell,
  extraDirs: place.roots.slice(1),
  model,
})

/** A guess at the tokens of everything but the conversation, until the first reply tells. */
const overheadOf = (tools: number, system: readonly { readonly text: string }[]): number => {
  const text = system.reduce((sum, part) => sum + part.text.length, 0) / 4
  return Math.ceil(text + tools * 300)
}

const callDeps = (loan: TurnLoan, denials: PermissionDenial[], answer: { given?: unknown }) => {
  const { config, live, ports, gate } = loan
  const hooks = createToolHooks({
    hooks: config.hooks,
    projectDir: config.place.cwd,
    sessionId: config.session.id,
    transcriptPath: config.session.path ?? '',
    variables: ports.childEnv,
    newId: config.means.newId,
    cwd: () => live.cwd,
    mode: () => live.mode,
    onReport: report => void loan.emit({ type: 'hook', hook: report }),
  })
  const stopTurn = (terminal: Terminal): void => {
    if (!loan.controller.signal.aborted) loan.controller.abort(new TurnStop(terminal))
  }
  let misses = 0
  const watch = createDenialWatch(message => {
    // With someone to ask, a person decides how often is too often.
    if (!config.permissions.canAsk) stopTurn({ kind: 'permission_denied_limit', message })
  })
  return {
    tools: config.tools,
    toolset: loan.toolset,
    results: loan.results,
    ...(config.tools.structured ? { structuredTool: config.tools.structured } : {}),
    maxParallel: config.limits.maxParallelTools,
    policy: gate.policy,
    judge: gate.permissions.judge,
    ...hooks,
    postToolUse: async (...done: Parameters<typeof hooks.postToolUse>) => {
      const verdict = await hooks.postToolUse(...done)
      // A hook may have put what was just written into another form.
      if (config.hooks['PostToolUse']) ports.history.recheck()
      return verdict
    },
    ...(config.permissions.canAsk ? { ask: loan.desk.ask.bind(loan.desk) } : {}),
    grant: loan.grant,
    newId: config.means.newId,
    cwd: () => live.cwd,
    call: ports.call,
    watch: ports.history.watch,
    onStructured: (output: unknown) => {
      answer.given = (output as { readonly structured_output: unknown }).structured_output
    },
    onStructuredMiss: () => {
      misses += 1
      if (misses >= MAX_STRUCTURED_MISSES)
        stopTurn({
          kind: 'structured_output_failed',
          message: `The model gave ${misses} answers and none of them fits the JSON schema.`,
        })
    },
    stopTurn,
    interrupt: () => loan.controller.abort(),
    onDenied: (
      denial: PermissionDenial,
      decision: { readonly because: { readonly type: string; readonly text: string } },
    ) => {
      denials.push(denial)
      watch.denied(denial)
      void loan.emit({
        type: 'permission_denied',
        toolName: denial.tool_name,
        toolUseId: denial.tool_use_id,
        reasonType: decision.because.type,
        message: decision.because.text,
      })
    },
    onRan: (work: { readonly durationMs: number; readonly output: unknown }) => {
      watch.ran()
      loan.accounts.bookTool({ durationMs: work.durationMs, ...linesOf(work.output) })
    },
    emit: (event: Event) => void loan.emit(event),
    guard: new ProgressGuard(),
    elapsed: config.means.elapsed,
    log: (line: string) => config.means.log?.(line),
  }
}

/** Lines a change added and removed, from any output that carries a structured patch. */
const linesOf = (output: unknown): { readonly linesAdded: number; readonly linesRemoved: number } => {
  const patch = (output as { readonly structuredPatch?: unknown } | null | undefined)?.structuredPatch
  let linesAdded = 0
  let linesRemoved = 0
  for (const hunk of Array.isArray(patch) ? (patch as { readonly lines?: readonly string[] }[]) : [])
    for (const line of hunk.lines ?? []) {
      if (line.startsWith('+')) linesAdded += 1
      if (line.startsWith('-')) linesRemoved += 1
    }
  return { linesAdded, linesRemoved }
}
