import { compileSchema } from '../../lib/json-schema/compile-schema.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { JsonSchema, Workflow } from '../../protocol/agents/workflow.ts'
import { fileFieldText } from '../../protocol/messages/cli/file-fields.ts'
import { workflowFileText } from '../../protocol/messages/cli/workflow-files.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'

type Values = Readonly<Record<string, unknown>>

export interface TakenInputs {
  readonly inputs: Values
  /** What is wrong, in words for whoever gave them. */
  readonly problems: readonly Text[]
}

/** What was given, with defaults for the rest. */
export const readWorkflowInputs = async (
  { inputs }: Pick<Workflow, 'inputs'>,
  given: Values,
): Promise<TakenInputs> => {
  const problems: Text[] = []
  const names = Object.keys(inputs)
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const near = nearestName(name, names)
    const known = names.length === 0 ? workflowFileText('takes_none') : workflowFileText('takes', { names })
    const hint = near === undefined ? known : fileFieldText('near', { name: near })
    problems.push(workflowFileText('unknown_input', { name, hint }))
  }
  const taken: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(inputs)) {
    if (!Object.hasOwn(given, name)) {
      if ('default' in schema) taken[name] = schema['default']
      else problems.push(workflowFileText('missing', { name }))
      continue
    }
    const faults = (await compileSchema(schema))(given[name])
    if (faults === undefined) taken[name] = given[name]
    else problems.push(workflowFileText('unfit', { name, faults }))
  }
  return { inputs: taken, problems }
}

/** `name=value` as words of a command line: JSON where the schema wants more than text. */
export const readAssignments = (
  { inputs }: Pick<Workflow, 'inputs'>,
  words: readonly string[],
): TakenInputs => {
  const problems: Text[] = []
  const given: Record<string, unknown> = {}
  for (const word of words) {
    const at = word.indexOf('=')
    if (at <= 0) problems.push(workflowFileText('no_assignment', { word: JSON.stringify(word) }))
    else {
      const name = word.slice(0, at)
      given[name] = readValue(word.slice(at + 1), Object.hasOwn(inputs, name) ? inputs[name] : undefined)
    }
  }
  return { inputs: given, problems }
}

const readValue = (text: string, schema: JsonSchema | undefined): unknown => {
  const types = [schema?.['type']].flat()
  if (types.includes('string')) return text
  try {
    return JSON.parse(text)
  } catch {
    // Text that is no JSON is text; whether that fits is checked with all others.
    return text
  }
}
