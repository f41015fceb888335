import { isObject } from '../../lib/is-object.ts'
import { repairJson } from '../../lib/repair-json.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { ToolSpec } from '../../protocol/tool.ts'

const says = modelTexts('repair_input', {
  called: { en: '{key} is called {name}', zh: '{key} 应为 {name}' },
  leftOut: { en: '{name} left out', zh: '{name} 已略去' },
  is: { en: '{name} is {words}', zh: '{name} 应为{words}' },
  notString: { en: '{kind}, not a string', zh: '{kind}，不是字符串' },
  notNumber: { en: '{kind}, not a number', zh: '{kind}，不是数字' },
  string: { en: 'a string', zh: '字符串' },
  list: { en: 'a list', zh: '列表' },
  object: { en: 'an object', zh: '对象' },
  kind: { en: 'a {kind}', zh: ' {kind}' },
  each: { en: 'each of {name}', zh: '{name} 的每一项' },
})

type Schema = Readonly<Record<string, unknown>>

/** What other harnesses and half of all models call the parameters. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  file_path: ['path', 'file', 'filename', 'filepath', 'targetfile', 'absolutepath', 'relativepath'],
  notebook_path: ['path', 'filepath', 'file'],
  path: ['directory', 'dir', 'folder', 'root', 'dirpath'],
  command: ['cmd', 'shellcommand', 'commandline', 'script', 'code', 'bash'],
  old_string: ['oldstr', 'oldtext', 'oldcontent', 'old', 'search', 'find', 'original'],
  new_string: ['newstr', 'newtext', 'newcontent', 'new', 'replace', 'replacement', 'replacewith', 'updated'],
  content: ['contents', 'text', 'filetext', 'filecontent', 'newcontent', 'body', 'data'],
  pattern: ['query', 'regex', 'regexp', 'search', 'searchpattern', 'globpattern', 'searchterm'],
  query: ['q', 'searchquery', 'searchterm', 'question'],
  prompt: ['task', 'instructions', 'message', 'question'],
  url: ['uri', 'link', 'href', 'website'],
  todos: ['items', 'tasks', 'list', 'plan'],
  subject: ['title', 'name'],
  description: ['details', 'desc'],
  glob: ['include', 'includepattern', 'filepattern'],
  '-i': ['caseinsensitive', 'ignorecase'],
  head_limit: ['maxresults', 'limit'],
}

export interface MendedInput {
  readonly input: unknown
  /** What was read otherwise than it was written. */
  readonly mended: readonly LocalizedText[]
}

/** The same input under the names and in the kinds that the tool takes; undefined where there is nothing to mend. */
export const repairInput = (input: unknown, { input_schema }: ToolSpec): MendedInput | undefined => {
  const mended: LocalizedText[] = []
  const meant = mendObject(input, input_schema, mended)
  return mended.length > 0 ? { input: meant, mended } : undefined
}

