import { errorText } from '../../../lib/error-text.ts'
import { NO_USAGE } from '../../../protocol/usage.ts'
import { type PlannedRun, sessionOf, type Variant } from '../plan.ts'
import type { CheckOutcome, Failure, Outcome, RunResult } from '../result.ts'
import type { EvalTask } from '../task.ts'
import { whyFailed } from '../why-failed.ts'
import { goOnWords } from './model-words.ts'
import {
  type Measured,
  type MeasuredAt,
  missingOf,
  NotHereError,
  type RunPorts,
  type SessionEnd,
} from './ports.ts'
import { type Copy, copyAt, dropCopy, isPrepared, patchOf, prepareCopy, SetupError } from './prepare-copy.ts'
import { runChecks } from './run-checks.ts'
import type { RunState, RunStore } from './run-store.ts'

export interface RunOneDeps {
  readonly store: RunStore
  readonly ports: RunPorts
  /** Where copies are made; what lies there of a run under way is gone on with. */
  readonly workOf: (key: string) => string
  readonly signal: AbortSignal
  /** What this run may spend at most. */
  readonly usd?: number
  readonly keepCopies?: boolean
}

interface Scene extends RunOneDeps {
  readonly run: PlannedRun
  readonly task: EvalTask
  readonly variant: Variant
  readonly copy: Copy
}

/** Of a patch; one with a build in it helps nobody. */
const MAX_PATCH = 1024 * 1024
const MAX_ANSWER = 20_000
/** Ends that say nothing about what the model can do. */
const NOT_ITS_FAULT: readonly string[] = [
  'not_started',
  'model_error',
  'api_error',
  'turn_setup_failed',
  'aborted_streaming',
  'aborted_tools',
]

/**
 * One session of the matrix, from its copy to its result, which is saved before this resolves. A run that was cut off
 * goes on: with the session where its copy is still there, else from the beginning. Rejects when the signal aborts.
 */
export const runOne = async (run: PlannedRun, deps: RunOneDeps): Promise<RunResult> => {
  const { store } = deps
  const { plan } = store
  const task = plan.tasks.find(({ name }) => name === run.task)
  const variant = plan.variants.find(({ name }) => name === run.variant)
  if (!task || !variant) throw new Error(`The plan has no ${run.key}.`)
  const scene: Scene = { ...deps, run, task, variant, copy: copyAt(deps.workOf(run.key)) }
  const missing = await missingOf(task, deps.ports)
  if (missing !== undefined)
    return finish(scene, { outcome: 'skipped', why: { kind: 'not_here', what: missing } })
  try {
    if (task.container) return await holdContained(scene)
    const state = await begin(scene)
    return await hold(scene, state)
  } catch (error) {
    deps.signal.throwIfAborted()
    // That says nothing of the task: what is finished is kept, and the rest is for when there is room.
    if (isNoRoom(error)) throw error
    if (error instanceof NotHereError)
      return finish(scene, { outcome: 'skipped', why: { kind: 'not_here', what: error.message } })
    const kind = error instanceof SetupError ? 'set_up' : 'session'
    return finish(scene, { outcome: 'error', why: { kind, what: errorText(error).slice(0, 2000) } })
  } finally {
    if (store.result(run.key) && !deps.keepCopies) await dropCopy(scene.copy)
  }
}

/** The disk is full, or what of it is allowed. */
export const isNoRoom = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | undefined)?.code ?? '')

const begin = async ({ run, task, copy, store, ports, signal }: Scene): Promise<RunState> => {
  const before = store.state(run.key)
  if (before?.prepared && isPrepared(copy)) return before
  const restarts = before === undefined ? 0 : before.restarts + (before.prepared ? 1 : 0)
  const startedAt = before?.startedAt ?? new Date(ports.now()).toISOString()
  const fresh = { restarts, prompts: task.prompts, startedAt }
  store.saveState(run.key, { ...fresh, prepared: false })
  await prepareCopy(task, copy, { ports, signal })
  const state = { ...fresh, prepared: true }
  store.saveState(run.key, state)
  return state
}

/** A session whose copy is gone can't be gone on with; the one that begins anew has an id of its own. */
const sessionFor = ({ run }: Scene, { restarts }: RunState): string =>
  restarts === 0 ? run.session : sessionOf(`${run.session}/${restarts}`)

