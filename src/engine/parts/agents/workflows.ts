import { appendFileSync, mkdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { AgentSettings } from '../../../agents/agent-settings.ts'
import { AGENT_DEFAULTS } from '../../../agents/agent-settings.ts'
import type { SpawnRequest } from '../../../agents/plan-agent.ts'
import type { StepHands } from '../../../agents/workflow/do-step.ts'
import type { RunHead } from '../../../agents/workflow/journal.ts'
import { progressLines } from '../../../agents/workflow/progress-lines.ts'
import type { WorkflowRun } from '../../../agents/workflow/workflow-run.ts'
import { nearestName } from '../../../lib/nearest-name.ts'
import { isInside } from '../../../lib/paths.ts'
import type { AgentInfo, AgentOutcome, AgentProgress } from '../../../protocol/agents/agents.ts'
import type {
  Workflow,
  WorkflowInfo,
  WorkflowStarted,
  Workflows,
  WorkflowWish,
} from '../../../protocol/agents/workflow.ts'
import type { Event } from '../../../protocol/event.ts'
import type { ExtensionPlaces } from '../../../protocol/extensions/place.ts'
import { OpError } from '../../../protocol/op.ts'
import type { BackgroundTasks, WorkEnd } from '../../../protocol/task-work.ts'
import { ToolError } from '../../../protocol/tool.ts'
import { type FanOut, fanOutQuestion } from '../../calls/fan-out-question.ts'
import type { PermissionDesk } from '../../calls/permission-desk.ts'
import type { ThreadState } from '../../live/state.ts'
import type { PermissionChoice } from '../../options/permission-choice.ts'
import type { Runtime } from '../../options/runtime.ts'
import type { SessionEnvironment } from '../../options/session-environment.ts'
import type { Part } from '../../scope.ts'
import { resultsDirectory } from '../../session-file/own-directories.ts'
import type { SessionHandle } from '../../session-file/session-handle.ts'

export interface WorkflowsOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly extensions?: ExtensionPlaces
    readonly permissions: PermissionChoice
    readonly agents?: AgentSettings
  }
  readonly live: Pick<ThreadState, 'mode' | 'cwd'>
  readonly desk: Pick<PermissionDesk, 'ask'>
  readonly tasks: BackgroundTasks
  /** For the conversation. */
  readonly agents: {
    run(request: SpawnRequest, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome>
  }
  emit(event: Event): Promise<void> | undefined
}

export interface SessionWorkflows extends Part {
  readonly port: Workflows
  lend(shell: StepHands['shell']): void
  /** An agent of the session has changed. */
  saw(info: AgentInfo): void
}

/** What a run begins with, from wherever it comes. */
interface Opening {
  readonly head: RunHead
  readonly workflow: Workflow
  readonly isNew: boolean
}

const RUN_ID = /^w[0-9a-f]{6,32}$/
const LOCK_MS = 24 * 3_600_000

/** The workflows of a session: found where extensions are, run beside the conversation. */
export const createWorkflows = (at: WorkflowsOptions): SessionWorkflows => {
  const running = new Map<string, WorkflowRun>()
  let shell: StepHands['shell'] | undefined
  const hands: StepHands = {
    agent: (request, signal) => at.agents.run(request, signal),
    async shell(run, signal) {
      if (!shell) throw new ToolError('The session has not begun.')
      return await shell(run, signal)
    },
  }
  const port: Workflows = {
    async list() {
      const { workflows, problems } = await findHere(at)
      return { workflows: workflows.map(({ workflow: _, text: __, ...known }) => known), problems }
    },
    start: async wish => await start({ at, hands, running }, wish),
  }
  return {
    port,
    lend(given) {
      shell = given
    },
    saw(info) {
      for (const run of running.values()) run.saw(info)
    },
    ops: {
      start_workflow: async ({ wish }) => void (await asOp(port.start(wish))),
    },
    commandHost: () => ({
      workflows: { list: port.list, start: async wish => await asOp(port.start(wish)) },
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all([...running.values()].map(run => run.stop()))
    },
  }
}

/** What the model would read is as good for a person. */
const asOp = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof ToolError ? new OpError(error.message) : error
  }
}

