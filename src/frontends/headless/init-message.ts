import type { SdkInit } from '../../protocol/control/sdk-message.ts'
import type { TurnInfo } from '../../protocol/event.ts'
import type { ServerState } from '../../protocol/extensions/server.ts'
import { FORMER_AGENT_NAME, RULE_NAMES } from '../../protocol/tools/rule-names.ts'

/** What hosts may rely on: interrupts are answered with what stays queued, and can also empty the queue. */
const CAPABILITIES = ['interrupt_receipt_v1', 'interrupt_cancel_queued_v1']

/** Programs still look for these under the names of old. */
const NAMES: Readonly<Record<string, string>> = { [RULE_NAMES.agent]: FORMER_AGENT_NAME }

/** As hosts know it: what is started when it is called can be called. */
export const statusOf = (state: ServerState): string => {
  if (state === 'ready') return 'connected'
  return state === 'unapproved' ? 'disabled' : state
}

/** A key that this program keeps is one that somebody signed in with. */
export const keySource = (credential: string): string =>
  STORED.has(credential) ? '/login managed key' : credential

const STORED: ReadonlySet<string> = new Set(['credentials.json', 'keychain', 'OAuth sign-in'])

/** What of the set-up does not work, for hosts that read only the first line. */
const problemsOf = ({
  servers = [],
  pluginProblems = [],
  withoutEffect = [],
}: TurnInfo): Pick<SdkInit, 'plugin_errors' | 'mcp_server_errors' | 'settings_without_effect'> => {
  const failed = servers.flatMap(({ name, state, error }) =>
    state === 'failed' ? [{ name, type: 'connection', message: error ?? '' }] : [],
  )
  return {
    ...(pluginProblems.length > 0 && {
      plugin_errors: pluginProblems.map(({ plugin, message }) => ({ plugin, type: 'load', message })),
    }),
    ...(failed.length > 0 && { mcp_server_errors: failed }),
    ...(withoutEffect.length > 0 && {
      settings_without_effect: withoutEffect.map(({ file, keys }) => ({ file, keys })),
    }),
  }
}

export const initMessage = (
  turn: TurnInfo,
  facts: { readonly uuid: string; readonly version: string; readonly betas: readonly string[] },
): SdkInit => ({
  type: 'system',
  subtype: 'init',
  cwd: turn.cwd,
  session_id: turn.sessionId,
  tools: turn.tools.map(name => NAMES[name] ?? name),
  mcp_servers: (turn.servers ?? []).map(({ name, state }) => ({ name, status: statusOf(state) })),
  model: turn.model,
  permissionMode: turn.mode,
  slash_commands: turn.commands ?? [],
  apiKeySource: keySource(turn.credential),
  claude_code_version: facts.version,
  output_style: turn.outputStyle ?? 'default',
  skills: turn.skills ?? [],
  ...(turn.agents?.length ? { agents: turn.agents } : {}),
  plugins: (turn.plugins ?? []).map(({ name, path }) => ({ name, path })),
  ...problemsOf(turn),
  capabilities: CAPABILITIES,
  ...(facts.betas.length > 0 && { betas: facts.betas }),
  ...(turn.effort && { effort: turn.effort }),
  ...(turn.fast === undefined ? {} : { fast_mode_state: turn.fast ? ('on' as const) : ('off' as const) }),
  uuid: facts.uuid,
})