const hold = async (scene: Scene, begun: RunState): Promise<RunResult> => {
  const { run, task, copy, store, ports, signal } = scene
  const session = sessionFor(scene, begun)
  let state = begun
  let [answer, ended, ms] = ['', 'completed', 0]
  let checks: readonly CheckOutcome[] = []
  let patch = ''
  let failure: Failure | undefined
  for (let index = 0, attempts = 1; ; ) {
    for (; index < state.prompts.length && failure === undefined; index++) {
      const end = await say(scene, { state, session, index, spentMs: ms })
      ms += end.ms
      answer = end.answer
      ended = end.ended
      if (end.ended !== 'completed') failure = { kind: 'session', what: end.problem ?? end.ended }
    }
    patch = await patchOf(copy, ports)
    checks = await runChecks(
      task,
      { copy, of: { key: run.key, answer, patch, ...judgeOf(store) } },
      { ports, signal },
    )
    const passed = checks.every(check => check.passed)
    if (passed || failure || attempts >= task.attempts)
      return finish(scene, {
        outcome: outcomeOf(passed, { ended, cut: isCut(scene, ended) }),
        ended,
        checks,
        attempts,
        session,
        ms,
        answer,
        patch,
        ...(failure ? { why: failure } : {}),
      })
    attempts = state.prompts.length - task.prompts.length + 2
    state = { ...state, prompts: [...state.prompts, goOnWords(checks)] }
    store.saveState(run.key, state)
  }
}

const holdContained = async (scene: Scene): Promise<RunResult> => {
  const { run, task, variant, store, ports, signal, usd } = scene
  const state = store.state(run.key) ?? {
    restarts: 0,
    prepared: true,
    prompts: task.prompts,
    startedAt: new Date(ports.now()).toISOString(),
  }
  store.saveState(run.key, state)
  const wish = {
    key: run.key,
    session: run.session,
    index: 0,
    prompt: task.prompts.join('\n\n'),
    cwd: '/',
    task,
    variant,
    seconds: task.limits.seconds,
  }
  const { end, checks, cwd, home } = await ports.container(
    usd === undefined ? wish : { ...wish, usd },
    signal,
  )
  const passed = checks.every(check => check.passed)
  const outcome = outcomeOf(passed, { ended: end.ended, cut: isCut(scene, end.ended) })
  const why = end.problem === undefined ? {} : { why: { kind: 'session', what: end.problem } as const }
  const { ended, answer, ms } = end
  const at = { cwd, home }
  return finish(scene, { outcome, ended, answer, ms, checks, attempts: 1, session: run.session, at, ...why })
}

const judgeOf = ({ plan }: RunStore): { readonly judge?: string } =>
  plan.judge === undefined ? {} : { judge: plan.judge }

const say = async (
  scene: Scene,
  at: {
    readonly state: RunState
    readonly session: string
    readonly index: number
    readonly spentMs: number
  },
): Promise<SessionEnd> => {
  const { run, task, variant, copy, ports, signal, usd } = scene
  const wish = {
    key: run.key,
    session: at.session,
    index: at.index,
    prompt: at.state.prompts[at.index] ?? '',
    cwd: copy.directory,
    task,
    variant,
    seconds: Math.max(1, task.limits.seconds - at.spentMs / 1000),
  }
  return await ports.session(usd === undefined ? wish : { ...wish, usd }, signal)
}

/** What was done may be right although the session ended badly; but where the provider failed, nothing is known. */
const outcomeOf = (
  passed: boolean,
  { ended, cut }: { readonly ended: string; readonly cut: boolean },
): Outcome => (passed ? 'passed' : cut || NOT_ITS_FAULT.includes(ended) ? 'error' : 'failed')

/** The money of all runs came to an end, not what this one was allowed. */
const isCut = ({ task, usd }: Scene, ended: string): boolean =>
  ended === 'budget_exhausted' && usd !== undefined && usd < (task.limits.usd ?? Number.POSITIVE_INFINITY)

type Ending = Pick<RunResult, 'outcome'> & { readonly at?: Pick<MeasuredAt, 'cwd' | 'home'> } & Partial<
    Pick<RunResult, 'ended' | 'checks' | 'attempts' | 'session' | 'ms' | 'answer' | 'patch' | 'why'>
  >

const NOTHING: Measured = {
  usd: 0,
  unpriced: false,
  usage: NO_USAGE,
  requests: 0,
  calls: 0,
  toolErrors: 0,
  questions: 0,
  began: false,
  list: [],
}

const finish = ({ run, task, copy, store, ports }: Scene, end: Ending): RunResult => {
  const state = store.state(run.key)
  const { session = run.session, ended = 'not_started', checks = [] } = end
  const held = task.prompts.length > 0 && end.session !== undefined
  const measured = held ? ports.measure({ session, cwd: copy.directory, key: run.key, ...end.at }) : NOTHING
  const { began: _, list, ...figures } = measured
  const judged = checks.reduce((sum, { usd = 0 }) => sum + usd, 0)
  const why = end.outcome === 'failed' ? whyFailed(list, { ended, checks }) : end.why
  const result: RunResult = {
    ...figures,
    usd: figures.usd + judged,
    key: run.key,
    task: run.task,
    variant: run.variant,
    repeat: run.repeat,
    session,
    outcome: end.outcome,
    ended,
    checks,
    attempts: end.attempts ?? 0,
    ms: end.ms ?? 0,
    startedAt: state?.startedAt ?? new Date(ports.now()).toISOString(),
    answer: (end.answer ?? '').slice(0, MAX_ANSWER),
    patch: (end.patch ?? '').slice(0, MAX_PATCH),
    ...(why && end.outcome !== 'passed' ? { why } : {}),
  }
  store.save(result)
  return result
}
