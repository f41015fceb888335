import type { Expression } from '../../lib/expression/expression.ts'
import { isObject } from '../../lib/is-object.ts'
import { compileSchema } from '../../lib/json-schema/compile-schema.ts'
import type { YamlPath } from '../../lib/yaml/located-yaml.ts'
import type { ThreadLimits } from '../../protocol/agents/thread-limits.ts'
import type { GroupStep, JsonSchema, LeafStep, Step } from '../../protocol/agents/workflow.ts'
import { workflowFileText } from '../../protocol/messages/cli/workflow-files.ts'
import { type FieldCheck, hintFor, type Known } from './field-check.ts'

const SHARED = ['id', 'when', 'continueOnError']
const LEAF = [...SHARED, 'retry', 'forEach', 'as', 'maxParallel', 'output']
const AGENT_FIELDS = [...LEAF, 'agent', 'prompt', 'model', 'isolation', 'limits']
const RUN_FIELDS = [...LEAF, 'run', 'env', 'timeoutSeconds']
const GROUP_FIELDS = [...SHARED, 'parallel', 'maxParallel']
const ID = /^[A-Za-z_][\w-]{0,63}$/
/** No variable that makes a command another one can be called so. */
const VARIABLE = /^WF_[A-Z0-9_]{1,60}$/
const GENERAL = 'general-purpose'
const AT_ONCE = 4
const MOST_AT_ONCE = 16
const MOST_STEPS = 200

interface Around {
  readonly known: Known
  /** Types there are; absent: nobody knows. */
  readonly agents?: readonly string[]
}

/** What a step may speak of grows with every step before it. */
export const readSteps = async (
  check: FieldCheck,
  value: unknown,
  around: Around,
): Promise<readonly Step[]> => {
  if (!Array.isArray(value) || value.length === 0) {
    check.wrong(['steps'], workflowFileText('steps'))
    return []
  }
  if (value.length > MOST_STEPS) check.wrong(['steps'], workflowFileText('many_steps', { most: MOST_STEPS }))
  const steps: Step[] = []
  const ids: string[] = []
  for (const [index, one] of value.slice(0, MOST_STEPS).entries()) {
    const now = { ...around, known: { ...around.known, steps: [...ids] } }
    const step = await readStep(check, { path: ['steps', index], value: one, ids }, now)
    if (step) steps.push(step)
  }
  return steps
}

interface Written {
  readonly path: YamlPath
  readonly value: unknown
  /** Of all steps so far; a new one is added. */
  readonly ids: string[]
}

const readStep = async (check: FieldCheck, at: Written, around: Around): Promise<Step | undefined> => {
  const { path, value } = at
  if (!isObject(value)) return check.wrong(path, workflowFileText('no_step_map'))
  if (!('parallel' in value)) return await readLeaf(check, at, around)
  check.object(path, value, GROUP_FIELDS)
  const shared = readShared(check, at, around)
  const inner = value['parallel']
  if (!Array.isArray(inner) || inner.length === 0)
    return check.wrong([...path, 'parallel'], workflowFileText('parallel'))
  const steps: LeafStep[] = []
  for (const [index, one] of inner.slice(0, MOST_STEPS).entries()) {
    const place = [...path, 'parallel', index]
    if (isObject(one) && 'parallel' in one) check.wrong(place, workflowFileText('nested'))
    // Steps of a group do not know each other: nobody says which is done first.
    const leaf = await readLeaf(check, { path: place, value: one, ids: at.ids }, around)
    if (leaf) steps.push(leaf)
  }
  const group: GroupStep = { kind: 'parallel', ...shared, steps, maxParallel: readParallel(check, at) }
  return group
}

const readShared = (check: FieldCheck, { path, value, ids }: Written, { known }: Around) => {
  const fields = value as Readonly<Record<string, unknown>>
  const id = check.text([...path, 'id'], fields['id']) ?? `step${ids.length + 1}`
  if (!ID.test(id)) check.wrong([...path, 'id'], workflowFileText('no_id', { id }))
  if (ids.includes(id)) check.wrong([...path, 'id'], workflowFileText('same_id', { id }))
  ids.push(id)
  const when = check.expression([...path, 'when'], fields['when'], known)
  return {
    id,
    continueOnError: check.flag([...path, 'continueOnError'], fields['continueOnError']),
    ...(when ? { when } : {}),
  }
}

const readLeaf = async (check: FieldCheck, at: Written, around: Around): Promise<LeafStep | undefined> => {
  const { path, value } = at
  if (!isObject(value)) return check.wrong(path, workflowFileText('no_step_map'))
  const isRun = 'run' in value
  if (isRun && 'prompt' in value) return check.wrong(path, workflowFileText('either'))
  check.object(path, value, isRun ? RUN_FIELDS : AGENT_FIELDS)
  const shared = readShared(check, at, around)
  const list = value['forEach']
  const over: Expression | undefined = Array.isArray(list)
    ? { kind: 'value', value: list }
    : check.expression([...path, 'forEach'], list, around.known)
  const as = check.text([...path, 'as'], value['as']) ?? 'item'
  if (!ID.test(as) || ['inputs', 'steps', 'index'].includes(as))
    check.wrong([...path, 'as'], workflowFileText('no_item_name', { name: as }))
  const output = await readSchema(check, [...path, 'output'], value['output'])
  const leaf = {
    ...shared,
    retry: readRetry(check, [...path, 'retry'], value['retry']),
    ...(over ? { each: { over, as, maxParallel: readParallel(check, at) } } : {}),
    ...(output ? { output } : {}),
  }
  const inner = { ...around, known: { ...around.known, ...(over ? { item: as } : {}) } }
  return isRun
    ? { kind: 'run', ...leaf, ...readCommand(check, at, inner) }
    : { kind: 'agent', ...leaf, ...readAgent(check, at, inner) }
}

