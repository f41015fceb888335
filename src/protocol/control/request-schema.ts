import * as z from 'zod'
import type { InboundRequest } from './inbound.ts'
import { check, mode, type Parsed } from './inbound-schema.ts'

const empty = z.looseObject({})
const server = z.looseObject({ serverName: z.string().min(1) })
const plugins = z.array(z.looseObject({ path: z.string().min(1), skipMcpDiscovery: z.boolean().nullish() }))

/** What each request of a host carries beside its name; one that is not here is not known. */
const REQUESTS = {
  initialize: empty,
  interrupt: z.looseObject({ cancel_queued: z.boolean().nullish() }),
  set_model: z.looseObject({ model: z.string().nullish() }),
  set_permission_mode: z.looseObject({ mode }),
  set_max_thinking_tokens: z.looseObject({
    max_thinking_tokens: z.number().int().nonnegative().nullish(),
    thinking_display: z.enum(['summarized', 'omitted', 'highlights']).nullish(),
  }),
  /** Ours: assistant mode on or off. */
  set_assistant: z.looseObject({ enabled: z.boolean() }),
  apply_flag_settings: z.looseObject({ settings: z.record(z.string(), z.unknown()) }),
  update_settings: z.looseObject({
    source: z.enum(['localSettings', 'userSettings']),
    settings: z.record(z.string(), z.unknown()),
  }),
  get_settings: empty,
  list_permission_rules: empty,
  get_hooks_listing: empty,
  mcp_status: empty,
  mcp_set_servers: z.looseObject({ servers: z.record(z.string(), z.unknown()) }),
  mcp_reconnect: server,
  mcp_toggle: server.extend({ enabled: z.boolean() }),
  mcp_read_resource: server.extend({ uri: z.string().min(1) }),
  mcp_call: z.looseObject({
    tool: z.string().min(1),
    arguments: z.record(z.string(), z.unknown()).nullish(),
    check_permissions: z.boolean().nullish(),
  }),
  mcp_message: z.looseObject({ server_name: z.string(), message: z.unknown() }),
  set_mcp_permission_mode_override: server.extend({ mode: z.enum(['default', 'auto']).nullish() }),
  get_context_usage: empty,
  get_usage: empty,
  get_session_cost: empty,
  get_binary_version: empty,
  list_models: empty,
  rewind_files: z.looseObject({
    user_message_id: z.string().min(1),
    dry_run: z.boolean().nullish(),
    /** Ours: also overwrite what somebody else has changed. */
    force: z.boolean().nullish(),
  }),
  read_file: z.looseObject({
    path: z.string().min(1),
    max_bytes: z.number().int().positive().nullish(),
    encoding: z.enum(['utf-8', 'base64']).nullish(),
  }),
  seed_read_state: z.looseObject({ path: z.string().min(1), mtime: z.number() }),
  file_suggestions: z.looseObject({ query: z.string() }),
  register_repo_root: z.looseObject({ directory: z.string().min(1) }),
  reload_plugins: z.looseObject({
    hold_on_cache_impact: z.boolean().nullish(),
    add_plugins: plugins.nullish(),
    refuse_if_busy: z.boolean().nullish(),
  }),
  reload_skills: empty,
  reload_output_styles: empty,
  stop_task: z.looseObject({ task_id: z.string().min(1) }),
  background_tasks: z.looseObject({ tool_use_id: z.string().nullish() }),
  get_task_output: z.looseObject({ task_id: z.string().min(1) }),
  cancel_async_message: z.looseObject({ message_uuid: z.string().min(1) }),
  generate_session_title: z.looseObject({
    description: z.string().min(1),
    persist: z.boolean().nullish(),
  }),
  rename_session: z.looseObject({ title: z.string().min(1), session_id: z.string().nullish() }),
  set_color: z.looseObject({ color: z.string() }),
  set_has_subscribers: z.looseObject({ has_subscribers: z.boolean().nullish() }),
} as const

export type RequestName = keyof typeof REQUESTS
export type RequestFields = { readonly [N in RequestName]: z.infer<(typeof REQUESTS)[N]> }

export const isRequestName = (name: string): name is RequestName => Object.hasOwn(REQUESTS, name)

export const parseRequest = <N extends RequestName>(
  name: N,
  request: InboundRequest,
): Parsed<RequestFields[N]> => check(REQUESTS[name] as unknown as z.ZodType<RequestFields[N]>, request)