const mendObject = (input: unknown, schema: Schema, mended: LocalizedText[]): unknown => {
  const { properties } = schema
  if (!isObject(input) || !isObject(properties)) return input
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const taken = new Set(Object.keys(input).filter(key => Object.hasOwn(properties, key)))
  const entries: [string, unknown][] = []
  for (const [key, value] of Object.entries(input)) {
    const name = Object.hasOwn(properties, key) ? key : nameFor(key, properties, taken)
    const field = name === undefined ? undefined : properties[name]
    if (name === undefined || !isObject(field)) {
      entries.push([key, value])
      continue
    }
    if (name !== key) mended.push(says('called', { key, name }))
    taken.add(name)
    if (value === null && !required.includes(name) && !kindsOf(field).has('null'))
      mended.push(says('leftOut', { name }))
    else entries.push([name, mendValue(value, { field, name }, mended)])
  }
  return Object.fromEntries(entries)
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Of the parameters that were not given, the one that can be meant. */
const nameFor = (key: string, properties: Schema, taken: ReadonlySet<string>): string | undefined => {
  const free = Object.keys(properties).filter(name => !taken.has(name))
  return (
    free.find(name => plain(name) === plain(key)) ??
    free.find(name => OTHER_NAMES[name]?.includes(plain(key)) === true)
  )
}

interface Place {
  readonly field: Schema
  readonly name: Text
}

const mendValue = (value: unknown, place: Place, mended: LocalizedText[]): unknown => {
  const { field, name } = place
  const kinds = kindsOf(field)
  const note = (words: Text, meant: unknown): unknown => {
    mended.push(says('is', { name, words }))
    return mendItems(meant, place, mended)
  }
  if (typeof value === 'string' && !kinds.has('string')) {
    const alone = isListOfText(field) && !/^\s*[[{]/.test(value)
    const read = fromText(value, kinds) ?? (alone ? [value] : undefined)
    return read === undefined ? value : note(says('notString', { kind: article(read) }), read)
  }
  if (typeof value === 'number' && !kinds.has('number')) {
    const read = fromNumber(value, place, kinds)
    return read === undefined ? value : note(says('notNumber', { kind: article(read) }), read)
  }
  const word = typeof value === 'string' ? wordOf(value, field) : undefined
  if (word !== undefined) return note(JSON.stringify(word), word)
  const line = Array.isArray(value) && !kinds.has('array') ? shellLine(value) : undefined
  if (line !== undefined && kinds.has('string')) return note(says('string'), line)
  if (isObject(value) && kinds.has('array') && !kinds.has('object')) return note(says('list'), [value])
  return mendItems(value, place, mended)
}

const isListOfText = (field: Schema): boolean => {
  const { items } = field
  return kindsOf(field).has('array') && isObject(items) && kindsOf(items).has('string')
}

/** A number stands for an id, for a yes or no, or for the only one of a list of ids; of other strings it may be a slip. */
const fromNumber = (value: number, { field, name }: Place, kinds: ReadonlySet<string>): unknown => {
  if (kinds.has('string')) return typeof name !== 'string' || /id$/i.test(name) ? String(value) : undefined
  if (kinds.has('boolean') && (value === 0 || value === 1)) return value === 1
  return isListOfText(field) ? [String(value)] : undefined
}

/** Of a few words the one that is written otherwise: `In-Progress`. */
const wordOf = (value: string, field: Schema): string | undefined => {
  const words = Array.isArray(field['enum'])
    ? field['enum'].filter((each): each is string => typeof each === 'string')
    : []
  return words.includes(value) ? undefined : words.find(word => plain(word) === plain(value))
}

const article = (value: unknown): LocalizedText => {
  if (Array.isArray(value)) return says('list')
  return typeof value === 'object' ? says('object') : says('kind', { kind: typeof value })
}

const mendItems = (value: unknown, { field, name }: Place, mended: LocalizedText[]): unknown => {
  const { items } = field
  if (!Array.isArray(value)) return mendObject(value, field, mended)
  if (!isObject(items)) return value
  const noted: LocalizedText[] = []
  const all = value.map(each => mendValue(each, { field: items, name: says('each', { name }) }, noted))
  mended.push(...new Map(noted.map(each => [each.text, each])).values())
  return all
}

const fromText = (text: string, kinds: ReadonlySet<string>): unknown => {
  if (kinds.has('number') && /^\s*-?\d+(?:\.\d+)?\s*$/.test(text)) return Number(text)
  if (kinds.has('boolean') && /^\s*(?:true|false|yes|no)\s*$/i.test(text)) return /true|yes/i.test(text)
  if (!kinds.has('array') && !kinds.has('object')) return undefined
  const read = /^\s*[[{]/.test(text) ? repairJson(text) : undefined
  if (read && !read.unclosed) {
    const kind = Array.isArray(read.value) ? 'array' : 'object'
    if (kinds.has(kind)) return read.value
    if (kind === 'object' && kinds.has('array')) return [read.value]
  }
  return undefined
}

/** `["bash", "-lc", "ls"]` is how others are told to run `ls`. */
const shellLine = (words: readonly unknown[]): string | undefined => {
  const [shell, flag, line] = words
  const isShell = typeof shell === 'string' && /^(?:\/bin\/)?(?:ba|z|da)?sh$/.test(shell)
  return isShell && words.length === 3 && (flag === '-lc' || flag === '-c') && typeof line === 'string'
    ? line
    : undefined
}

const kindsOf = (field: Schema): ReadonlySet<string> => {
  const { type, anyOf, oneOf } = field
  const named = (Array.isArray(type) ? type : [type]).filter(each => typeof each === 'string')
  const others = [anyOf, oneOf].flatMap(list =>
    Array.isArray(list) ? list.filter(isObject).flatMap(each => [...kindsOf(each)]) : [],
  )
  const all = new Set<string>([...named, ...others].map(kind => (kind === 'integer' ? 'number' : kind)))
  // What says nothing of its kind takes anything.
  return all.size > 0 ? all : new Set(['string', 'number', 'boolean', 'array', 'object', 'null'])
}