const readAgent = (check: FieldCheck, { path, value }: Written, { known, agents }: Around) => {
  const fields = value as Readonly<Record<string, unknown>>
  const prompt = check.text([...path, 'prompt'], fields['prompt'])
  // Of a misspelt field it has been said what is wrong.
  const isMisspelt = Object.keys(fields).some(name => !AGENT_FIELDS.includes(name))
  if (prompt === undefined && fields['prompt'] === undefined && !isMisspelt)
    check.wrong(path, workflowFileText('no_prompt'))
  const type = check.text([...path, 'agent'], fields['agent']) ?? GENERAL
  if (agents && !agents.includes(type)) {
    const what = workflowFileText('no_agent', { name: type })
    check.wrong([...path, 'agent'], workflowFileText('hinted', { what, hint: hintFor(type, agents) }))
  }
  const model = check.text([...path, 'model'], fields['model'])
  const { isolation } = fields
  if (isolation !== undefined && isolation !== 'worktree')
    check.wrong([...path, 'isolation'], workflowFileText('isolation'))
  return {
    type,
    prompt: check.template([...path, 'prompt'], prompt ?? '', known),
    limits: readLimits(check, [...path, 'limits'], fields['limits']),
    ...(model === undefined ? {} : { model }),
    ...(isolation === 'worktree' ? ({ isolation } as const) : {}),
  }
}

const readCommand = (check: FieldCheck, { path, value }: Written, { known }: Around) => {
  const fields = value as Readonly<Record<string, unknown>>
  const command = check.text([...path, 'run'], fields['run']) ?? ''
  if (command.includes('${{')) check.wrong([...path, 'run'], workflowFileText('in_command'))
  const env = Object.entries(check.map([...path, 'env'], fields['env'])).map(([name, one]) => {
    const at = [...path, 'env', name]
    if (!VARIABLE.test(name)) check.wrong(at, workflowFileText('variable', { name }))
    const text = typeof one === 'number' || typeof one === 'boolean' ? String(one) : check.text(at, one)
    return [name, check.template(at, text ?? '', known)] as const
  })
  const seconds = check.number([...path, 'timeoutSeconds'], fields['timeoutSeconds'], { least: 1, most: 600 })
  return {
    command,
    env: Object.fromEntries(env),
    ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
  }
}

const readParallel = (check: FieldCheck, { path, value }: Written): number =>
  check.number([...path, 'maxParallel'], (value as Readonly<Record<string, unknown>>)['maxParallel'], {
    least: 1,
    most: MOST_AT_ONCE,
    whole: true,
  }) ?? AT_ONCE

const readRetry = (check: FieldCheck, path: YamlPath, value: unknown): LeafStep['retry'] => {
  const count = { least: 0, most: 10, whole: true }
  if (!isObject(value)) return { times: check.number(path, value, count) ?? 0, delayMs: 0 }
  const fields = check.object(path, value, ['times', 'delaySeconds']) ?? {}
  const seconds = check.number([...path, 'delaySeconds'], fields['delaySeconds'], { least: 0, most: 3600 })
  return {
    times: check.number([...path, 'times'], fields['times'], count) ?? 0,
    delayMs: (seconds ?? 0) * 1000,
  }
}

const readLimits = (check: FieldCheck, path: YamlPath, value: unknown): ThreadLimits => {
  if (value === undefined) return {}
  const fields = check.object(path, value, ['turns', 'usd', 'tokens', 'minutes']) ?? {}
  const read = (name: string, least: number, most: number): number | undefined =>
    check.number([...path, name], fields[name], { least, most, whole: least === 1 })
  const [turns, usd] = [read('turns', 1, 10_000), read('usd', 0.001, 100_000)]
  const [tokens, minutes] = [read('tokens', 1, 1e9), read('minutes', 0.01, 7 * 24 * 60)]
  return {
    ...(turns === undefined ? {} : { turns }),
    ...(usd === undefined ? {} : { usd }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(minutes === undefined ? {} : { ms: minutes * 60_000 }),
  }
}

const readSchema = async (
  check: FieldCheck,
  path: YamlPath,
  value: unknown,
): Promise<JsonSchema | undefined> => {
  if (value === undefined) return undefined
  if (!isObject(value)) return check.wrong(path, workflowFileText('output'))
  try {
    await compileSchema(value)
    return value
  } catch (error) {
    return check.wrong(path, workflowFileText('no_schema', { what: (error as Error).message }))
  }
}
