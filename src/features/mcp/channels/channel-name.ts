import type { ChannelName, ExperimentalCapabilities } from '../../../protocol/extensions/channel.ts'

const SERVER = /^server:(?<server>[^\s\p{Cc}]+)$/u
const PLUGIN = /^plugin:(?<plugin>[^\s@:\p{Cc}]+)@(?<marketplace>[^\s@:\p{Cc}]+)$/u

/** A channel as people name it: `server:<name>` or `plugin:<name>@<marketplace>`; undefined: it is neither. */
export const parseChannel = (text: string): ChannelName | undefined => {
  const server = SERVER.exec(text)?.groups?.['server']
  if (server !== undefined) return { kind: 'server', server }
  const { plugin, marketplace } = PLUGIN.exec(text)?.groups ?? {}
  return plugin === undefined || marketplace === undefined
    ? undefined
    : { kind: 'plugin', plugin, marketplace }
}

export const channelText = (name: ChannelName): string =>
  name.kind === 'server' ? `server:${name.server}` : `plugin:${name.plugin}@${name.marketplace}`

const CHANNEL = 'claude/channel'

/** Whether a server says of itself that it is a channel. */
export const isDeclared = (experimental: ExperimentalCapabilities): boolean => {
  const declared = experimental[CHANNEL]
  return declared !== undefined && declared !== null && declared !== false
}
