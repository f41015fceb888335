import type { SessionFiles } from '../../features/files/files.ts'
import type { SessionSecrets } from '../../features/secrets/session-secrets.ts'
import { errorText } from '../../lib/error-text.ts'
import { declinedWords } from '../../lib/refusal.ts'
import type { CallOutcome, CallRequest, ToolRunner } from '../../loop/turn.ts'
import type { Event } from '../../protocol/event.ts'
import type { HookVerdict } from '../../protocol/hook.ts'
import type { ToolResultBlock } from '../../protocol/message.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { textForModel } from '../../protocol/messages/text-for-model.ts'
import type { Decision, PermissionDenial, ResolvedPaths } from '../../protocol/permission.ts'
import type { SessionWatch } from '../../protocol/telemetry/session-watch.ts'
import { type Tool, type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { CopyLocation } from '../../protocol/tools/command-sandbox.ts'
import type { AtTerminal } from '../../protocol/tools/person-terminal.ts'
import type { Terminal } from '../../protocol/transition.ts'
import type { SessionHistory } from '../file-history/part.ts'
import type { ResultBudget } from '../result-budget.ts'
import type { Authorization, Refusal } from './authorization.ts'
import { type AuthorizeDeps, accessesOf, authorize } from './authorize.ts'
import { effectsOf, refusedEffects, withWords } from './call-effects.ts'
import { errorOutcome, failedInside } from './call-faults.ts'
import { checkOf } from './check-call.ts'
import { hookRemarks } from './hook-verdict.ts'
import type { LastReply } from './last-reply.ts'
import { withNote } from './note.ts'
import { observe } from './parse-again.ts'
import { moved, type PlanDeps, planCall, UNKNOWN } from './plan-call.ts'
import {
  awaitServer,
  type Fault,
  isAwaited,
  type PrepareDeps,
  prepareCall,
  type Ready,
  settled,
} from './prepare-call.ts'
import type { ProgressGuard } from './progress-guard.ts'
import { approvalOf, ends, ranFacts, textOf } from './ran-facts.ts'
import { refusedText } from './refused-call.ts'
import { type Ran, runTool } from './run-tool.ts'
import type { TryCall } from './with-trial.ts'

export interface CallDeps extends Omit<AuthorizeDeps, 'tryFirst'>, PrepareDeps, PlanDeps {
  /** Runs a command in a copy before it is asked about; absent: that is off. */
  readonly tryFirst?: TryCall
  readonly structuredTool?: Tool
  readonly results: Pick<ResultBudget, 'fit'>
  readonly maxParallel: number
  call(id: string, how: CallContext & { readonly secrets: SessionSecrets }): ToolCall
  /** Runs a call and remembers which files it changed. */
  readonly watch: SessionHistory['watch']
  postToolUse(done: FinishedCall, signal: AbortSignal): Promise<HookVerdict>
  onStructured(output: unknown): void
  /** The structured answer was given and does not fit. */
  onStructuredMiss(): void
  /** The person wants the turn to stop. */
  interrupt(): void
  /** Ends the turn for a cause outside the call. */
  stopTurn(terminal: Terminal): void
  /** Says what comes of it, when the turn will not take many more. */
  onDenied(denial: PermissionDenial, decision: Decision): LocalizedText | undefined
  /** Hears how each call was decided; absent: nobody counts. */
  readonly onDecided?: SessionWatch['decided']
  /** The turn is about to end: calls are answered, not run. */
  readonly last: Pick<LastReply, 'refuses'>
  onRan(work: { readonly name: string; readonly durationMs: number; readonly output: unknown }): void
  emit(event: Event): void
  readonly guard: Pick<ProgressGuard, 'observe'>
  /** What the environment names for temporary files; absent: no other directory is named for them. */
  readonly temporary?: readonly string[] | undefined
  elapsed(): number
  log(line: string): void
}

/** What a call gets beside the ports of the session: what its decision means for the run. */
export interface CallContext
  extends Pick<Decision, 'readOnly' | 'hardened' | 'memoryWrites'>,
    AtTerminal,
    Pick<ToolCall, 'approved' | 'byPerson'> {
  readonly signal: AbortSignal
  readonly places?: ResolvedPaths
  /** Where it notes what it has seen; absent: with the model. */
  readonly files?: Pick<SessionFiles, 'at'>
  /** It runs in a copy; absent: where the thread works. */
  readonly copy?: CopyLocation
}

export interface FinishedCall {
  readonly name: string
  readonly id: string
  readonly input: unknown
  readonly output: unknown
  readonly error?: string
  readonly interrupted?: boolean
  readonly durationMs: number
}

/** The same when secrets can be found: what a run has. */
type RunDeps = Omit<CallDeps, 'secrets' | 'call'> & {
  readonly secrets: SessionSecrets
  call(id: string, how: CallContext): ToolCall
}

/** From a block the model wrote to a result the model can act on, whatever happens in between. */
export const createCallRunner = (deps: CallDeps): ToolRunner => {
  /** Finding the tool and reading the input is done once, for the plan and for the run. */
  const prepared = new WeakMap<CallRequest, Ready | Fault>()
  const prepareOnce = async (call: CallRequest): Promise<Ready | Fault> => {
    const known = prepared.get(call) ?? (await prepareCall(deps, call))
    prepared.set(call, known)
    return known
  }
  return {
    maxParallel: deps.maxParallel,
    ...(deps.language ? { language: deps.language } : {}),
    plan: async call =>
      (await isAwaited(deps, call)) ? UNKNOWN : await planCall(deps, await prepareOnce(call)),
    async run(call, signal) {
      const started = deps.elapsed()
      try {
        const refused = isAnswer(deps, call) ? undefined : deps.last.refuses()
        if (refused?.stop) deps.stopTurn(refused.stop)
        if (refused) return { ...errorOutcome(call, forModel(refused.text, deps.language)), refused: true }
        const missing = (await isAwaited(deps, call)) ? await awaitServer(deps, call, signal) : undefined
        const ready = missing ?? (await prepareOnce(call))
        if (!('tool' in ready)) return errorOutcome(call, ready.fault)
        return await runReady(await withSecrets(deps), { call, ready, started }, signal)
      } catch (error) {
        // A bug in a tool or in the way to it must not end the session; it is said, and logged whole.
        const message = errorText(error)
        deps.log(`tool ${call.block.name}: ${error instanceof Error ? (error.stack ?? message) : message}`)
        const shown = await deps.secrets.ready().then(secrets => secrets.redact(message))
        return errorOutcome(call, forModel(failedInside(call.block.name, shown), deps.language))
      }
    },
  }
}

const withSecrets = async (deps: CallDeps): Promise<RunDeps> => {
  const secrets = await deps.secrets.ready()
  return { ...deps, secrets, call: (id, how) => deps.call(id, { ...how, secrets }) }
}

const isAnswer = ({ structuredTool }: CallDeps, { block }: CallRequest): boolean =>
  structuredTool !== undefined && block.name === structuredTool.name

interface Running {
  readonly call: CallRequest
  readonly ready: Ready
  readonly started: number
}

const runReady = async (deps: RunDeps, running: Running, signal: AbortSignal): Promise<CallOutcome> => {
  const { call } = running
  const ready = await fillIn(deps, { ...running, ready: moved(deps, running.ready) }, signal)
  if (!('tool' in ready)) return errorOutcome(call, ready.fault)
  const callAt = (places: ResolvedPaths) => deps.call(call.block.id, { signal, readOnly: false, places })
  const check = checkOf(ready.tool, callAt, deps.language)
  const requested = { ...ready, id: call.block.id, check }
  const authorization = await authorize(await deciding(deps, { ...running, ready }), requested, signal)
  for (const text of authorization.messages) deps.emit(notice('warning', text, call.block.id))
  if (!authorization.granted && authorization.fault !== undefined)
    return errorOutcome(call, deps.secrets.redact(authorization.fault))
  tellDecision(deps, requested, authorization)
  if (!authorization.granted)
    return await denied(deps, { call, ready, filled: ready.input !== running.ready.input }, authorization)
  const { tool } = ready
  const { input, places, byPerson } = authorization
  const { readOnly, hardened, memoryWrites } = authorization.decision
  const accesses = accessesOf(requested, input)
  const how = {
    signal,
    readOnly,
    places,
    ...(hardened ? { hardened } : {}),
    ...(memoryWrites === undefined ? {} : { memoryWrites }),
    ...(byPerson === undefined ? {} : { approved: true }),
    ...(byPerson === 'changed' ? { byPerson: true } : {}),
    ...(authorization.inTerminal ? { inTerminal: true } : {}),
  }
  const { trial } = authorization
  const ran = await deps.watch({ readOnly, accesses }, async () => {
    await using kept = trial
    return kept
      ? await kept.keep()
      : await runTool(deps, { call, tool, input, started: running.started }, deps.call(call.block.id, how))
  })
  // What ends the turn from here on, a guard or a hook, did not cut the call short.
  const { aborted } = signal
  const clean = await redacted(deps, tool, ran)
  const outcome = await afterRun(deps, { running, authorization, ran: clean }, signal)
  const { cwd } = requested
  const facts = { readOnly, accesses, cwd, failed: ran.isError, aborted }
  const effects = withWords(effectsOf(tool, { input, output: clean.output, ...facts }), {
    tool,
    accesses,
    words: authorization.note,
  })
  const partial = aborted && ran.output !== undefined && tool.partial?.(ran.output) === true
  return {
    ...outcome,
    ...(effects.length === 0 ? {} : { effects }),
    ...(partial ? { partial } : {}),
    ...(aborted ? {} : { finished: true }),
  }
}

const deciding = async (deps: RunDeps, running: Running): Promise<AuthorizeDeps> => {
  const { tryFirst, ...others } = deps
  return tryFirst
    ? (await import('./with-trial.ts')).withTrial({ ...others, tryFirst }, { ...running, ...running.ready })
    : others
}

const tellDecision = (
  { onDecided }: Pick<RunDeps, 'onDecided'>,
  { id, tool, input }: Ready & { readonly id: string },
  made: Exclude<Authorization, { readonly fault: string }>,
): void =>
  onDecided?.({
    toolName: tool.name,
    toolUseId: id,
    input: made.granted ? made.input : input,
    granted: made.granted,
    because: made.decision.because.type,
  })

/** What the session adds to the input; a call that makes no sense now is answered without asking anybody. */
const fillIn = async (
  deps: RunDeps,
  { call, ready }: Running,
  signal: AbortSignal,
): Promise<Ready | Fault> => {
  const { tool, input, cwd } = ready
  if (!tool.prepare) return ready
  try {
    return settled(
      tool,
      await tool.prepare(input, deps.call(call.block.id, { signal, readOnly: false })),
      cwd,
    )
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { fault: await textForModel(error.localized, deps.language) }
  }
}

const denied = async (
  deps: RunDeps,
  { call, ready, filled }: Pick<Running, 'call' | 'ready'> & { readonly filled: boolean },
  refusal: Refusal,
): Promise<CallOutcome> => {
  if (refusal.deferred) return await putOff(deps, { call, ready }, refusal)
  const warning = deps.onDenied(
    {
      tool_name: ready.tool.name,
      tool_use_id: call.block.id,
      // What the session filled in belongs to what was refused.
      tool_input: filled ? ready.input : call.block.input,
    },
    refusal.decision,
  )
  const { tool, accesses } = ready
  const { temporary, language } = deps
  const policy = deps.policy()
  const text = await refusedText({ tool, accesses, refusal, policy, temporary, warning, language })
  const outcome = errorOutcome(call, deps.secrets.redact(text))
  if (refusal.interrupt) deps.interrupt()
  const message = refusal.message.text
  const words = declinedWords(message)
  const effects = refusedEffects({ tool, accesses, refusal: { message, ...(words ? { words } : {}) } })
  return {
    ...outcome,
    refused: true,
    refusedBy: {
      ...approvalOf({ decision: refusal.decision, byPerson: refusal.declined }),
      localized: deps.secrets.redact(refusal.message),
    },
    effects,
    ...(refusal.declined ? { undone: 'declined' } : {}),
    ...(refusal.stop === undefined ? {} : { stop: refusal.stop }),
  }
}

/** Whoever takes the session up again decides: the turn ends with the call. */
const putOff = async (
  deps: RunDeps,
  { call, ready }: Pick<Running, 'call' | 'ready'>,
  { message, decision }: Refusal,
): Promise<CallOutcome> => {
  const { id } = call.block
  const input = deps.secrets.redact(observe(ready.tool, ready.input, ready.cwd))
  deps.stopTurn({
    kind: 'tool_deferred',
    message: decision.because.text,
    localized: decision.because.localized,
    call: { id, name: ready.tool.name, input },
  })
  const said = await textForModel(message, deps.language)
  return { ...errorOutcome(call, said), refused: true, deferred: true }
}

/**
 * The one place where secrets are taken out: hooks, the model, the screen and the disk all get what comes from here, so
 * that a session that is resumed has the same bytes. A structured answer is the model's own words.
 */
const redacted = async (deps: RunDeps, tool: Tool, ran: Ran): Promise<Ran> => {
  if (tool === deps.structuredTool) return ran
  const { blocks, output } = ran
  return { ...ran, ...(await deps.secrets.redactInTurns({ blocks, output })) }
}

const afterRun = async (
  deps: RunDeps,
  {
    running,
    authorization,
    ran,
  }: { running: Running; authorization: Extract<Authorization, { granted: true }>; ran: Ran },
  signal: AbortSignal,
): Promise<CallOutcome> => {
  const { call, ready } = running
  const text = textOf(ran.blocks)
  const post = await deps.postToolUse(
    {
      name: ready.tool.name,
      id: call.block.id,
      input: observe(ready.tool, authorization.input, ready.cwd),
      output: ran.output,
      durationMs: ran.durationMs,
      ...(ran.isError ? { error: text } : {}),
      ...(signal.aborted ? { interrupted: true } : {}),
    },
    signal,
  )
  for (const message of post.messages) deps.emit(notice('warning', message, call.block.id))
  const { output, blocks } = await rewritten(deps, { call, tool: ready.tool, ran }, post)
  const content = deps.results.fit({
    id: call.block.id,
    blocks,
    language: deps.language,
    ...(ready.tool.maxResultChars === undefined ? {} : { maxChars: ready.tool.maxResultChars }),
  })
  const isAnswer = ready.tool === deps.structuredTool
  const structuredDone = isAnswer && !ran.isError
  if (structuredDone) deps.onStructured(ran.output)
  else if (isAnswer) deps.onStructuredMiss()
  const { remind, stop } = deps.guard.observe({
    tool: ready.tool.name,
    input: call.block.input,
    result: ends(text),
  })
  if (stop) deps.stopTurn(stop)
  const context = [
    ...authorization.context,
    ...hookRemarks(ready.tool.name, post, deps.language),
    ...(remind ? [forModel(remind, deps.language)] : []),
    ...ready.remarks,
  ]
  const result: ToolResultBlock = {
    type: 'tool_result',
    tool_use_id: call.block.id,
    content: withNote(content, authorization.note, deps.language),
    ...(ran.isError ? { is_error: true } : {}),
  }
  return {
    result,
    ran: ranFacts({
      ...authorization,
      accesses: accessesOf({ ...ready, id: call.block.id }, authorization.input),
      leavesTrace: ready.tool.leavesTrace === true,
      failed: ran.isError,
      durationMs: ran.durationMs,
      messages: [...authorization.messages, ...post.messages].map(({ text }) => text),
    }),
    ...(ran.undone ? { undone: ran.undone } : {}),
    ...(output === undefined ? {} : { output }),
    ...(post.stop === undefined ? {} : { stop: post.stop }),
    ...(structuredDone ? { structuredDone } : {}),
    ...(context.length > 0 ? { context: deps.secrets.redact(context) } : {}),
  }
}

/** The result as hooks left it; of one that they give in another shape, they and the person are told. */
const rewritten = async (
  deps: RunDeps,
  { call, tool, ran }: { readonly call: CallRequest; readonly tool: Tool; readonly ran: Ran },
  post: HookVerdict,
): Promise<Pick<Ran, 'output' | 'blocks'>> => {
  if (!('updatedOutput' in post || 'updatedServerOutput' in post)) return ran
  const { rewriteOutput } = await import('./rewrite-output.ts')
  const made = rewriteOutput(tool, ran.output, deps.secrets.redact(post))
  if (!('problem' in made)) return deps.secrets.redact(made)
  deps.log(made.problem.text)
  deps.emit(notice('warning', made.problem, call.block.id))
  return ran
}
