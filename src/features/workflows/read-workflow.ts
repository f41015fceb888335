import { compileSchema } from '../../lib/json-schema/compile-schema.ts'
import { readLocatedYaml } from '../../lib/yaml/located-yaml.ts'
import type { JsonSchema, Workflow } from '../../protocol/agents/workflow.ts'
import { fileFieldText } from '../../protocol/messages/cli/file-fields.ts'
import { workflowFileText } from '../../protocol/messages/cli/workflow-files.ts'
import { FieldCheck, type WorkflowProblem } from './field-check.ts'
import { readSteps } from './read-steps.ts'

export interface ReadWorkflow {
  /** Absent: something is wrong with it. */
  readonly workflow?: Workflow
  readonly problems: readonly WorkflowProblem[]
}

const FIELDS = ['name', 'description', 'inputs', 'steps', 'outputs', 'limits']
const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/
const MAX_CHARS = 1024 * 1024

/** From the text of a file to steps that can be run, or to what is wrong with it. */
export const readWorkflow = async (
  text: string,
  { fallbackName, agents }: { readonly fallbackName: string; readonly agents?: readonly string[] },
): Promise<ReadWorkflow> => {
  if (text.length > MAX_CHARS)
    return { problems: [{ line: 1, column: 1, message: fileFieldText('too_large', { megabytes: 1 }) }] }
  const yaml = readLocatedYaml(text)
  if (yaml.problems.length > 0)
    return {
      problems: yaml.problems.map(one => ({ ...one, message: fileFieldText('yaml', { what: one.message }) })),
    }
  const check = new FieldCheck(yaml)
  const top = check.object([], yaml.value, FIELDS)
  if (!top) return { problems: check.problems }
  const name = check.text(['name'], top['name']) ?? fallbackName
  if (!NAME.test(name)) check.wrong(['name'], fileFieldText('name', { most: 64 }))
  const inputs = await readInputs(check, top['inputs'])
  const known = { inputs: Object.keys(inputs), steps: [] }
  const steps = await readSteps(check, top['steps'], { known, ...(agents ? { agents } : {}) })
  const all = steps.flatMap(step => [
    step.id,
    ...(step.kind === 'parallel' ? step.steps.map(({ id }) => id) : []),
  ])
  const outputs = Object.entries(check.map(['outputs'], top['outputs'])).map(([key, value]) => {
    const path = ['outputs', key]
    return [key, check.template(path, check.text(path, value) ?? '', { ...known, steps: all })] as const
  })
  const workflow: Workflow = {
    name,
    description: check.text(['description'], top['description']) ?? '',
    inputs,
    steps,
    outputs: Object.fromEntries(outputs),
    limits: readLimits(check, top['limits']),
  }
  return check.problems.length > 0 ? { problems: check.problems } : { workflow, problems: [] }
}

const readInputs = async (
  check: FieldCheck,
  value: unknown,
): Promise<Readonly<Record<string, JsonSchema>>> => {
  const inputs: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(check.map(['inputs'], value))) {
    const path = ['inputs', name]
    if (!/^[A-Za-z_][\w-]*$/.test(name)) check.wrong(path, workflowFileText('no_input_name', { name }))
    // A bare kind is enough: `target: string`.
    const given = typeof schema === 'string' ? { type: schema } : check.map(path, schema)
    inputs[name] = given
    try {
      const faults = await compileSchema(given)
      const wrong = 'default' in given ? faults(given['default']) : undefined
      if (wrong !== undefined)
        check.wrong([...path, 'default'], workflowFileText('no_default', { what: wrong }))
    } catch (error) {
      check.wrong(path, workflowFileText('no_schema', { what: (error as Error).message }))
    }
  }
  return inputs
}

const readLimits = (check: FieldCheck, value: unknown): Workflow['limits'] => {
  if (value === undefined) return {}
  const path = ['limits']
  const limits = check.object(path, value, ['usd', 'minutes']) ?? {}
  const usd = check.number([...path, 'usd'], limits['usd'], { least: 0.01, most: 100_000 })
  const minutes = check.number([...path, 'minutes'], limits['minutes'], { least: 0.01, most: 7 * 24 * 60 })
  return {
    ...(usd === undefined ? {} : { usd }),
    ...(minutes === undefined ? {} : { ms: minutes * 60_000 }),
  }
}
