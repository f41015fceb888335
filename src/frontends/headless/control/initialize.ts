import type { InitializeAnswer } from '../../../protocol/control/control-message.ts'
import type { InitializeFields } from '../../../protocol/control/inbound.ts'
import { commandList } from '../command-list.ts'
import type { HeadlessRun } from '../headless-options.ts'
import { keySource } from '../init-message.ts'
import { unknownFields } from '../initialize-fields.ts'
import { Refusal, type Serve } from './desk.ts'

/** What the host says about itself was part of opening the session; here it is answered. */
export const initialize: Serve<'initialize'> = async ({ desk, request }) => {
  const { engine, io, options } = desk.run
  const { lines } = desk
  for (const field of unknownFields(request))
    io.writeError(`initialize: the field ${field} is not known and has no effect.`)
  const parsed = lines.schema.parseInitialize(request)
  if (!parsed.ok) throw new Refusal(`The request is not valid: ${parsed.error}`, 'invalid_request')
  const fields = parsed.value
  const wanted = JSON.stringify(fields)
  // A host that lost the thread says the same again; another one is another run.
  if (wanted !== (lines.applied ?? '{}'))
    throw new Refusal('initialize cannot change the run after the first message.')
  lines.applied = wanted
  if (request['forwardSubagentText'] === true) desk.conversation.forwardAgentText()
  const [models, state, commands, styles, agents] = await Promise.all([
    engine.query('models'),
    engine.query('state'),
    commandList(engine),
    engine.query('styles'),
    engine.query('agents'),
  ])
  return {
    commands,
    agents: agentList(agents),
    output_style: styles.current,
    available_output_styles: styles.available.map(({ name }) => name),
    // Hosts take the first for the one in use.
    models: models.toSorted((a, b) => Number(b.value === state.model) - Number(a.value === state.model)),
    account: accountOf(state.credential),
    claude_code_version: options.version,
    hook_on_failure_supported: true,
    ...(state.fast === undefined ? {} : { fast_mode_state: state.fast ? 'on' : 'off' }),
    ...(fields.hooks ? { hooks_applied: true } : {}),
    ...(fields.plugins ? { plugins_applied: await hasPlugins(desk.run, fields.plugins) } : {}),
    ...manifestsOf(request['sdkMcpServerManifests']),
    ...(desk.prompts.pending.length > 0 ? { pending_permission_requests: desk.prompts.pending } : {}),
  } satisfies InitializeAnswer
}

export const agentList = (
  agents: readonly { readonly name: string; readonly description: string; readonly model?: string }[],
): InitializeAnswer['agents'] =>
  agents.map(({ name, description, model }) => ({
    name,
    description,
    ...(model === undefined ? {} : { model }),
  }))

const accountOf = (credential: string): InitializeAnswer['account'] => {
  const apiKeySource = keySource(credential)
  return { apiKeySource, ...(FIRST_PARTY.test(apiKeySource) ? { apiProvider: 'firstParty' } : {}) }
}

/** Credentials of the service whose protocol this is. */
const FIRST_PARTY = /^(?:ANTHROPIC_|apiKeyHelper|\/login)/

const hasPlugins = async (
  { engine }: Pick<HeadlessRun, 'engine'>,
  wanted: NonNullable<InitializeFields['plugins']>,
): Promise<boolean> => {
  const loaded = await engine.query('plugins')
  return wanted.every(({ path }) => loaded.some(plugin => plugin.path === path))
}

/** Every server is asked itself: it knows best what it offers now. */
const manifestsOf = (manifests: unknown): Pick<InitializeAnswer, 'sdk_mcp_manifests_parked'> =>
  typeof manifests === 'object' && manifests !== null && Object.keys(manifests).length > 0
    ? {
        sdk_mcp_manifests_parked: Object.fromEntries(
          Object.keys(manifests).map(name => [name, 'not_honoured' as const]),
        ),
      }
    : {}
