import { matchesOf } from '../../../features/tools/tool-search/rank.ts'
import { nearestName } from '../../../lib/nearest-name.ts'
import { sentences } from '../../../protocol/messages/layout.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import type { CallDeps } from '../call-runner.ts'
import { resolveToolName } from '../resolve-tool-name.ts'

const says = modelTexts('find_tools', {
  text: { en: '{what} takes a text.', zh: '{what} 需要文本。' },
  none: { en: 'There is no tool named {name}.', zh: '没有工具 {name}。' },
  near: { en: 'Did you mean {near}?', zh: '是否指 {near}？' },
  search: { en: 'Find one with {search}.', zh: '可用 {search} 查找。' },
})

const MOST_LISTED = 30
const MOST_FOUND = 10
const ABOUT_CHARS = 200

/** What `tools.search` and `tools.describe` answer: data, or why there are none. */
export type Found = { readonly value: unknown } | { readonly problem: string }

export interface Shapes {
  /** What earlier results of a tool looked like. */
  get(name: string): string | undefined
}

type FindDeps = Pick<CallDeps, 'tools' | 'toolset' | 'language'>

/** Tools that a script may call, by words; servers that are starting are waited for. */
export const searchTools = async (deps: FindDeps, asked: unknown, signal: AbortSignal): Promise<Found> => {
  if (typeof asked !== 'string')
    return { problem: forModel(says('text', { what: 'tools.search' }), deps.language) }
  await deps.toolset.servers?.reach(undefined, signal)
  const { specs } = deps.tools()
  const found = new Map(specs.map(spec => [spec.name, spec]))
  const names = asked.trim() === '' ? [...found.keys()].slice(0, MOST_LISTED) : bestOf(asked, specs)
  const shown = names.flatMap(name => found.get(name) ?? [])
  return {
    value: shown.map(spec => ({ name: spec.name, call: callOf(spec), description: shortOf(spec) })),
  }
}

/** Where some are named so, one that only mentions the words is none that was asked for. */
const bestOf = (asked: string, specs: readonly ToolSpec[]): readonly string[] => {
  const all = matchesOf(asked, specs.map(candidateOf))
  const most = all[0]?.words
  const best = all.filter(({ words }) => words === most)
  return (best.some(({ isNamed }) => isNamed) ? all.filter(({ isNamed }) => isNamed) : best)
    .slice(0, MOST_FOUND)
    .map(({ name }) => name)
}

/** One of them, by any name that it has. */
export const describeNamed = async (
  deps: FindDeps & { readonly shapes: Shapes },
  asked: unknown,
  signal: AbortSignal,
): Promise<Found> => {
  const { language } = deps
  if (typeof asked !== 'string')
    return { problem: forModel(says('text', { what: 'tools.describe' }), language) }
  const known = () => findSpec(deps.tools().specs, asked)
  if (!known()) await deps.toolset.servers?.reach(undefined, signal)
  const spec = known()
  if (spec) return { value: described(spec, deps.shapes.get(spec.name)) }
  return { problem: noSuchTool(deps, asked) }
}

/** There is none of this name, and what may have been meant. */
export const noSuchTool = (
  { tools, language }: Pick<FindDeps, 'tools' | 'language'>,
  name: string,
): string => {
  const { specs } = tools()
  const names = specs.map(spec => spec.name)
  const near = resolveToolName(name, specs) ?? nearestName(name, names)
  return forModel(
    sentences([
      says('none', { name }),
      near === undefined ? says('search', { search: 'tools.search("words")' }) : says('near', { near }),
    ]),
    language,
  )
}

const described = (spec: ToolSpec, seen: string | undefined) => ({
  name: spec.name,
  call: callOf(spec),
  description: spec.description,
  input: spec.input_schema,
  ...(spec.output_schema ? { output: spec.output_schema } : {}),
  // What it says of itself is enough, where it says anything.
  ...(seen === undefined || spec.output_schema ? {} : { seen }),
})

const findSpec = (specs: readonly ToolSpec[], asked: string): ToolSpec | undefined => {
  const named = specs.find(spec => spec.name === asked || callOf(spec).startsWith(`${asked}(`))
  if (named) return named
  const ofServers = specs.filter(({ serverTool }) => serverTool?.tool === asked)
  return ofServers.length === 1 ? ofServers[0] : undefined
}

const callOf = ({ name, serverTool }: ToolSpec): string =>
  serverTool
    ? `mcp[${JSON.stringify(serverTool.server)}][${JSON.stringify(serverTool.tool)}](input)`
    : `tools.${name}(input)`

const shortOf = ({ description }: ToolSpec): string => {
  const line = description.split('\n', 1)[0] ?? ''
  return line.length <= ABOUT_CHARS ? line : `${line.slice(0, ABOUT_CHARS - 1)}…`
}

const candidateOf = ({ name, description, deferred }: ToolSpec) => ({
  name,
  description,
  hint: deferred?.hint ?? '',
})
