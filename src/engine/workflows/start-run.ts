import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import { AGENT_DEFAULTS } from '../../agents/agent-settings.ts'
import { estimateUsd } from '../../agents/fan-out.ts'
import type { SpawnRequest } from '../../agents/plan-agent.ts'
import type { StepHands } from '../../agents/workflow/do-step.ts'
import { progressLines } from '../../agents/workflow/progress-lines.ts'
import type { WorkflowRun } from '../../agents/workflow/workflow-run.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import type { AgentInfo, AgentOutcome, AgentProgress } from '../../protocol/agents/agents.ts'
import type { ChangeReviews, ReviewLocation } from '../../protocol/agents/change-review.ts'
import type { BackgroundTasks, WorkEnd } from '../../protocol/agents/task-work.ts'
import type { WorkflowInfo, WorkflowRequest, WorkflowStarted } from '../../protocol/agents/workflow.ts'
import type { Event } from '../../protocol/event.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import { workflowText } from '../../protocol/messages/engine/workflows.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Usage } from '../../protocol/usage.ts'
import type { FanOut } from '../calls/fan-out-question.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { PermissionChoice } from '../permissions/options.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

const LOCK_MS = 24 * 3_600_000

export interface WorkflowsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly extensions?: ExtensionRoots
    readonly permissions: PermissionChoice
    readonly agents?: AgentSettings
    readonly models: Pick<ModelChoice, 'rows'>
    /** Nobody runs any here. */
    readonly workflowsOff?: boolean
    /** Somebody is told of the end of background work. */
    readonly wake?: boolean
    /** Absent: nobody here holds any. */
    reviews?(at: Omit<ReviewLocation, 'env'>): Promise<ChangeReviews>
  }
  readonly live: Pick<ThreadState, 'mode' | 'cwd' | 'model'>
  readonly desk: Pick<PermissionDesk, 'ask'>
  readonly tasks: BackgroundTasks
  /** For the conversation. */
  readonly agents: {
    run(request: SpawnRequest, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome>
    list(): readonly AgentInfo[]
  }
  emit(event: Event): Promise<void> | undefined
}

interface Starting {
  readonly at: WorkflowsOptions
  readonly hands: StepHands
  readonly running: Map<string, WorkflowRun>
}

/** Under way. */
interface Going {
  readonly started: WorkflowStarted
  readonly run: WorkflowRun
  /** Resolves when nothing of it is open any more. */
  readonly ended: Promise<WorkflowInfo>
}

/** What it begins with, and its record, which is nobody else's while it is open. */
const openRecord = async (at: WorkflowsOptions, wish: WorkflowRequest) => {
  const [{ Journal, readJournal }, { tryFileLock }, { journalPath, openRun }] = await Promise.all([
    import('../../agents/workflow/journal.ts'),
    import('../../lib/files/file-lock.ts'),
    import('./open-run.ts'),
  ])
  const { newId, now: clock } = at.config.runtime
  const opening = await openRun(at, wish, readJournal)
  const { runId } = opening.head
  const path = journalPath(at, runId)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const now = (): number => clock().getTime()
  const attempt = tryFileLock(`${path}.lock`, { newId, now, uncheckableMs: LOCK_MS })
  if (!('lock' in attempt)) throw new ToolError(workflowText('going_on', { id: runId }))
  const journal = await Journal.open(path)
  if (opening.isNew) await journal.append(opening.head)
  const earlier = opening.isNew ? undefined : readJournal(path)
  const close = async (): Promise<void> => {
    await journal[Symbol.asyncDispose]()
    attempt.lock.release()
  }
  return { ...opening, runId, journal, earlier, close }
}

