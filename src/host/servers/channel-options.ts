import { createChannels } from '../../engine/channels/part.ts'
import type { ServersChoice } from '../../engine/servers/options.ts'
import { channelText, parseChannel } from '../../features/mcp/channels/channel-name.ts'
import type { ChannelName } from '../../protocol/extensions/channel.ts'
import { HostError, type OpenRequest } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'

type ChannelSettings = Pick<
  Settings,
  'channels' | 'channelPermissionRelay' | 'channelsEnabled' | 'allowedChannelPlugins'
>

const FORMS = 'expected server:<name> or plugin:<name>@<marketplace>'

/** The channels that the command line and the person's settings name, as far as the administrator allows them. */
export const chooseChannels = (
  { overrides, oneShot = false, warn = () => undefined }: OpenRequest,
  settings: ChannelSettings,
): Pick<ServersChoice, 'channels'> => {
  const flags = (overrides.channels ?? []).map(flag => {
    const name = parseChannel(flag)
    if (!name) throw new HostError('request', `--channels: ${JSON.stringify(flag)}: ${FORMS}.`)
    return name
  })
  const read = (key: 'channels' | 'channelPermissionRelay'): readonly ChannelName[] =>
    (settings[key] ?? []).flatMap(text => {
      const name = parseChannel(text)
      if (!name) warn(`"${key}": ${JSON.stringify(text)}: ${FORMS}.`)
      return name ?? []
    })
  if (settings.channelsEnabled === false) {
    warn('Channels are off: your administrator turned them off.')
    return {}
  }
  const isAllowed = (name: ChannelName): boolean => {
    const refused = isRefused(name, settings.allowedChannelPlugins)
    if (refused) warn(`The channel ${channelText(name)} is off: your administrator doesn't allow it.`)
    return !refused
  }
  const names = [...flags, ...read('channels')].filter(isAllowed)
  const choice = { names, relay: read('channelPermissionRelay'), oneShot }
  return names.length === 0 ? {} : { channels: options => createChannels(choice, options) }
}

const isRefused = (name: ChannelName, allowed: ChannelSettings['allowedChannelPlugins']): boolean =>
  allowed !== undefined &&
  !(
    name.kind === 'plugin' &&
    allowed.some(({ plugin, marketplace }) => plugin === name.plugin && marketplace === name.marketplace)
  )
