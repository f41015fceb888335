import type { HookCallback } from './callbacks.ts'
import type { Options, SystemPrompt } from './options.ts'
import { isSdkServer, type SdkServerConfig } from './servers.ts'

/** The first request of a run, and the functions that it names. */
export interface Introduction {
  readonly request: Readonly<Record<string, unknown>>
  readonly hooks: ReadonlyMap<string, HookCallback>
  readonly servers: readonly SdkServerConfig[]
}

export const toInitialize = (options: Options): Introduction => {
  const hooks = new Map<string, HookCallback>()
  const servers = Object.entries(options.mcpServers ?? {}).flatMap(([name, server]) =>
    isSdkServer(server) ? [{ ...server, name }] : [],
  )
  const { outputFormat, skills, agents, promptSuggestions } = options
  return {
    hooks,
    servers,
    request: {
      subtype: 'initialize',
      ...promptFields(options.systemPrompt),
      ...(options.hooks ? { hooks: nameHooks(options.hooks, hooks) } : {}),
      ...(servers.length > 0 ? serverFields(servers) : {}),
      ...(agents ? { agents } : {}),
      ...(Array.isArray(skills) ? { skills } : {}),
      ...(outputFormat ? { jsonSchema: outputFormat.schema } : {}),
      ...(promptSuggestions ? { promptSuggestions } : {}),
      ...(options.forwardSubagentText ? { forwardSubagentText: true } : {}),
      ...pick(options, ['title', 'toolAliases', 'planModeInstructions', 'agentProgressSummaries']),
    },
  }
}

const pick = (options: Options, keys: readonly (keyof Options)[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(keys.flatMap(key => (options[key] === undefined ? [] : [[key, options[key]]])))

const promptFields = (prompt: SystemPrompt = ''): Readonly<Record<string, unknown>> => {
  if (typeof prompt === 'string') return { systemPrompt: [prompt] }
  if (!('type' in prompt)) return { systemPrompt: prompt }
  const { append, excludeDynamicSections, snapshot } = prompt
  return {
    ...(append === undefined ? {} : { appendSystemPrompt: append }),
    ...(excludeDynamicSections ? { excludeDynamicSections } : {}),
    ...(snapshot === undefined ? {} : { systemPromptSnapshot: snapshot }),
  }
}

const nameHooks = (
  given: NonNullable<Options['hooks']>,
  names: Map<string, HookCallback>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).map(([event, matchers]) => [
      event,
      matchers.map(({ hooks, ...rest }) => ({
        ...rest,
        hookCallbackIds: hooks.map(hook => {
          const id = `hook_${names.size}`
          names.set(id, hook)
          return id
        }),
      })),
    ]),
  )

const serverFields = (servers: readonly SdkServerConfig[]): Readonly<Record<string, unknown>> => ({
  sdkMcpServers: servers.map(({ name }) => name),
  sdkMcpServerConfigs: Object.fromEntries(
    servers.flatMap(({ name, timeout }) => (timeout === undefined ? [] : [[name, { timeout }]])),
  ),
})
