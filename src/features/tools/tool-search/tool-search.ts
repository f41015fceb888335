import type * as z from 'zod'
import { nearestName } from '../../../lib/nearest-name.ts'
import { type DeferredTools, type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, givenOf, someText, whole } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'
import { rank } from './rank.ts'

const MAX_MATCHES = 5
const MAX_NAMED = 60
const SELECT = /^\s*select:/i

const input = fields({
  query: someText(),
  max_results: whole({ min: 1, max: 50 }).optional(),
})

interface ToolSearchOutput {
  readonly query: string
  /** Loaded now. */
  readonly matches: readonly string[]
  /** Selected, but not there. */
  readonly unknown: readonly string[]
  readonly total_deferred_tools: number
  /** Of those that are not among the tools of the next request. */
  readonly definitions: readonly Definition[]
}

interface Definition {
  readonly name: string
  readonly text: string
}

export const toolSearchTool: Tool<z.infer<typeof input>, ToolSearchOutput> = {
  name: 'ToolSearch',
  present,
  description: {
    en: `Defines tools that are listed here by name only. Each may be called directly: if the input does not fit, you get the schema. query: "select:A,B" for names, or words to search for ("+word" must match).`,
    zh: '给出下面只列名称的工具的定义。每个都可直接调用：输入不符时会返回 schema。query："select:A,B" 按名称，或用词搜索（"+词" 为必须匹配）。',
  },
  listsDeferred: true,
  input,
  unused: given => (SELECT.test(given.query) ? givenOf(given, ['max_results']) : []),
  noAccess: 'Only reads definitions of tools.',
  access: () => [],
  run: withoutProgress(async ({ query, max_results }, call) => {
    const deferred = call.deferredTools.list()
    const names = deferred.map(({ name }) => name)
    const limit = Math.min(max_results ?? MAX_MATCHES, MAX_MATCHES)
    const found = SELECT.test(query)
      ? select(query.replace(SELECT, ''), names)
      : { matches: rank(query, deferred).slice(0, limit), unknown: [] }
    if (found.matches.length === 0)
      throw new ToolError(nothingFound(query, found.unknown, call.deferredTools))
    const definitions = call.deferredTools.load(found.matches).flatMap(definitionOf)
    return { query, ...found, total_deferred_tools: deferred.length, definitions }
  }),
  show: ({ matches, unknown, definitions }) => {
    const loaded = `Loaded: ${matches.join(', ')}. Call ${matches.length === 1 ? 'it' : 'them'} from now on like any other tool.`
    const missing = unknown.length === 0 ? '' : ` Not found: ${unknown.join(', ')}.`
    return [
      { type: 'text', text: `${loaded}${missing}` },
      // A reference would stand alone: what was not found has to be said, too.
      ...definitions.map(({ name, text }) => ({
        type: 'text' as const,
        text,
        ...(unknown.length === 0 ? { definesTool: name } : {}),
      })),
    ]
  },
}

type LoadedTool = ReturnType<DeferredTools['load']>[number]

const definitionOf = ({ spec, inTools }: LoadedTool): readonly Definition[] => {
  const { name, description, input_schema } = spec
  return inTools ? [] : [{ name, text: JSON.stringify({ name, description, input_schema }) }]
}

/** Whoever names a tool means it, so no limit applies. */
const select = (text: string, names: readonly string[]) => {
  const wanted = text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  const find = (name: string) => names.find(known => known.toLowerCase() === name.toLowerCase())
  return {
    matches: [...new Set(wanted.map(find).filter(name => name !== undefined))],
    unknown: wanted.filter(name => find(name) === undefined),
  }
}

/** Servers may bring hundreds. */
const someOf = (names: readonly string[]): string => {
  const more = names.length - MAX_NAMED
  return more > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${more} more` : names.join(', ')
}

const nothingFound = (query: string, unknown: readonly string[], tools: DeferredTools): string => {
  const names = tools.list().map(({ name }) => name)
  const near = unknown.map(name => nearestName(name, names)).find(name => name !== undefined)
  return [
    unknown.length > 0
      ? `No deferred tool is named ${unknown.join(', ')}.`
      : `No deferred tool matches "${query}".`,
    ...(near === undefined ? [] : [`Did you mean ${near}?`]),
    names.length === 0 ? 'There are none.' : `Deferred: ${someOf(names)}.`,
    'Tools in your list are loaded already: call them directly.',
  ].join(' ')
}
