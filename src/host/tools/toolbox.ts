import { coordinatorTools } from '../../agents/coordinator.ts'
import type { Toolbox } from '../../engine/options/toolbox.ts'
import { ADVISOR_TOOL } from '../../features/advisor/tool-name.ts'
import { DISCOVER_TOOL } from '../../features/skills/discover-spec.ts'
import { SKILL_TOOL } from '../../features/skills/skill-spec.ts'
import { PREVIEW_HINTS } from '../../features/tools/ask-user-question/preview-hints.ts'
import { toolRows } from '../../features/tools/index.ts'
import type { smallSpecs } from '../../features/tools/small-specs.ts'
import { errorText } from '../../lib/error-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { HostError } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import { describeError } from '../../protocol/messages/localized-text.ts'
import type { Tool, ToolSpec } from '../../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { type DescribedTool, type ToolsIn, toolsInGroups } from '../../protocol/tools/described-tool.ts'

/** Put in by the build. */
declare const CAPSTAN_TOOL_SPECS: readonly DescribedTool[] | undefined

/** The wire forms of the built-in tools; described now, with the schema library, when the program runs from its sources. */
export const readToolSpecs = async (language: PromptLanguage = 'en'): Promise<readonly DescribedTool[]> => {
  const built =
    language === 'zh'
      ? (await import('./chinese-specs.ts')).chineseSpecs()
      : typeof CAPSTAN_TOOL_SPECS === 'undefined'
        ? undefined
        : CAPSTAN_TOOL_SPECS
  if (built) return built
  const { describeTool } = await import('../../features/tools/describe.ts')
  const tools = await Promise.all(Object.values(toolRows).map(row => row.load()))
  return tools.map(tool => describeTool(tool, language))
}

export interface ToolChoice {
  /** Of the prompt; absent: English. */
  readonly language?: PromptLanguage
  /** How the tool that starts agents is described in coordinator mode; absent: in English. */
  readonly coordinatorAgent?: string
  /** Absent: all. `default` stands for all. */
  readonly only?: readonly string[]
  /** Bare names that a deny rule takes out of sight altogether. */
  readonly denied: readonly string[]
  /** Nothing is deferred: every tool is sent whole from the start. */
  readonly allAtOnce?: boolean
  /** Agents can work as teams; `member`: the session is one of a team. */
  readonly teams?: boolean | 'member'
  /** Agents can work on other machines. */
  readonly remoteHosts?: boolean
  /** The window of the model is small: the few tools that matter, in few words. */
  readonly small?: typeof smallSpecs
  /** What the preview of an answer to a question is written in; absent: text. */
  readonly previews?: 'html' | 'markdown'
  /** Name the model calls → name of the tool that runs. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly structured?: { readonly tool: Tool; readonly spec: ToolSpec }
}

/** The tools of a session, in a stable order. */
export const createToolbox = (described: readonly DescribedTool[], choice: ToolChoice): Toolbox => {
  const { only, structured } = choice
  const all = described.map(wireForm)
  const toolsIn = toolsInGroups(described)
  for (const name of only ?? []) checkName(name, all)
  const wanted = (spec: ToolSpec): boolean =>
    (only === undefined || only.includes('default') || only.some(name => answersTo(spec, name))) &&
    !choice.denied.some(name => answersTo(spec, name))
  const offered = withPreviews(withoutIdle(all, { ...choice, toolsIn }), { ...choice, toolsIn })
  const inSight = (choice.small ? choice.small(offered, { asked: only, language: choice.language }) : offered)
    .filter(wanted)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const specs = choice.allAtOnce
    ? inSight.filter(spec => !spec.listsDeferred).map(withoutDeferral)
    : forMember(inSight, { ...choice, toolsIn })
  const load = loaderOf({ ...choice, toolsIn })
  const coordination = only === undefined ? undefined : coordinationIn(offered, { ...choice, toolsIn })
  return {
    specs: structured ? [...specs, structured.spec] : specs,
    known: all,
    toolsIn,
    refuses: name => !mayCome(name, choice),
    ...(coordination
      ? { coordination: { specs: coordination, load: name => load(coordination, name) } }
      : {}),
    ...(structured ? { structured: structured.tool } : {}),
    ...(choice.coordinatorAgent === undefined ? {} : { coordinatorAgent: choice.coordinatorAgent }),
    ...(choice.aliases ? { aliases: choice.aliases } : {}),
    load: async name => (structured?.tool.name === name ? structured.tool : await load(specs, name)),
  }
}

type Grouped = ToolChoice & { readonly toolsIn: ToolsIn }

const wireForm = ({ groups: _, ...spec }: DescribedTool): ToolSpec => spec

/** Each implementation is loaded once. */
const loaderOf = ({ previews, toolsIn }: Grouped) => {
  const asks = toolsIn('questions')
  const loaded = new Map<string, Promise<Tool>>()
  return async (specs: readonly ToolSpec[], name: string): Promise<Tool | undefined> => {
    const spec = specs.find(candidate => answersTo(candidate, name))
    const load =
      spec && (asks.includes(spec.name) && previews === 'html' ? loadHtml : toolRows[spec.name]?.load)
    if (!spec || !load) return undefined
    const known = loaded.get(spec.name) ?? load()
    loaded.set(spec.name, known)
    return await known
  }
}

/** A list of tools is for those who work; what was denied stays denied. */
const coordinationIn = (
  offered: readonly ToolSpec[],
  { denied, teams, toolsIn }: Grouped,
): readonly ToolSpec[] => {
  const wanted = coordinatorTools(toolsIn, { leads: teams === true })
  return offered.filter(spec => wanted.includes(spec.name) && !denied.some(name => answersTo(spec, name)))
}

const TEAM_FIELDS: readonly string[] = ['team_name', 'mode']
const HOST_FIELDS: readonly string[] = ['where']

/** What only teams, or only other machines, need costs nothing where there are none. */
const withoutIdle = (
  specs: readonly ToolSpec[],
  { teams, remoteHosts, toolsIn }: Grouped,
): readonly ToolSpec[] => {
  const idle = [...(teams ? [] : TEAM_FIELDS), ...(remoteHosts ? [] : HOST_FIELDS)]
  return specs.flatMap(spec => {
    if (!teams && toolsIn('teams').includes(spec.name)) return []
    return toolsIn('delegation').includes(spec.name)
      ? [{ ...spec, input_schema: withoutFields(spec.input_schema, idle) }]
      : [spec]
  })
}

const withoutFields = (
  schema: ToolSpec['input_schema'],
  idle: readonly string[],
): ToolSpec['input_schema'] => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, unknown>>).filter(
      ([name]) => !idle.includes(name),
    ),
  ),
})

