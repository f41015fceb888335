import type { InitializeFields } from '../../protocol/control/inbound.ts'
import type { OpenRequest, Overrides } from '../../protocol/host.ts'
import { isOn } from '../environment.ts'

/** What counts before settings and environment; what a program said about itself counts first. */
export const withInitialize = ({
  overrides,
  initialize = {},
  env,
  session,
}: Pick<OpenRequest, 'overrides' | 'initialize' | 'env' | 'session'>): Overrides & {
  readonly bare: boolean
} => {
  const { jsonSchema, title, skills, toolAliases, planModeInstructions } = initialize
  // An earlier session has its name already.
  const isNamed = title !== undefined && session.kind === 'new'
  return {
    ...safely(overrides, env),
    bare: overrides.bare || isOn(env, 'CLAUDE_CODE_SIMPLE'),
    ...(jsonSchema === undefined ? {} : { jsonSchema: JSON.stringify(jsonSchema) }),
    ...(isNamed ? { name: title } : {}),
    ...(skills === undefined ? {} : { skills }),
    ...(toolAliases === undefined ? {} : { toolAliases }),
    ...(planModeInstructions === undefined ? {} : { planModeInstructions }),
    ...(initialize.promptSuggestions ? { promptSuggestions: true } : {}),
    ...(initialize.excludeDynamicSections ? { excludeDynamicSections: true } : {}),
    ...(initialize.systemPromptSnapshot === false ? { freshPrompt: true } : {}),
    ...agentsOf(overrides, initialize),
    ...pluginsOf(overrides, initialize),
    ...policiesOf(overrides, initialize),
  }
}

/** No settings files, instructions, extensions or servers but what this run itself names. */
const safely = (overrides: Overrides, env: OpenRequest['env']): Overrides => {
  if (overrides.restricted || isOn(env, 'CLAUDE_CODE_RESTRICTED'))
    return { ...overrides, ...ONLY_THIS_RUN, restricted: true, trust: false }
  return overrides.safeMode || isOn(env, 'CLAUDE_CODE_SAFE_MODE')
    ? { ...overrides, ...ONLY_THIS_RUN }
    : overrides
}

const ONLY_THIS_RUN = { safeMode: true, settingSources: [], strictMcpConfig: true } as const

/** Those of the program beside those of the command line; of two with one name, the program's. */
const agentsOf = ({ agents: given }: Overrides, { agents }: InitializeFields): Pick<Overrides, 'agents'> => {
  if (!agents) return {}
  if (given === undefined) return { agents: JSON.stringify(agents) }
  try {
    return { agents: JSON.stringify({ ...JSON.parse(given), ...agents }) }
  } catch {
    // What is wrong with the flag is said where it is read.
    return { agents: given }
  }
}

const pluginsOf = (
  { pluginDir = [], pluginDirNoMcp = [] }: Overrides,
  { plugins = [] }: InitializeFields,
): Pick<Overrides, 'pluginDir' | 'pluginDirNoMcp'> => {
  const whole = plugins.filter(({ skipMcpDiscovery }) => !skipMcpDiscovery)
  const others = plugins.filter(({ skipMcpDiscovery }) => skipMcpDiscovery)
  return {
    pluginDir: [...pluginDir, ...whole.map(({ path }) => path)],
    pluginDirNoMcp: [...pluginDirNoMcp, ...others.map(({ path }) => path)],
  }
}

/** What the program says about single tools of its own servers. */
const policiesOf = (
  { askTools = [], disallowedTools = [] }: Overrides,
  { sdkMcpServerConfigs = {} }: InitializeFields,
): Pick<Overrides, 'askTools' | 'disallowedTools'> => {
  const rules = (wanted: 'ask' | 'deny'): readonly string[] =>
    Object.entries(sdkMcpServerConfigs).flatMap(([server, { tools = [] }]) =>
      tools.flatMap(({ name, policy }) =>
        policy === wanted ? [`mcp__${wireName(server)}__${wireName(name)}`] : [],
      ),
    )
  return {
    askTools: [...askTools, ...rules('ask')],
    disallowedTools: [...disallowedTools, ...rules('deny')],
  }
}

/** Names on the wire have only these characters. */
const wireName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_')
