import type { Expression } from '../../lib/expression/expression.ts'
import type { Template } from '../../lib/expression/template.ts'
import type { LocalizedText, Text } from '../messages/localized-text.ts'
import type { Authority } from '../permission.ts'
import type { ThreadLimits } from './thread-limits.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Steps that are done one after the other, as a file says. */
export interface Workflow {
  readonly name: string
  readonly description: string
  /** A schema for each; one without `default` has to be given. */
  readonly inputs: Readonly<Record<string, JsonSchema>>
  readonly steps: readonly Step[]
  readonly outputs: Readonly<Record<string, Template>>
  readonly limits: WorkflowLimits
}

export interface WorkflowLimits {
  readonly usd?: number
  readonly ms?: number
}

interface StepBase {
  /** Unlike all others in the file. */
  readonly id: string
  readonly when?: Expression
  readonly continueOnError: boolean
}

interface LeafBase extends StepBase {
  readonly retry: { readonly times: number; readonly delayMs: number }
  /** Done once for each of a list, at most so many at once. */
  readonly each?: { readonly over: Expression; readonly as: string; readonly maxParallel: number }
  /** What its answer must look like. */
  readonly output?: JsonSchema
}

export interface AgentStep extends LeafBase {
  readonly kind: 'agent'
  readonly type: string
  readonly prompt: Template
  readonly model?: string
  readonly isolation?: 'worktree'
  readonly limits: ThreadLimits
}

export interface ShellStep extends LeafBase {
  readonly kind: 'run'
  /** Never filled with values: they come as variables. */
  readonly command: string
  readonly env: Readonly<Record<string, Template>>
  readonly timeoutMs?: number
}

export interface GroupStep extends StepBase {
  readonly kind: 'parallel'
  readonly steps: readonly LeafStep[]
  readonly maxParallel: number
}

export type LeafStep = AgentStep | ShellStep
export type Step = LeafStep | GroupStep

export type StepState = 'waiting' | 'running' | 'done' | 'failed' | 'skipped' | 'stopped'

/** One step of a run, as people and programs see it. */
export interface StepInfo {
  readonly id: string
  readonly kind: Step['kind']
  readonly state: StepState
  readonly ms: number
  readonly tokens: number
  readonly usd: number
  /** English. */
  readonly error?: string
  /** The same as data, where it is not foreign. */
  readonly localized?: LocalizedText
  /** Of one that is done for each of a list. */
  readonly items?: { readonly done: number; readonly total: number }
  /** An earlier run of the program had done it. */
  readonly kept?: true
  /** It was running when an earlier run of the program ended, and was begun again. */
  readonly repeated?: true
  /** Where its work is, when that is a tree of its own. */
  readonly worktrees?: readonly string[]
}

/** One run of a workflow, as people and programs see it. */
export interface WorkflowInfo {
  readonly runId: string
  readonly name: string
  readonly state: 'running' | 'completed' | 'failed' | 'stopped'
  readonly steps: readonly StepInfo[]
  readonly startedAt: number
  readonly endedAt?: number
  readonly tokens: number
  readonly usd: number
  readonly outputs?: Readonly<Record<string, unknown>>
  /** English. */
  readonly error?: string
  /** The same as data, where it is not foreign. */
  readonly localized?: LocalizedText
}

/** What to run: one that has a name, a file, a text; or one that was begun before. */
export interface WorkflowRequest {
  readonly name?: string
  readonly path?: string
  readonly text?: string
  readonly resume?: string
  readonly inputs?: Readonly<Record<string, unknown>>
  /** The same as `name=value`, as a person types it. */
  readonly assignments?: readonly string[]
  readonly maxUsd?: number
  /** The id of the run; absent: one is made. */
  readonly runId?: string
  /** The call that asks. */
  readonly toolUseId?: string
  /** The model is not told of its end. */
  readonly quiet?: boolean
  /** What the person reads when it has ended. */
  readonly endNotice?: LocalizedText
}

/** What somebody agrees to before a run: how many agents, and the most they may cost together. */
export interface RunCost {
  readonly name: string
  /** In the person's words. */
  readonly task: string
  readonly agents: number
  readonly maxUsd: number
}

/** What the steps of a run have come to so far. */
export interface StepOutputs {
  readonly runId: string
  readonly isRunning: boolean
  readonly outputs: ReadonlyMap<string, unknown>
}

export interface WorkflowStarted {
  readonly runId: string
  readonly name: string
  readonly steps: number
  readonly outputFile: string
}

/** One that can be run by its name. */
export interface KnownWorkflow {
  readonly name: string
  readonly description: string
  readonly file: string
  readonly from: string
  /** It is JavaScript, which the tool Script runs. */
  readonly script?: true
}

/** For commands. OpError for what cannot be. `authority` is whose words name the workflow, put in by the host: a file is read only as they may read it. */
export interface WorkflowCommands extends Pick<Workflows, 'list'> {
  start(wish: WorkflowRequest, authority?: Authority): Promise<WorkflowStarted>
  /** Resolves when it is over, with what came of it. Absent: somebody will be told of its end. */
  runToEnd?(wish: WorkflowRequest, authority?: Authority): Promise<WorkflowInfo>
  /** Whether the person agrees to it; undefined: nobody can be asked. */
  confirmCost(cost: RunCost): Promise<boolean | undefined>
  /** Of a run by its id, or of the newest with this name in this directory; undefined: there is none. */
  outputs(name: string, runId?: string): Promise<StepOutputs | undefined>
}

/** ToolError for what cannot be. */
export interface Workflows {
  list(): Promise<{ readonly workflows: readonly KnownWorkflow[]; readonly problems: readonly Text[] }>
  /** It goes on in the background. */
  start(wish: WorkflowRequest): Promise<WorkflowStarted>
  /** The text of one that is a script. */
  script(name: string): Promise<string>
}
