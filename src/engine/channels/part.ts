import type { PoolChannels } from '../../features/mcp/pool/pool-deps.ts'
import type { WantedServer } from '../../features/mcp/pool/wanted-server.ts'
import type { ChannelName, ChannelsChoice } from '../../protocol/extensions/channel.ts'
import type { LoadedPlugin } from '../../protocol/extensions/roots.ts'
import { channelText } from '../../protocol/messages/engine/channels.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { PermissionMode, PermissionRequest } from '../../protocol/permission.ts'
import type { Part } from '../scope.ts'
import type { ChannelDesk } from './channel-desk.ts'
import type { ChannelOptions } from './options.ts'

/** MCP servers that the person lets push messages into the session. */
export interface SessionChannels extends Part, PoolChannels {
  /** What keeps channels that the person named from being any, among these servers. */
  problems(servers: readonly WantedServer[]): readonly LocalizedText[]
  /** Tells channels that may answer of a permission question; until what it answers is called. */
  relay(request: PermissionRequest, mode: PermissionMode): () => void
}

export interface ChannelsOptions extends Omit<ChannelOptions, 'choice' | 'isRelay'> {
  plugins(): readonly LoadedPlugin[]
}

/** Made only where a channel is switched on; what serves them is loaded with the first word of one. */
export const createChannels = (choice: ChannelsChoice, options: ChannelsOptions): SessionChannels => {
  const matches = (names: readonly ChannelName[], server: WantedServer): boolean =>
    names.some(name => isNamed(name, server, options.plugins()))
  let loading: Promise<ChannelDesk> | undefined
  const desk = (): Promise<ChannelDesk> =>
    (loading ??= import('./channel-desk.ts').then(
      module =>
        new module.ChannelDesk({ ...options, choice, isRelay: server => matches(choice.relay, server) }),
    ))
  // In the order in which they came: each waits for the same promise.
  const later = (work: (at: ChannelDesk) => void): void => void desk().then(work)
  return {
    has: server => matches(choice.names, server),
    opened: (server, line) => later(at => at.opened(server, line)),
    closed: server => later(at => at.closed(server)),
    heard: (server, push) => later(at => at.heard(server, push)),
    problems: servers => choice.names.flatMap(name => problemOf(name, servers, options.plugins())),
    relay(request, mode) {
      const over = new AbortController()
      if (choice.relay.length > 0) later(at => at.relay(request, mode, over.signal))
      return () => over.abort()
    },
    turnStarts: async () => (await desk()).begin(),
    turnEnded: async () => await (await loading)?.endTurn(),
    restarted: async (_history, why) => (await desk()).restart(why),
    news: [{ name: 'channels', isClean: true, collect: async () => (await loading)?.introductions() ?? [] }],
    [Symbol.asyncDispose]: async () => await (await loading)?.[Symbol.asyncDispose](),
  }
}

/** Levels at which only the person, or who administers the machine, writes down servers. */
const OWN: readonly string[] = ['flag', 'user', 'local', 'managed']

/** What a repository writes down is never one: it could take the name of a server that the person trusts. */
const isOwn = ({ source, approval }: WantedServer): boolean =>
  approval === undefined && OWN.includes(source.level)

const isNamed = (name: ChannelName, server: WantedServer, plugins: readonly LoadedPlugin[]): boolean => {
  if (name.kind === 'server') return server.name === name.server && isOwn(server)
  const { source, file } = server
  return plugins.some(
    ({ id, name: own, path }) =>
      id === `${name.plugin}@${name.marketplace}` &&
      source.level === 'plugin' &&
      source.name === own &&
      file === path,
  )
}

const problemOf = (
  name: ChannelName,
  servers: readonly WantedServer[],
  plugins: readonly LoadedPlugin[],
): readonly LocalizedText[] => {
  if (servers.some(server => isNamed(name, server, plugins))) return []
  if (name.kind === 'plugin')
    return [channelText('no_server', { plugin: `${name.plugin}@${name.marketplace}` })]
  return [
    servers.some(server => server.name === name.server)
      ? channelText('foreign_server', { name: name.server })
      : channelText('no_such_server', { name: name.server }),
  ]
}
