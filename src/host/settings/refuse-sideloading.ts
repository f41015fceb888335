import { HostError, type Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'

/** Throws HostError where a run brings what policy lets nobody bring for one run. */
export const refuseSideloading = ({
  pluginDir = [],
  pluginDirNoMcp = [],
  pluginUrl = [],
  agents,
  mcpConfig = [],
}: Partial<Overrides>): void => {
  const given = {
    '--plugin-dir': [...pluginDir, ...pluginDirNoMcp],
    '--plugin-url': pluginUrl,
    '--agents': agents === undefined ? [] : [agents],
    '--mcp-config': mcpConfig.filter(config => !isInProgram(config)),
  }
  const flags = Object.entries(given).flatMap(([flag, values]) => (values.length > 0 ? [flag] : []))
  if (flags.length > 0) throw new HostError('settings', openingText('sideload_off', { flags }))
}

/** Servers of the program that drives this one live in it: nothing is started or reached for them. */
const isInProgram = (config: string): boolean => {
  try {
    // Without "mcpServers" the text itself may be a list of servers.
    const { mcpServers }: { readonly mcpServers: Readonly<Record<string, { readonly type?: unknown }>> } =
      JSON.parse(config)
    return Object.values(mcpServers).every(server => server.type === 'sdk')
  } catch {
    return false
  }
}
