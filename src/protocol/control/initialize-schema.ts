import * as z from 'zod'
import type { HookSettings } from '../hook.ts'
import type { InboundRequest, InitializeFields } from './inbound.ts'
import { check, type Parsed } from './inbound-schema.ts'

const hooks = z.record(
  z.string(),
  z.array(
    z.looseObject({
      matcher: z.string().nullish(),
      hookCallbackIds: z.array(z.string().min(1)),
      timeout: z.number().positive().nullish(),
      onFailure: z.string().nullish(),
    }),
  ),
)

const serverConfig = z.looseObject({
  timeout: z.number().nullish(),
  tools: z
    .array(z.looseObject({ name: z.string().min(1), permission_policy: z.string().nullish() }))
    .nullish(),
})

const initialize = z.looseObject({
  systemPrompt: z.union([z.string().transform(prompt => [prompt]), z.array(z.string())]).nullish(),
  appendSystemPrompt: z.string().nullish(),
  systemPromptSnapshot: z.boolean().nullish(),
  excludeDynamicSections: z.boolean().nullish(),
  jsonSchema: z.record(z.string(), z.unknown()).nullish(),
  title: z.string().nullish(),
  hooks: hooks.nullish(),
  sdkMcpServers: z.array(z.string()).nullish(),
  sdkMcpServerConfigs: z.record(z.string(), z.unknown()).nullish(),
  agents: z.record(z.string(), z.unknown()).nullish(),
  skills: z.array(z.string()).nullish(),
  plugins: z
    .array(z.looseObject({ path: z.string().min(1), skipMcpDiscovery: z.boolean().nullish() }))
    .nullish(),
  toolAliases: z.record(z.string(), z.string().min(1)).nullish(),
  planModeInstructions: z.string().nullish(),
  promptSuggestions: z.boolean().nullish(),
})

type Fields = z.infer<typeof initialize>

export const parseInitialize = (request: InboundRequest): Parsed<InitializeFields> => {
  const parsed = check(initialize, request)
  return parsed.ok ? { ok: true, value: { ...promptOf(parsed.value), ...protectedIn(parsed.value) } } : parsed
}

const promptOf = (fields: Fields): InitializeFields => {
  const { systemPrompt, appendSystemPrompt, systemPromptSnapshot, planModeInstructions } = fields
  const { jsonSchema, title, excludeDynamicSections, promptSuggestions } = fields
  return {
    ...(systemPrompt && { systemPrompt }),
    ...(typeof appendSystemPrompt === 'string' && { appendSystemPrompt }),
    ...(systemPromptSnapshot === false && { systemPromptSnapshot }),
    ...(excludeDynamicSections && { excludeDynamicSections }),
    ...(planModeInstructions && { planModeInstructions }),
    ...(promptSuggestions && { promptSuggestions }),
    ...(jsonSchema && { jsonSchema }),
    ...(typeof title === 'string' && { title }),
  }
}

/** Nothing is as good as absent, except for skills: none is a choice. */
const protectedIn = (fields: Fields): InitializeFields => {
  const { hooks, sdkMcpServers = [], sdkMcpServerConfigs, agents, skills, plugins, toolAliases } = fields
  const configs = serverConfigs(sdkMcpServerConfigs ?? {}, sdkMcpServers ?? [])
  return {
    ...(hooks && !isEmpty(hooks) && { hooks: callbacksOf(hooks) }),
    ...(sdkMcpServers && sdkMcpServers.length > 0 && { sdkMcpServers }),
    ...(!isEmpty(configs) && { sdkMcpServerConfigs: configs }),
    ...(agents && !isEmpty(agents) && { agents }),
    ...(skills && { skills }),
    ...(plugins && plugins.length > 0 && { plugins: plugins.map(pluginOf) }),
    ...(toolAliases && !isEmpty(toolAliases) && { toolAliases }),
  }
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/** As hooks of settings files, except that somebody else runs them. */
const callbacksOf = (all: z.infer<typeof hooks>): HookSettings =>
  Object.fromEntries(
    Object.entries(all).map(([event, groups]) => [
      event,
      groups.map(({ matcher, hookCallbackIds, timeout, onFailure }) => ({
        ...(matcher && { matcher }),
        hooks: hookCallbackIds.map(callbackId => ({
          type: 'callback',
          callbackId,
          ...(timeout && { timeout }),
          ...(onFailure === 'block' && { failClosed: true }),
        })),
      })),
    ]),
  )

const pluginOf = ({
  path,
  skipMcpDiscovery,
}: {
  path: string
  skipMcpDiscovery?: boolean | null | undefined
}) => ({
  path,
  ...(skipMcpDiscovery && { skipMcpDiscovery }),
})

/** A shorter limit is taken for a mistake, by convention. */
const LEAST_TIMEOUT_MS = 1_000

const POLICIES: Readonly<Record<string, 'ask' | 'deny'>> = { always_ask: 'ask', always_deny: 'deny' }

/** What does not fit, or is about no server of the host, is left alone: the convention wants it so. */
const serverConfigs = (
  all: Readonly<Record<string, unknown>>,
  names: readonly string[],
): NonNullable<InitializeFields['sdkMcpServerConfigs']> =>
  Object.fromEntries(
    names.flatMap(name => {
      const { data } = serverConfig.safeParse(Object.hasOwn(all, name) ? all[name] : undefined)
      if (!data) return []
      const { timeout } = data
      const tools = (data.tools ?? []).flatMap(tool => {
        const policy = POLICIES[tool.permission_policy ?? '']
        return policy ? [{ name: tool.name, policy }] : []
      })
      return [
        [
          name,
          {
            ...(timeout && timeout >= LEAST_TIMEOUT_MS && { timeout }),
            ...(tools.length > 0 && { tools }),
          },
        ],
      ]
    }),
  )