interface Starting {
  readonly at: WorkflowsOptions
  readonly hands: StepHands
  readonly running: Map<string, WorkflowRun>
}

const start = async ({ at, hands, running }: Starting, wish: WorkflowWish): Promise<WorkflowStarted> => {
  const [{ Journal, readJournal }, { WorkflowRun }, { tryFileLock }] = await Promise.all([
    import('../../../agents/workflow/journal.ts'),
    import('../../../agents/workflow/workflow-run.ts'),
    import('../../../lib/file-lock.ts'),
  ])
  at.tasks.checkRoom('workflow')
  const { runtime } = at.config
  const now = (): number => runtime.now().getTime()
  const { head, workflow, isNew } = await openingOf(at, wish, readJournal)
  const { runId } = head
  const path = journalPath(at, runId)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const attempt = tryFileLock(`${path}.lock`, { newId: runtime.newId, now, uncheckableMs: LOCK_MS })
  if (!('lock' in attempt)) throw new ToolError(`The run ${runId} is going on already.`)
  const journal = await Journal.open(path)
  if (isNew) await journal.append(head)
  const earlier = isNew ? undefined : readJournal(path)
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
    ...(maxUsd === undefined ? {} : { maxUsd }),
    ...fanOutOf(at),
    changed(info) {
      output.see(info)
      void at.emit({ type: 'workflow_changed', info })
    },
  })
  running.set(runId, run)
  const ended = run.done.finally(async () => {
    running.delete(runId)
    await journal[Symbol.asyncDispose]()
    attempt.lock.release()
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
  return { runId, name: workflow.name, steps: workflow.steps.length, outputFile: output.path }
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
const fanOutOf = ({ config, live, desk }: WorkflowsOptions) => {
  const { permissions, agents, runtime } = config
  const { askAbove = AGENT_DEFAULTS.askAbove } = agents ?? {}
  if (!permissions.canAsk) return {}
  return {
    async mayFanOut(wave: { readonly count: number; readonly step: string }, signal: AbortSignal) {
      if (wave.count <= askAbove || live.mode === 'bypassPermissions') return true
      const asked: FanOut = { count: wave.count, toolUseId: wave.step, descriptions: [wave.step] }
      return (await desk.ask(fanOutQuestion(asked, runtime.newId), signal))?.behavior === 'allow'
    },
  }
}

type ReadJournal = typeof import('../../../agents/workflow/journal.ts').readJournal

const openingOf = async (at: WorkflowsOptions, wish: WorkflowWish, read: ReadJournal): Promise<Opening> =>
  wish.resume === undefined ? await openNew(at, wish) : await openAgain(at, wish.resume, read)

const openNew = async (at: WorkflowsOptions, wish: WorkflowWish): Promise<Opening> => {
  const { readAssignments, takeInputs } = await import('../../../features/workflows/take-inputs.ts')
  if (wish.runId !== undefined && !RUN_ID.test(wish.runId))
    throw new ToolError(`A run can't be called ${wish.runId}.`)
  const found = await findWished(at, wish)
  const assigned = readAssignments(found.workflow, wish.assignments ?? [])
  const taken = await takeInputs(found.workflow, { ...wish.inputs, ...assigned.inputs })
  const wrong = [...assigned.problems, ...taken.problems]
  if (wrong.length > 0) throw new ToolError(`Can't run ${found.workflow.name}:\n${wrong.join('\n')}`)
  const { runtime } = at.config
  const head: RunHead = {
    type: 'run',
    version: 1,
    runId:
      wish.runId ??
      `w${runtime
        .newId()
        .replace(/[^0-9a-f]/g, '')
        .slice(0, 10)}`,
    name: found.workflow.name,
    text: found.text,
    ofProject: found.ofProject,
    cwd: at.live.cwd,
    inputs: taken.inputs,
    at: runtime.now().getTime(),
    ...(found.file === undefined ? {} : { file: found.file }),
    ...(wish.maxUsd === undefined ? {} : { maxUsd: wish.maxUsd }),
  }
  return { head, workflow: found.workflow, isNew: true }
}

/** As it was when it began: a file that was changed since does not change a run. */
const openAgain = async (at: WorkflowsOptions, runId: string, read: ReadJournal): Promise<Opening> => {
  const earlier = RUN_ID.test(runId) ? read(journalPath(at, runId)) : undefined
  if (!earlier) throw new ToolError(`There is no run ${runId}.`)
  const { head } = earlier
  if (head.cwd !== at.live.cwd)
    throw new ToolError(`The run ${runId} belongs to another directory: ${head.cwd}`)
  if (head.ofProject && !(await isTrusted(at))) throw new ToolError(NOT_TRUSTED)
  const { readWorkflow } = await import('../../../features/workflows/read-workflow.ts')
  const { workflow, problems } = await readWorkflow(head.text, { fallbackName: head.name })
  if (!workflow) throw new ToolError(`The run ${runId} can't be read any more: ${problems[0]?.message ?? ''}`)
  return { head, workflow, isNew: false }
}

const NOT_TRUSTED =
  'Workflows of a folder you have not trusted are not run. Look at what it holds and trust it first: capstan trust'

interface Wished {
  readonly workflow: Workflow
  readonly text: string
  readonly file?: string
  readonly ofProject: boolean
}

const findWished = async (at: WorkflowsOptions, { name, path, text }: WorkflowWish): Promise<Wished> => {
  const given = [name, path, text].filter(each => each !== undefined)
  if (given.length !== 1) throw new ToolError('Say which workflow: by its name, as a file, or as text.')
  if (name !== undefined) return await findNamed(at, name)
  if (text !== undefined) {
    const { readWorkflow } = await import('../../../features/workflows/read-workflow.ts')
    const { workflow, problems } = await readWorkflow(text, { fallbackName: 'workflow' })
    if (workflow) return { workflow, text, ofProject: false }
    const lines = problems.map(({ line, column, message }) => `${line}:${column}: ${message}`)
    throw new ToolError(`The workflow has mistakes:\n${lines.join('\n')}`)
  }
  const { readWorkflowFile } = await import('../../../features/workflows/find-workflows.ts')
  const { cwd, roots, caseSensitive } = at.config.place
  const file = realOf(resolve(at.live.cwd, path ?? ''))
  const ofProject = [cwd, ...roots].some(root => isInside(file, root, { caseSensitive }))
  if (ofProject && !(await isTrusted(at))) throw new ToolError(NOT_TRUSTED)
  const read = await readWorkflowFile(file)
  if (!read.workflow) throw new ToolError(`The workflow can't be used:\n${read.problems.join('\n')}`)
  return { workflow: read.workflow, text: read.text, file, ofProject }
}

const findNamed = async (at: WorkflowsOptions, name: string): Promise<Wished> => {
  const { workflows, problems } = await findHere(at)
  const found = workflows.find(each => each.name === name)
  if (found) {
    const { workflow, text, file, from } = found
    return { workflow, text, file, ofProject: from === 'project' }
  }
  const names = workflows.map(each => each.name)
  const near = nearestName(name, names)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  const known = names.length === 0 ? ' There are none.' : ` There are: ${names.join(', ')}.`
  throw new ToolError([`There is no workflow ${name}.${hint || known}`, ...problems].join('\n'))
}

const findHere = async ({ config }: WorkflowsOptions) => {
  const { findWorkflows } = await import('../../../features/workflows/find-workflows.ts')
  return await findWorkflows((await config.extensions?.list()) ?? [])
}

/** In a folder nobody trusts there is no place of the project. */
const isTrusted = async ({ config }: WorkflowsOptions): Promise<boolean> =>
  ((await config.extensions?.list()) ?? []).some(({ source }) => source.level === 'project')

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    // Whoever reads it says that it is not there.
    return path
  }
}

const journalPath = ({ config }: WorkflowsOptions, runId: string): string =>
  join(config.place.workflowsDir ?? join(resultsDirectory(config), 'workflows'), `${runId}.jsonl`)

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
    const chunk = Buffer.from(`${lines.join('\n')}\n`)
    appendFileSync(this.path, chunk)
    for (const listener of this.#listeners) listener(chunk)
  }

  onOutput(listener: (chunk: Buffer) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}