/** Under way as soon as its record is open. */
export const startRun = async ({ at, hands, running }: Starting, wish: WorkflowRequest): Promise<Going> => {
  const { WorkflowRun } = await import('../../agents/workflow/workflow-run.ts')
  if (at.config.workflowsOff) throw new ToolError(workflowText('off'))
  at.tasks.checkRoom('workflow')
  const { runtime } = at.config
  const now = (): number => runtime.now().getTime()
  const { head, workflow, runId, journal, earlier, close } = await openRecord(at, wish)
  const output = new ProgressFile(join(resultsDirectory(at.config), `${runId}.output`))
  const maxUsd = wish.maxUsd ?? head.maxUsd
  const run = new WorkflowRun({
    workflow,
    runId,
    inputs: head.inputs,
    journal,
    hands,
    now,
    pause: pauseOf(runtime),
    ...(earlier ? { earlier } : {}),
    ...(head.plugin === undefined ? {} : { plugin: head.plugin }),
    ...(maxUsd === undefined ? {} : { maxUsd }),
    ...fanOutOf(at),
    changed(info) {
      output.see(info)
      if (info.state === 'running') void at.emit({ type: 'workflow_changed', info })
    },
  })
  running.set(runId, run)
  // Who hears of its end may begin it again at once.
  const ended = run.done.finally(close).then(info => {
    running.delete(runId)
    void at.emit({ type: 'workflow_changed', info })
    if (wish.endNotice !== undefined && info.state === 'completed')
      void at.emit(notice('info', wish.endNotice))
    return info
  })
  at.tasks.add({
    kind: 'workflow',
    id: runId,
    description: workflow.name,
    outputFile: output.path,
    ...(wish.toolUseId === undefined ? {} : { toolUseId: wish.toolUseId }),
    ...(wish.quiet ? { quiet: true } : {}),
    ended: ended.then(workEndOf),
    stop: () => run.stop(),
    onOutput: listener => output.onOutput(listener),
  })
  const { name, steps } = workflow
  return { run, ended, started: { runId, name, steps: steps.length, outputFile: output.path } }
}

const pauseOf =
  (runtime: Runtime) =>
  (ms: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolved, rejected) => {
      if (ms === 0) return resolved()
      const after =
        runtime.after ??
        ((delay: number, call: () => void) => {
          const timer = setTimeout(call, delay)
          return () => clearTimeout(timer)
        })
      const abort = (): void => {
        cancel()
        rejected(signal.reason)
      }
      const cancel = after(ms, () => {
        signal.removeEventListener('abort', abort)
        resolved()
      })
      signal.addEventListener('abort', abort, { once: true })
    })

/** Many agents are asked about where somebody can be asked. */
const fanOutOf = (at: WorkflowsOptions) => {
  const { config, live, desk } = at
  const { permissions, agents, runtime } = config
  const { askAbove = AGENT_DEFAULTS.askAbove } = agents ?? {}
  if (!permissions.canAsk) return {}
  return {
    async mayFanOut(wave: { readonly count: number; readonly step: string }, signal: AbortSignal) {
      if (wave.count <= askAbove || live.mode === 'bypassPermissions') return true
      const usd = usdOf(at, wave.count)
      const asked: FanOut = {
        count: wave.count,
        toolUseId: wave.step,
        descriptions: [wave.step],
        ...(usd === undefined ? {} : { usd }),
      }
      const { fanOutQuestion } = await import('../calls/fan-out-question.ts')
      return (await desk.ask(fanOutQuestion(asked, runtime.newId), signal))?.behavior === 'allow'
    },
  }
}

/** What so many agents would cost about; undefined: nobody knows the price. */
export const usdOf = (
  { agents, live, config }: Pick<WorkflowsOptions, 'agents' | 'live' | 'config'>,
  count: number,
): number | undefined =>
  estimateUsd(count, {
    ended: agents.list(),
    usual: (usage: Usage) => costOf(usage, findModel(live.model, config.models.rows).facts),
  })

/** For the model. */
const workEndOf = (info: WorkflowInfo): WorkEnd => {
  const { runId, state, steps, outputs = {}, error, tokens } = info
  const lines = steps.map(
    step => `- ${step.id}: ${step.state}${step.error === undefined ? '' : `: ${step.error}`}`,
  )
  const trees = steps.flatMap(({ worktrees = [] }) => worktrees)
  return {
    status: state === 'running' ? 'failed' : state,
    usage: { tokens, toolUses: 0 },
    result: [
      `Run ${runId}. Steps:`,
      ...lines,
      ...(trees.length === 0 ? [] : [`Work in worktrees: ${trees.join(', ')}`]),
      ...(Object.keys(outputs).length === 0 ? [] : ['Outputs:', JSON.stringify(outputs, undefined, 2)]),
      ...(state === 'completed' ? [] : [`It can go on from here: Workflow with resumeFromRunId "${runId}".`]),
    ].join('\n'),
    ...(error === undefined ? {} : { reason: error }),
  }
}

/** What happens in a run, as lines of a file. */
class ProgressFile {
  readonly path: string
  readonly #listeners = new Set<(chunk: Buffer) => void>()
  #last: WorkflowInfo | undefined

  constructor(path: string) {
    this.path = path
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    appendFileSync(path, '', { mode: 0o600 })
  }

  see(info: WorkflowInfo): void {
    const lines = progressLines(this.#last, info)
    this.#last = info
    if (lines.length === 0) return
    const chunk = Buffer.from(`${lines.map(inEnglish).join('\n')}\n`)
    appendFileSync(this.path, chunk)
    for (const listener of this.#listeners) listener(chunk)
  }

  onOutput(listener: (chunk: Buffer) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
