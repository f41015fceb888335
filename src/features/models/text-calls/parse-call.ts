import { repairJson } from '../../../lib/repair-json.ts'
import { asList, asRecord, isRecord, type JsonRecord } from '../json-shape.ts'

/** A tool call that was written as text. `input` is the text of its arguments, JSON or meant as such. */
export interface TextCall {
  readonly name: string
  readonly input: string
}

/** What stands between the marks of a call; none: it is no call. */
export const parseCalls = (text: string): readonly TextCall[] => {
  const tagged = taggedCalls(text)
  if (tagged.length > 0) return tagged
  const keyed = keyedCall(text)
  if (keyed) return [keyed]
  const read = repairJson(text.trim())
  // Of one that is cut off nobody knows the rest: with its name, the model can be told.
  if (!read || read.unclosed) return unreadable(text)
  return (Array.isArray(read.value) ? read.value : [read.value]).flatMap(each => callOf(asRecord(each)))
}

const NAMES = ['name', 'tool', 'tool_name', 'function_name', 'function'] as const
const INPUTS = ['arguments', 'parameters', 'input', 'args', 'params', 'tool_input'] as const

const callOf = (said: JsonRecord): readonly TextCall[] => {
  const inner = said['function'] ?? said['tool_call']
  if (isRecord(inner)) return callOf(inner)
  const name = NAMES.map(key => said[key]).find(value => typeof value === 'string' && value !== '')
  if (typeof name !== 'string') return []
  const key = INPUTS.find(each => said[each] !== undefined)
  const input = key === undefined ? {} : said[key]
  return [{ name, input: typeof input === 'string' ? input : JSON.stringify(input) }]
}

const unreadable = (text: string): readonly TextCall[] => {
  const name = /["'](?:name|tool|tool_name)["']\s*:\s*["']([\w.:-]{1,100})["']/.exec(text)?.[1]
  return name === undefined ? [] : [{ name, input: text.trim() }]
}

const FUNCTION =
  /<(?:function=|invoke\s+name=)["']?([\w.:-]+)["']?\s*>([\s\S]*?)(?:<\/(?:function|invoke)>|$)/g
const PARAMETER =
  /<(?:parameter=|parameter\s+name=)["']?([\w.:-]+)["']?\s*>\n?([\s\S]*?)\n?(?:<\/parameter>|(?=<parameter)|$)/g

/** `<function=Read><parameter=file_path>a.txt</parameter></function>` and its like; or JSON inside. */
const taggedCalls = (text: string): readonly TextCall[] =>
  [...text.matchAll(FUNCTION)].map(([, name = '', body = '']) => {
    const entries = [...body.matchAll(PARAMETER)].map(([, key = '', value = '']) => [key, value] as const)
    const isJson = entries.length === 0 && body.trim() !== ''
    return { name, input: isJson ? body.trim() : JSON.stringify(Object.fromEntries(entries)) }
  })

/** `Read <arg_key>file_path</arg_key><arg_value>a.txt</arg_value>`. */
const keyedCall = (text: string): TextCall | undefined => {
  const name = /^\s*([\w.:-]+)\s*(?=<arg_key>)/.exec(text)?.[1]
  if (name === undefined) return undefined
  const pairs = text.matchAll(/<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g)
  const entries = [...pairs].map(([, key = '', value = '']) => [key.trim(), value] as const)
  return { name, input: JSON.stringify(Object.fromEntries(entries)) }
}

/** Whether a fenced block is a call and not an example: an object with a name and what is given to it. */
export const isFencedCall = (text: string): boolean => {
  const value = repairJson(text.trim())?.value
  const all = asList(Array.isArray(value) ? value : [value]).map(asRecord)
  return (
    all.length > 0 &&
    all.every(
      each => NAMES.some(key => each[key] !== undefined) && INPUTS.some(key => each[key] !== undefined),
    )
  )
}
