import type { ModelChoice } from '../../engine/models/options.ts'
import type { WebChoice } from '../../engine/web/options.ts'
import { matchName } from '../../features/hooks/match.ts'
import { findModel } from '../../features/models/catalogue.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import { SMALL_WINDOW } from '../../protocol/model.ts'
import type { Rule } from '../../protocol/permission.ts'
import type { Settings, WorkflowSize } from '../../protocol/settings.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { type DescribedTool, toolsInGroups } from '../../protocol/tools/described-tool.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import type { ToolGroup } from '../../protocol/tools/tool-group.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'
import { canSearch } from '../web/options.ts'
import { structuredTool, type ToolChoice } from './toolbox.ts'

const sizeText = (most: number) => ({
  en: `In one that you write, aim for fewer than ${most} agents in all, unless the user wants another scale.`,
  zh: `自己编写时，智能体总数以少于 ${most} 个为宜，除非用户要求其他规模。`,
})

export interface ToolOptions {
  readonly options: Pick<Overrides, 'tools' | 'bare' | 'jsonSchema' | 'toolAliases' | 'restricted'>
  readonly gathered: {
    readonly rules: readonly Rule[]
    readonly hooks: HookSettings
    readonly settings?: Pick<Settings, 'remote'>
  }
  readonly environment: { readonly toolSearchOff: boolean }
  readonly web: WebChoice
  /** Of the prompt. */
  readonly language?: PromptLanguage
  /** All there are. */
  readonly specs: readonly DescribedTool[]
  /** What the session begins with; absent: a window like any. */
  readonly models?: Pick<ModelChoice, 'name' | 'rows' | 'small' | 'searches'>
  readonly permissions: { readonly canAsk: boolean }
  readonly languageServers?: { readonly off?: unknown }
  readonly teams?: { readonly on?: boolean; readonly member?: unknown }
  /** Absent: sessions follow none. */
  readonly pullRequests?: unknown
  /** Somebody keeps the session open between turns. */
  readonly request?: { readonly interactive?: boolean; readonly env?: Env }
}

/** Which tools a session offers, for as long as it lasts. */
export const chooseTools = async (wish: ToolOptions): Promise<ToolChoice> => {
  const { options, gathered, environment } = wish
  const denied = gathered.rules
    .filter(rule => rule.behavior === 'deny')
    .map(rule => rule.text.replace(/\(\*\)$/, ''))
  return {
    denied: [...denied, ...idleTools(wish)],
    allAtOnce: environment.toolSearchOff,
    ...(hasSmallWindow(wish) ? { small: await loadSmallSpecs() } : {}),
    ...(namesHosts(wish) ? { remoteHosts: true } : {}),
    ...(wish.teams?.on ? { teams: wish.teams.member === undefined ? true : 'member' } : {}),
    ...previewsOf(wish),
    ...(wish.language === 'zh' ? { language: 'zh', coordinatorAgent: await chineseCoordinator() } : {}),
    ...(options.toolAliases ? { aliases: options.toolAliases } : {}),
    ...(options.tools
      ? { only: options.tools }
      : options.bare
        ? { only: toolsInGroups(wish.specs)('bare') }
        : {}),
    ...(options.jsonSchema === undefined
      ? {}
      : { structured: await structuredTool(options.jsonSchema, wish.language) }),
  }
}

/** Machines that an agent may work on. */
const namesHosts = ({ gathered, options }: ToolOptions): boolean =>
  !options.restricted && (gathered.settings?.remote?.hosts?.length ?? 0) > 0

/** What the model is told to aim for in workflows it writes; the definition is sent when it is looked up. */
const SIZES: Readonly<Record<WorkflowSize, Readonly<Record<PromptLanguage, string>> | undefined>> = {
  unrestricted: undefined,
  small: sizeText(5),
  medium: sizeText(15),
  large: sizeText(50),
}

export const withWorkflowSize = (
  specs: readonly DescribedTool[],
  { workflowSizeGuideline = 'medium' }: Settings,
  language: PromptLanguage = 'en',
): readonly DescribedTool[] => {
  const aim = SIZES[workflowSizeGuideline]?.[language]
  if (aim === undefined) return specs
  return specs.map(spec =>
    spec.groups?.includes('workflows') ? { ...spec, description: `${spec.description}\n${aim}` } : spec,
  )
}

/** Whoever shows the questions says what it can draw; the terminal shows text. */
const previewsOf = ({ request }: ToolOptions): Pick<ToolChoice, 'previews'> => {
  const format = request?.env?.['CLAUDE_CODE_QUESTION_PREVIEW_FORMAT']
  return format === 'html' || format === 'markdown' ? { previews: format } : {}
}

const chineseCoordinator = async () =>
  (await import('../../agents/coordinator-zh.ts')).CHINESE_COORDINATOR_AGENT_PROMPT

const loadSmallSpecs = async () => (await import('../../features/tools/small-specs.ts')).smallSpecs

const hasSmallWindow = ({ models }: ToolOptions): boolean =>
  models !== undefined && findModel(models.name, models.rows).facts.window < SMALL_WINDOW

/** They could never do their work in this session: each would cost tokens and a wasted call. */
const idleTools = (wish: ToolOptions): readonly string[] => {
  const { options, gathered, web, models, permissions, request, specs } = wish
  const toolsIn = toolsInGroups(specs)
  const unasked = (group: ToolGroup): readonly string[] =>
    toolsIn(group).filter(name => !options.tools?.includes(name))
  return [
    ...(canSearch(web, models) ? [] : toolsIn('web_search')),
    ...(permissions.canAsk ? [] : unasked('questions').filter(name => !hookMayAnswer(name, gathered.hooks))),
    ...(permissions.canAsk ? [] : unasked('planning')),
    ...(request?.interactive ? [] : unasked('schedules')),
    ...(wish.languageServers?.off ? toolsIn('language_servers') : []),
    ...(options.restricted ? unasked('unrestricted') : []),
    ...(wish.pullRequests ? [] : toolsIn('pull_requests')),
  ]
}

/** A hook that sees the call can put the answers in. */
const hookMayAnswer = (name: string, { PreToolUse = [] }: HookSettings): boolean =>
  PreToolUse.some(({ matcher, hooks }) => hooks.length > 0 && matchName(matcher, name).kind === 'yes')

export const chooseShell = (
  { shell }: Pick<EnvironmentOptions, 'shell'>,
  { settings: { bashForegroundSeconds, defaultShell, respondToBashCommands } }: Pick<Gathered, 'settings'>,
): ShellSettings => {
  const seconds = bashForegroundSeconds
  return {
    ...shell,
    ...(seconds === undefined ? {} : { foregroundMs: seconds * 1000 }),
    ...(defaultShell === undefined ? {} : { person: defaultShell }),
    ...(respondToBashCommands ? { respond: true } : {}),
  }
}