/** Whoever draws them puts them into a page. */
const loadHtml = async (): Promise<Tool> => {
  const [{ askUserQuestionTool }, { withHtmlPreviews }] = await Promise.all([
    import('../../features/tools/ask-user-question/ask-user-question.ts'),
    import('../../features/tools/ask-user-question/html-previews.ts'),
  ])
  return withHtmlPreviews(askUserQuestionTool)
}

/** The one field that says how it is written stands deep inside the questions. */
const withPreviews = (
  specs: readonly ToolSpec[],
  { previews, language, toolsIn }: Grouped,
): readonly ToolSpec[] => {
  if (!previews) return specs
  const say = (name: string, value: unknown): unknown =>
    name === 'preview' && isObject(value)
      ? { ...value, description: inPromptLanguage(PREVIEW_HINTS[previews], language) }
      : value
  return specs.map(spec =>
    toolsIn('questions').includes(spec.name)
      ? { ...spec, input_schema: JSON.parse(JSON.stringify(spec.input_schema, say)) }
      : spec,
  )
}

/** Tools of ours that are only there when there is something for them. */
const LATE_TOOLS: readonly string[] = [SKILL_TOOL, DISCOVER_TOOL, ADVISOR_TOOL]

const mayCome = (name: string, { only, denied, small }: ToolChoice): boolean =>
  (only === undefined ? !small : only.includes('default') || only.includes(name)) && !denied.includes(name)

/** What a member is told to use is there from the start. */
const forMember = (specs: readonly ToolSpec[], { teams, toolsIn }: Grouped): readonly ToolSpec[] =>
  teams === 'member'
    ? specs.map(spec => (toolsIn('team_work').includes(spec.name) ? withoutDeferral(spec) : spec))
    : specs

const withoutDeferral = ({ deferred: _, ...spec }: ToolSpec): ToolSpec => spec

const answersTo = (spec: ToolSpec, name: string): boolean =>
  spec.name === name || (spec.aliases ?? []).includes(name)

const checkName = (name: string, all: readonly ToolSpec[]): void => {
  if (name === 'default' || LATE_TOOLS.includes(name) || all.some(spec => answersTo(spec, name))) return
  const names = all.map(spec => spec.name)
  const near = nearestName(name, names)
  const hint = near ? openingText('did_you_mean', { name: near }) : ''
  throw new HostError('request', openingText('no_tool', { name, hint, names }))
}

/** The tool that a structured answer must be given through. */
export const structuredTool = async (
  schemaText: string,
  language?: PromptLanguage,
): Promise<NonNullable<ToolChoice['structured']>> => {
  const { createStructuredOutputTool } = await import(
    '../../features/tools/structured-output/structured-output.ts'
  )
  const schema = parseSchema(schemaText)
  try {
    const tool = await createStructuredOutputTool(schema)
    const description = inPromptLanguage(tool.description, language)
    return { tool, spec: { name: tool.name, description, input_schema: schema } }
  } catch (error) {
    throw new HostError('request', openingText('bad_schema', { reason: describeError(error) }))
  }
}

const parseSchema = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (error) {
    throw new HostError('request', openingText('schema_not_json', { reason: errorText(error) }))
  }
  throw new HostError('request', openingText('schema_not_object'))
}
