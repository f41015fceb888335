import { createChannels } from '../../engine/channels/part.ts'
import type { ServersChoice } from '../../engine/servers/options.ts'
import { channelText, parseChannel } from '../../features/mcp/channels/channel-name.ts'
import type { ChannelName } from '../../protocol/extensions/channel.ts'
import { HostError, type OpenRequest } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Settings } from '../../protocol/settings.ts'

type ChannelSettings = Pick<
  Settings,
  'channels' | 'channelPermissionRelay' | 'channelsEnabled' | 'allowedChannelPlugins'
>

/** The channels that the command line and the person's settings name, as far as the administrator allows them. */
export const chooseChannels = (
  { overrides, oneShot = false, warn = () => undefined }: OpenRequest,
  settings: ChannelSettings,
): Pick<ServersChoice, 'channels'> => {
  const flags = (overrides.channels ?? []).map(flag => {
    const name = parseChannel(flag)
    if (!name)
      throw new HostError('request', openingText('bad_channel_flag', { value: JSON.stringify(flag) }))
    return name
  })
  const read = (key: 'channels' | 'channelPermissionRelay'): readonly ChannelName[] =>
    (settings[key] ?? []).flatMap(text => {
      const name = parseChannel(text)
      if (!name) warn(openingText('bad_channel', { key, value: JSON.stringify(text) }))
      return name ?? []
    })
  if (settings.channelsEnabled === false) {
    warn(openingText('channels_off'))
    return {}
  }
  const isAllowed = (name: ChannelName): boolean => {
    const refused = isRefused(name, settings.allowedChannelPlugins)
    if (refused) warn(openingText('channel_refused', { channel: channelText(name) }))
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
