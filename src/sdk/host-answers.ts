import { isObject } from '../lib/is-object.ts'
import type { HookInput } from '../protocol/hook.ts'
import type { PermissionUpdate } from '../protocol/permission.ts'
import type { HookCallback, PermissionQuestion, TriedCommand } from './callbacks.ts'
import { type Answer, ControlError } from './control-line.ts'
import type { Options } from './options.ts'
import type { ServerBridge } from './server-bridge.ts'

type Fields = Readonly<Record<string, unknown>>

/** What the program can reach in this process. */
export interface Reach {
  readonly options: Options
  readonly hooks: ReadonlyMap<string, HookCallback>
  readonly servers: ReadonlyMap<string, ServerBridge>
}

export const hostAnswers =
  (reach: Reach): Answer =>
  async (request, signal) => {
    switch (request['subtype']) {
      case 'can_use_tool':
        return await permission(reach.options, request, signal)
      case 'hook_callback':
        return await hook(reach.hooks, request, signal)
      case 'mcp_message':
        return await serverMessage(reach.servers, request)
      case 'elicitation':
        return await elicitation(reach.options, request, signal)
      default:
        throw new ControlError(
          `Unsupported control request subtype: ${String(request['subtype'])}`,
          'unsupported_request',
        )
    }
  }

const permission = async (
  { canUseTool }: Options,
  request: Fields,
  signal: AbortSignal,
): Promise<unknown> => {
  if (!canUseTool) throw new Error('There is no canUseTool callback.')
  const toolUseID = String(request['tool_use_id'])
  const input = isObject(request['input']) ? { ...request['input'] } : {}
  const answer = await canUseTool(String(request['tool_name']), input, {
    signal,
    toolUseID,
    ...(Array.isArray(request['permission_suggestions'])
      ? { suggestions: request['permission_suggestions'] as readonly PermissionUpdate[] }
      : {}),
    ...(isObject(request['tried_first'])
      ? { triedFirst: request['tried_first'] as unknown as TriedCommand }
      : {}),
    ...texts(request, QUESTION_TEXTS),
  })
  return answer.behavior === 'allow'
    ? { updatedInput: input, ...answer, toolUseID }
    : { ...answer, toolUseID }
}

const QUESTION_TEXTS: Readonly<Record<string, keyof PermissionQuestion>> = {
  blocked_path: 'blockedPath',
  decision_reason: 'decisionReason',
  title: 'title',
  description: 'description',
  display_name: 'displayName',
  agent_id: 'agentID',
}

/** Fields under the names that callers know them by. */
const texts = (request: Fields, names: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([wire, name]) => {
      const value = request[wire]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

const hook = async (
  hooks: ReadonlyMap<string, HookCallback>,
  request: Fields,
  signal: AbortSignal,
): Promise<unknown> => {
  const callback = hooks.get(String(request['callback_id']))
  if (!callback) throw new Error(`There is no hook callback ${String(request['callback_id'])}.`)
  const id = request['tool_use_id']
  const input = request['input'] as HookInput
  return (await callback(input, typeof id === 'string' ? id : undefined, { signal })) ?? {}
}

const serverMessage = async (
  servers: ReadonlyMap<string, ServerBridge>,
  request: Fields,
): Promise<unknown> => {
  const server = servers.get(String(request['server_name']))
  if (!server) throw new Error(`There is no MCP server ${String(request['server_name'])} in this process.`)
  return { mcp_response: await server.take(request['message']) }
}

const elicitation = async (
  { onElicitation }: Options,
  request: Fields,
  signal: AbortSignal,
): Promise<unknown> => {
  if (!onElicitation) return { action: 'decline' }
  const schema = request['requested_schema']
  return await onElicitation(
    {
      serverName: String(request['mcp_server_name']),
      message: String(request['message']),
      mode: request['mode'] === 'url' ? 'url' : 'form',
      ...texts(request, { url: 'url', elicitation_id: 'elicitationId' }),
      ...(isObject(schema) ? { requestedSchema: schema } : {}),
    },
    { signal },
  )
}
