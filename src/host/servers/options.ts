import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServersChoice } from '../../engine/servers/options.ts'
import { refusedBy } from '../../features/mcp/config/server-policy.ts'
import { disabledIn, readUserServersFile } from '../../features/mcp/config/user-servers-file.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ServerHost } from '../../protocol/extensions/server.ts'
import type { Env, OpenRequest } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { type EnvironmentOptions, isOn, variable } from '../environment.ts'
import { type SandboxAt, sandboxAt } from '../sandbox/options.ts'
import type { Gathered } from '../settings/gather-settings.ts'
import { type ServerSources, type ServersFrom, serverSources } from './server-sources.ts'

/** The servers of a session and how to deal with them. Without any, nothing is read and nothing is loaded. */
export const chooseServers = async (
  request: OpenRequest,
  { gathered, environment }: { readonly gathered: Gathered; readonly environment: EnvironmentOptions },
  from: ServersFrom & SandboxAt,
): Promise<ServersChoice> => {
  const { sdkMcpServers = [], sdkMcpServerConfigs = {} } = request.initialize ?? {}
  const sdk = sdkMcpServers.map(name => ({ name, timeout: sdkMcpServerConfigs[name]?.timeout }))
  const places = { ...serverSources(request.overrides, gathered, from), sdk }
  const written = mayHaveServers(places) ? await read(places) : []
  for (const { file, message, localized = message } of written.flatMap(({ problems = [] }) => problems))
    request.warn?.(
      file === undefined ? asLocalized(localized) : openingText('in_file', { file, problem: localized }),
    )
  const { editorServers = [] } = request.overrides
  const locked = lockOf(gathered)
  if (editorServers.length > 0 && locked === 'disableSideloadFlags')
    request.warn?.(openingText('editor_servers_off'))
  const { configHome, env, version } = from
  const { connectMs = 30_000 } = environment.servers
  const isAwaited = written.some(({ source, servers = [] }) => source.level === 'flag' && servers.length > 0)
  return {
    written,
    env,
    version,
    configHome,
    ...environment.servers,
    startAtOnce: { ...gathered.settings.mcp?.startAtOnce, ...environment.servers.startAtOnce },
    defer: environment.toolSearchOff ? 'never' : environment.deferServers,
    ...(gathered.settings.mcp?.codeMode ? { codeMode: gathered.settings.mcp.codeMode } : {}),
    // A person sees them come; a program has one request to make.
    ...(request.interactive ? {} : { waitMs: waitOf(env, isAwaited, connectMs) }),
    ...(locked ? { hostLock: locked } : {}),
    ...(places.files.managed.length > 0 ? { only: 'managed' } : places.strict ? { only: 'flags' } : {}),
    disabled() {
      const own = readUserServersFile(configHome)
      return own.ok ? disabledIn(own.value, places.trustRoot) : []
    },
    sandbox: () => sandboxAt(gathered.settings.sandbox ?? {}, from),
    refusal: server => refusedBy(places.policy, server),
    approve: async (server, yes) => {
      const { approveServer } = await import('./approve-server.ts')
      await approveServer({ configHome, root: places.trustRoot }, server, yes)
    },
    async setDisabled(name, disabled) {
      const { changeUserServersFile, setDisabled } = await import(
        '../../features/mcp/config/user-servers-file.ts'
      )
      const deps = { newId: randomUUID, now: () => Date.now() }
      await changeUserServersFile(
        configHome,
        file => setDisabled(file, places.trustRoot, { name, disabled }),
        deps,
      )
    },
    ...(await channelsIn(request, gathered)),
    hash: text => createHash('sha256').update(text).digest('hex'),
    openUrl: async url => (await import('./open-url.ts')).openUrl(url, env),
    ...(request.sdkServer || request.elicit ? { host: hostOf(request) } : {}),
  }
}

/** The policy by which nobody brings servers to a session, but those that live in the program that drives it. */
const lockOf = ({ settings }: Gathered): ServersChoice['hostLock'] => {
  if (settings.disableSideloadFlags) return 'disableSideloadFlags'
  return settings.strictPluginOnlyCustomization?.includes('mcp') ? 'strictPluginOnlyCustomization' : undefined
}

/** Most sessions have none, and read nothing of what they are. */
const channelsIn = async (
  request: OpenRequest,
  { settings }: Gathered,
): Promise<Pick<ServersChoice, 'channels'>> => {
  const { channels = [] } = request.overrides
  if (channels.length === 0 && (settings.channels ?? []).length === 0) return {}
  const { chooseChannels } = await import('./channel-options.ts')
  return chooseChannels(request, settings)
}

const hostOf = ({ sdkServer, sdkListen, elicit }: OpenRequest): ServerHost => ({
  ...(sdkServer ? { sdkServer } : {}),
  ...(sdkListen ? { sdkListen } : {}),
  ...(elicit ? { elicit } : {}),
})

/** For servers that nobody named for this run. */
const BRIEF_MS = 5_000

/** Servers of the command line are waited for, others briefly; a variable says that none are, or that all are. */
const waitOf = (env: Env, isAwaited: boolean, connectMs: number): number => {
  if (isOn(env, 'MCP_CONNECTION_NONBLOCKING')) return 0
  if (isAwaited || variable(env, 'MCP_CONNECTION_NONBLOCKING') !== undefined) return connectMs
  return Math.min(connectMs, BRIEF_MS)
}

const read = async (places: ServerSources): Promise<readonly Contribution[]> => {
  const { gatherServers } = await import('./gather-servers.ts')
  return gatherServers(places)
}

const mayHaveServers = ({ flags, sdk = [], strict, configHome, files, written }: ServerSources): boolean =>
  flags.length > 0 ||
  written.length > 0 ||
  sdk.length > 0 ||
  files.managed.length > 0 ||
  (!strict &&
    (files.project.length > 0 || existsSync(join(configHome, 'mcp.json')) || namesServers(files.foreign)))

/** That file holds much else, and mostly no servers. */
const namesServers = (file: string): boolean => {
  try {
    return file !== '' && /"mcpServers"\s*:\s*\{\s*"/.test(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}
