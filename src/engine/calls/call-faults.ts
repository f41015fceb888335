import { adviceFor } from '../../features/tools/foreign-names.ts'
import { isObject } from '../../lib/is-object.ts'
import { shortSchema } from '../../lib/json-schema/short-schema.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { CallOutcome, CallRequest } from '../../loop/turn.ts'
import { lines, sentences } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { BadInput } from '../../protocol/model.ts'
import type { ToolSpec } from '../../protocol/tool.ts'

const says = modelTexts('call_faults', {
  failedInside: { en: '{name} failed inside Capstan: {why}', zh: '{name} 在 Capstan 内部失败：{why}' },
  issue: { en: '- {path}: {message}', zh: '- {path}：{message}' },
  more: { en: '- and {count:number} more', zh: '- 另有 {count:number} 处' },
  badJson: {
    en: 'The input of this {name} call was not valid JSON ({error}). Nothing was run. Send the call again with complete, valid JSON.',
    zh: '此次 {name} 调用的输入不是有效的 JSON（{error}）。没有运行任何操作。请用完整、有效的 JSON 再次调用。',
  },
  badJsonLong: {
    en: 'The input of this {name} call was not valid JSON ({error}). Nothing was run. Send the call again with complete, valid JSON, in smaller pieces.',
    zh: '此次 {name} 调用的输入不是有效的 JSON（{error}）。没有运行任何操作。请用完整、有效的 JSON 分成小块再次调用。',
  },
  wrongKeys: {
    en: '{name} has no {wrong}; it takes {takes:list}.',
    zh: '{name} 没有 {wrong}；它接受 {takes:list}。',
  },
  required: { en: '{key} (required)', zh: '{key}（必填）' },
  unknown: {
    en: 'There is no tool named {name}. Available: {names:list}.',
    zh: '没有名为 {name} 的工具。可用：{names:list}。',
  },
  near: {
    en: 'There is no tool named {name}. Did you mean {near}?',
    zh: '没有名为 {name} 的工具。是否指 {near}？',
  },
  misfit: {
    en: 'The input does not fit {tool}. Nothing was run.',
    zh: '输入不符合 {tool} 的要求。没有运行任何操作。',
  },
  schema: { en: 'The input has to fit: {schema}', zh: '输入须符合：{schema}' },
  takes: { en: '{name} takes {form}.', zh: '{name} 接受 {form}。' },
  noSuch: { en: 'There is no tool named {name}: {advice}.', zh: '没有名为 {name} 的工具：{advice}。' },
  notHere: { en: 'There is no tool named {name} in this session.', zh: '此会话中没有名为 {name} 的工具。' },
})

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Of a check of ours: its Chinese. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** What a text has to match. */
  readonly pattern?: unknown
}

/** A schema says it in the language it was asked in; a check of ours in both. */
const messageOf = ({ message, params, pattern }: Issue): Text => {
  const zh = params?.['zh']
  if (typeof zh === 'string') return { id: 'call_faults.check', text: message, zh }
  return typeof pattern === 'string'
    ? { id: 'call_faults.pattern', text: message, zh: `须符合 ${pattern}` }
    : message
}

/** What is known about a call whose input does not fit. */
export interface Misfit {
  readonly input: unknown
  readonly spec: ToolSpec | undefined
  /** The same, when the model has seen nothing of it but the name. */
  readonly unseen: ToolSpec | undefined
}

/** Words for a call that did not get as far as its tool: what was wrong and how to do it right. */
export const describeIssues = (tool: string, issues: readonly Issue[], call?: Misfit): LocalizedText => {
  const problems = issues.slice(0, 8).map(issue =>
    says('issue', {
      path: issue.path.length > 0 ? issue.path.map(String).join('.') : 'input',
      message: messageOf(issue),
    }),
  )
  const more = issues.length > 8 ? [says('more', { count: issues.length - 8 })] : []
  // Of a tool that was listed by name only, the model cannot know better.
  const schema = call?.unseen ? [says('schema', { schema: JSON.stringify(call.unseen.input_schema) })] : []
  const keys =
    call?.spec && schema.length === 0 ? (wrongKeys(call.input, call.spec) ?? takes(call.spec)) : undefined
  return lines([says('misfit', { tool }), ...problems, ...more, ...(keys ? [keys] : []), ...schema])
}

const takes = ({ name, input_schema }: ToolSpec): LocalizedText | undefined => {
  const short = shortSchema(input_schema)
  return short === undefined ? undefined : says('takes', { name, form: short })
}

const LONG_INPUT = 2_000

/** Of an input that could not be read at all. */
export const badJson = (
  name: string,
  { text, error }: BadInput,
  spec: ToolSpec | undefined,
): LocalizedText => {
  const form = spec && takes(spec)
  const said = says(text.length > LONG_INPUT ? 'badJsonLong' : 'badJson', { name, error })
  return form === undefined ? said : sentences([said, form])
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
export const wrongKeys = (input: unknown, { name, input_schema }: ToolSpec): LocalizedText | undefined => {
  const { properties, required } = input_schema
  const takes = Object.keys((properties ?? {}) as object)
  if (!isObject(input) || takes.length === 0) return undefined
  const given = Object.entries(input).flatMap(([key, value]) => (value == null ? [] : [key]))
  const wrong = given.filter(key => !takes.includes(key)).slice(0, 8)
  if (wrong.length === 0) return undefined
  const needed = Array.isArray(required) ? required.map(String) : []
  return says('wrongKeys', {
    name,
    wrong: wrong.map(key => JSON.stringify(key.slice(0, 60))).join(', '),
    takes: takes.map(key => (needed.includes(key) ? says('required', { key }) : key)),
  })
}

/** `known`: what this program has, also where this session has it not. */
export const unknownTool = (
  name: string,
  specs: readonly ToolSpec[],
  known: readonly ToolSpec[] = [],
): LocalizedText => {
  const names = specs.map(spec => spec.name)
  const advice = adviceFor(name, names)
  if (advice !== undefined) return says('noSuch', { name, advice })
  if (known.some(spec => spec.name === name)) return says('notHere', { name })
  const near = nearestName(name, names)
  // The list is in the request already: it is said only where nothing shorter helps.
  return near === undefined ? says('unknown', { name, names }) : says('near', { name, near })
}

/** Of a bug in a tool, or on the way to it. */
export const failedInside = (name: string, why: string): LocalizedText => says('failedInside', { name, why })

/** A result that only says what went wrong. */
export const errorOutcome = (call: CallRequest, text: string): CallOutcome => ({
  result: { type: 'tool_result', tool_use_id: call.block.id, content: text, is_error: true },
})
