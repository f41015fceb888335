import type { RemoteHosts } from '../../engine/remote-host/options.ts'
import type { AgentProgram } from '../../features/remote-host/programs.ts'
import type { Overrides } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { Reaching } from './open-hosts.ts'

export interface RemotePrograms {
  /** What can be the agent on another machine; absent: nothing, there is none. */
  remotePrograms?(): readonly AgentProgram[]
}

interface Wish {
  readonly request: { readonly overrides: Pick<Overrides, 'remote' | 'restricted'> }
  readonly gathered: { readonly settings: Pick<Settings, 'remote'> }
  readonly shared: { readonly options: RemotePrograms }
}

/**
 * With the machines that settings name and the one the conversation is to work on. A restricted session has none. Nothing
 * of it is loaded where neither is said, and a machine is connected to when something is to be done there.
 */
export const withRemoteHosts = async <C extends Reaching>(
  config: C,
  { request: { overrides }, gathered: { settings }, shared: { options } }: Wish,
): Promise<C & { readonly remoteHosts?: RemoteHosts }> => {
  const { remote, restricted } = overrides
  if (restricted || (remote === undefined && !settings.remote?.hosts?.length)) return config
  const { openHosts } = await import('./open-hosts.ts')
  const programs = () => options.remotePrograms?.() ?? []
  return openHosts(config, settings.remote ?? {}, { remote, programs })
}
