import type * as z from 'zod'
import { nearestName } from '../../../lib/nearest-name.ts'
import { sentences } from '../../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type DeferredTools, type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { fields, givenOf, someText, whole } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'
import { rank } from './rank.ts'

const says = modelTexts('tool_search', {
  loaded: {
    en: {
      one: 'Loaded: {names}. Call it from now on like any other tool.',
      other: 'Loaded: {names}. Call them from now on like any other tool.',
    },
    zh: '已加载：{names}。之后可像其他工具一样调用。',
  },
  notFound: { en: 'Not found: {names}.', zh: '未找到：{names}。' },
  notNamed: { en: 'No deferred tool is named {names}.', zh: '没有名为 {names} 的延迟工具。' },
  noMatch: { en: 'No deferred tool matches "{query}".', zh: '没有延迟工具匹配“{query}”。' },
  near: { en: 'Did you mean {near}?', zh: '是否指 {near}？' },
  none: { en: 'There are none.', zh: '没有延迟工具。' },
  deferred: { en: 'Deferred: {names}.', zh: '延迟工具：{names}。' },
  more: { en: '{names} and {more:number} more', zh: '{names} 等，另有 {more:number} 个' },
  direct: {
    en: 'Tools in your list are loaded already: call them directly.',
    zh: '你列表中的工具已经加载：直接调用即可。',
  },
})

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
  /** Why tools of servers are not there that were waited for. */
  readonly missing_servers?: readonly string[]
}

interface Definition {
  readonly name: string
  readonly text: string
}

export const toolSearchTool: Tool<z.infer<typeof input>, ToolSearchOutput> = {
  name: 'ToolSearch',
  groups: ['direct'],
  present,
  description: {
    en: `Defines tools listed here by name. Call any directly: if the input does not fit, you get its schema. query: "select:A,B" or words to search for ("+word" must match).`,
    zh: '给出下面只列名称的工具的定义。每个都可直接调用：输入不符时会返回 schema。query："select:A,B" 按名称，或用词搜索（"+词" 为必须匹配）。',
  },
  listsDeferred: true,
  input,
  unused: given => (SELECT.test(given.query) ? givenOf(given, ['max_results']) : []),
  noAccess: 'Only reads definitions of tools.',
  access: () => [],
  run: withoutProgress(async ({ query, max_results }, call) => {
    const missing = await awaitServers(query, call)
    const deferred = call.deferredTools.list()
    const limit = Math.min(max_results ?? MAX_MATCHES, MAX_MATCHES)
    const found = SELECT.test(query)
      ? select(query.replace(SELECT, ''), deferred)
      : { matches: rank(query, deferred).slice(0, limit), unknown: [] }
    if (found.matches.length === 0)
      throw new ToolError(sentences([...missing, nothingFound(query, found.unknown, call.deferredTools)]))
    const definitions = call.deferredTools.load(found.matches).flatMap(definitionOf)
    const servers = missing.map(text => forModel(text, call.language))
    return {
      query,
      ...found,
      total_deferred_tools: deferred.length,
      definitions,
      ...(servers.length === 0 ? {} : { missing_servers: servers }),
    }
  }),
  show: ({ matches, unknown, definitions, missing_servers = [] }, language) => {
    const loaded = says('loaded', { count: matches.length, names: matches.join(', ') })
    const missing = unknown.length === 0 ? [] : [says('notFound', { names: unknown.join(', ') })]
    return [
      ...textBlocks(sentences([loaded, ...missing, ...missing_servers]), language),
      // A reference would stand alone: what was not found has to be said, too.
      ...definitions.map(({ name, text }) => ({
        type: 'text' as const,
        text,
        ...(unknown.length + missing_servers.length === 0 ? { definesTool: name } : {}),
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
const select = (text: string, known: ReturnType<DeferredTools['list']>) => {
  const wanted = namesIn(text)
  const find = (name: string) => known.find(tool => tool.name.toLowerCase() === name.toLowerCase())?.name
  return {
    matches: [...new Set(wanted.map(find).filter(name => name !== undefined))],
    unknown: wanted.filter(name => find(name) === undefined),
  }
}

const namesIn = (text: string): readonly string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')

/** Tools of servers that are starting are found, too. Says why, of those that are not there. */
const awaitServers = async (
  query: string,
  { deferredTools, signal }: Pick<ToolCall, 'deferredTools' | 'signal'>,
): Promise<readonly LocalizedText[]> => {
  const { servers } = deferredTools
  if (!servers) return []
  if (!SELECT.test(query)) return await servers.reach(undefined, signal)
  const { unknown } = select(query.replace(SELECT, ''), deferredTools.list())
  return unknown.length === 0 ? [] : await servers.reach(unknown, signal)
}

/** Servers may bring hundreds. */
const someOf = (names: readonly string[]): Text => {
  const more = names.length - MAX_NAMED
  return more > 0 ? says('more', { names: names.slice(0, MAX_NAMED).join(', '), more }) : names.join(', ')
}

const nothingFound = (query: string, unknown: readonly string[], tools: DeferredTools): LocalizedText => {
  const names = tools.list().map(({ name }) => name)
  const near = unknown.map(name => nearestName(name, names)).find(name => name !== undefined)
  return sentences([
    unknown.length > 0 ? says('notNamed', { names: unknown.join(', ') }) : says('noMatch', { query }),
    ...(near === undefined ? [] : [says('near', { near })]),
    names.length === 0 ? says('none') : says('deferred', { names: someOf(names) }),
    says('direct'),
  ])
}
