import { escapeLine } from '../../lib/escape-text.ts'
import { evaluate } from '../../lib/expression/expression.ts'
import { fillTemplate, valueText } from '../../lib/expression/template.ts'
import { isObject } from '../../lib/is-object.ts'
import { compileSchema } from '../../lib/json-schema/compile-schema.ts'
import type { AgentOutcome, AgentProgress } from '../../protocol/agents/agents.ts'
import type { AgentStep, JsonSchema, LeafStep, ShellStep } from '../../protocol/agents/workflow.ts'
import { workflowText } from '../../protocol/messages/engine/workflows.ts'
import {
  describeError,
  LocalizedError,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'
import { ToolError } from '../../protocol/tool.ts'
import { AgentFailure } from '../agent-outcome.ts'
import type { SpawnRequest } from '../plan-agent.ts'
import { renderPrompt, type WorkflowScope } from './render-prompt.ts'

/** A step could not be done; what it left is known all the same. */
export class StepFailure extends LocalizedError {
  override readonly name = 'StepFailure'
  readonly output: unknown
  /** Where its work is, when that is a tree of its own. */
  readonly worktree: string | undefined

  constructor(text: Text, left: { readonly output?: unknown; readonly worktree?: string } = {}) {
    super(text)
    this.output = left.output
    this.worktree = left.worktree
  }
}

export interface StepCommand {
  readonly command: string
  readonly env: Readonly<Record<string, string>>
  /** Which step it is, for whoever is asked about it. */
  readonly title: string
  readonly timeoutMs?: number
}

/** Who does the work of steps. Both throw ToolError for what may not or cannot be. */
export interface StepHands {
  agent(request: SpawnRequest, signal: AbortSignal): AsyncGenerator<AgentProgress, AgentOutcome>
  shell(
    run: StepCommand,
    signal: AbortSignal,
  ): Promise<{ readonly exitCode: number | null; readonly text: string }>
}

export interface StepTask {
  readonly step: LeafStep
  /** Workflow and step, for people. */
  readonly title: string
  readonly scope: WorkflowScope
  /** The name its agent goes by in what is spent. */
  readonly call: string
  /** The tree it has, or will have. */
  readonly worktree: string
  /** Agents of it have short names here. */
  readonly plugin?: string
  /** What is left of the budget of the run. */
  readonly usdLeft?: number
}

export interface StepYield {
  readonly output: unknown
  readonly worktree?: string
}

const TAIL_CHARS = 2_000
const ABOUT_CHARS = 80
const MAX_TEXT_CHARS = 200_000

/** Throws {@link StepFailure}; rejects with whatever else goes wrong, an abort among it. */
export const doStep = async (hands: StepHands, task: StepTask, signal: AbortSignal): Promise<StepYield> => {
  const { step } = task
  try {
    return step.kind === 'run'
      ? { output: await runCommand(hands, { ...task, step }, signal) }
      : await runAgent(hands, { ...task, step }, signal)
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    const { worktree } = error instanceof AgentFailure ? error : {}
    throw new StepFailure(describeError(error), worktree === undefined ? {} : { worktree })
  }
}

const runCommand = async (
  hands: StepHands,
  { step, title, scope }: StepTask & { readonly step: ShellStep },
  signal: AbortSignal,
): Promise<unknown> => {
  const { command, env, timeoutMs, output: schema } = step
  const values = Object.entries(env).map(([name, template]) => [
    name,
    // No variable can hold the sign that ends it.
    fillTemplate(template, ({ expression }) => valueText(evaluate(expression, scope))).replaceAll('\0', ''),
  ])
  const { exitCode, text } = await hands.shell(
    { command, env: Object.fromEntries(values), title, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    signal,
  )
  const plain = { exitCode, stdout: text.slice(-MAX_TEXT_CHARS) }
  if (exitCode !== 0)
    throw new StepFailure(exitText(exitCode, text.slice(-TAIL_CHARS).trim()), {
      output: plain,
    })
  if (!schema) return plain
  const value = parseJson(text)
  const faults = value === undefined ? '- it is not JSON' : (await compileSchema(schema))(value)
  if (faults !== undefined) throw new StepFailure(workflowText('output_unfit', { faults }), { output: plain })
  return value
}

const exitText = (exitCode: number | null, output: string): LocalizedText => {
  const code = String(exitCode ?? 'none')
  return output === ''
    ? workflowText('exit_code', { code })
    : workflowText('exit_code_saying', { code, output })
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON: the step fails with that.
    return undefined
  }
}

const runAgent = async (
  hands: StepHands,
  { step, title, scope, call, worktree, plugin, usdLeft }: StepTask & { readonly step: AgentStep },
  signal: AbortSignal,
): Promise<StepYield> => {
  const { type, model, isolation, limits, output: schema } = step
  const usd = Math.min(limits.usd ?? Number.POSITIVE_INFINITY, usdLeft ?? Number.POSITIVE_INFINITY)
  const prompt = renderPrompt(step.prompt, scope, step.each)
  const outcome = await toEnd(
    hands.agent(
      {
        type,
        label: title,
        description: escapeLine(prompt.trim().split('\n', 1)[0] ?? '', ABOUT_CHARS),
        prompt,
        background: false,
        stays: true,
        toolUseId: call,
        limits: { ...limits, ...(Number.isFinite(usd) ? { usd } : {}) },
        ...(plugin === undefined ? {} : { plugin }),
        ...(model === undefined ? {} : { model }),
        ...(isolation ? { isolation, worktree } : {}),
        ...(schema ? { schema: wrapped(schema) } : {}),
      },
      signal,
    ),
  )
  if (outcome.status !== 'completed') throw new StepFailure(workflowText('agent_went_on'))
  const tree = outcome.worktreePath === undefined ? {} : { worktree: outcome.worktreePath }
  const text = outcome.content.map(each => each.text).join('\n')
  if (outcome.stoppedBy !== undefined)
    throw new StepFailure(outcome.localized ?? outcome.stoppedBy, {
      ...(text === '' ? {} : { output: text }),
      ...tree,
    })
  if (!schema) return { output: text.slice(0, MAX_TEXT_CHARS), ...tree }
  const output = unwrapped(schema, outcome.output)
  const faults = output === undefined ? '- there is none' : (await compileSchema(schema))(output)
  if (faults !== undefined) throw new StepFailure(workflowText('answer_unfit', { faults }), tree)
  return { output, ...tree }
}

const toEnd = async (work: AsyncGenerator<AgentProgress, AgentOutcome>): Promise<AgentOutcome> => {
  for (;;) {
    const next = await work.next()
    if (next.done) return next.value
  }
}

/** Answers are objects; anything else comes as the only member of one. */
const wrapped = (schema: JsonSchema): JsonSchema =>
  schema['type'] === 'object'
    ? schema
    : { type: 'object', properties: { value: schema }, required: ['value'], additionalProperties: false }

const unwrapped = (schema: JsonSchema, output: unknown): unknown =>
  schema['type'] === 'object' || !isObject(output) ? output : output['value']
