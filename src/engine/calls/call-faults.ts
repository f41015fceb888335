import { adviceFor } from '../../features/tools/foreign-names.ts'
import { isObject } from '../../lib/is-object.ts'
import { shortSchema } from '../../lib/json-schema/short-schema.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { CallOutcome, CallRequest } from '../../loop/turn.ts'
import type { BadInput } from '../../protocol/model.ts'
import type { ToolSpec } from '../../protocol/tool.ts'

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** What is known about a call whose input does not fit. */
export interface Misfit {
  readonly input: unknown
  readonly spec: ToolSpec | undefined
  /** The same, when the model has seen nothing of it but the name. */
  readonly unseen: ToolSpec | undefined
}

/** Words for a call that did not get as far as its tool: what was wrong and how to do it right. */
export const describeIssues = (tool: string, issues: readonly Issue[], call?: Misfit): string => {
  const lines = issues
    .slice(0, 8)
    .map(issue => `- ${issue.path.length > 0 ? issue.path.map(String).join('.') : 'input'}: ${issue.message}`)
  const more = issues.length > 8 ? [`- and ${issues.length - 8} more`] : []
  // Of a tool that was listed by name only, the model cannot know better.
  const schema = call?.unseen ? [`The input has to fit: ${JSON.stringify(call.unseen.input_schema)}`] : []
  const keys =
    call?.spec && schema.length === 0 ? (wrongKeys(call.input, call.spec) ?? takes(call.spec)) : undefined
  return [
    `The input does not fit ${tool}. Nothing was run.`,
    ...lines,
    ...more,
    ...(keys ? [keys] : []),
    ...schema,
  ].join('\n')
}

const takes = ({ name, input_schema }: ToolSpec): string | undefined => {
  const short = shortSchema(input_schema)
  return short === undefined ? undefined : `${name} takes ${short}.`
}

const LONG_INPUT = 2_000

/** Of an input that could not be read at all. */
export const badJson = (name: string, { text, error }: BadInput, spec: ToolSpec | undefined): string => {
  const form = spec && takes(spec)
  const pieces = text.length > LONG_INPUT ? ', in smaller pieces' : ''
  return `The input of this ${name} call was not valid JSON (${error}). Nothing was run. Send the call again with complete, valid JSON${pieces}.${form === undefined ? '' : ` ${form}`}`
}

/** What of the input is not in what was made of it; a field that was read under another of its names is. */
export const droppedFrom = (
  input: unknown,
  parsed: unknown,
  otherNames: Readonly<Record<string, string>> = {},
): unknown => {
  if (!isObject(input) || !isObject(parsed)) return undefined
  const isRead = (key: string): boolean => {
    const field = Object.hasOwn(otherNames, key) ? otherNames[key] : undefined
    return field !== undefined && !Object.hasOwn(input, field) && Object.hasOwn(parsed, field)
  }
  return Object.fromEntries(
    Object.entries(input).filter(([key]) => !Object.hasOwn(parsed, key) && !isRead(key)),
  )
}

/** A key that the tool does not have, beside those it has: `undefined` when there is none. */
export const wrongKeys = (input: unknown, { name, input_schema }: ToolSpec): string | undefined => {
  const { properties, required } = input_schema
  const takes = Object.keys((properties ?? {}) as object)
  if (!isObject(input) || takes.length === 0) return undefined
  const given = Object.entries(input).flatMap(([key, value]) => (value == null ? [] : [key]))
  const wrong = given.filter(key => !takes.includes(key)).slice(0, 8)
  if (wrong.length === 0) return undefined
  const needed = Array.isArray(required) ? required.map(String) : []
  const said = takes.map(key => (needed.includes(key) ? `${key} (required)` : key))
  return `${name} has no ${wrong.map(key => JSON.stringify(key.slice(0, 60))).join(', ')}; it takes ${said.join(', ')}.`
}

/** `known`: what this program has, also where this session has it not. */
export const unknownTool = (
  name: string,
  specs: readonly ToolSpec[],
  known: readonly ToolSpec[] = [],
): string => {
  const names = specs.map(spec => spec.name)
  const advice = adviceFor(name, names)
  if (advice !== undefined) return `There is no tool named ${name}: ${advice}.`
  if (known.some(spec => spec.name === name)) return `There is no tool named ${name} in this session.`
  const near = nearestName(name, names)
  // The list is in the request already: it is said only where nothing shorter helps.
  return `There is no tool named ${name}. ${near === undefined ? `Available: ${names.join(', ')}.` : `Did you mean ${near}?`}`
}

/** A result that only says what went wrong. */
export const errorOutcome = (call: CallRequest, text: string): CallOutcome => ({
  result: { type: 'tool_result', tool_use_id: call.block.id, content: text, is_error: true },
})
