import type { Toolbox } from '../../engine/options/toolbox.ts'
import type { PromptSettings } from '../../engine/prompt/options.ts'
import type { RemoteHosts } from '../../engine/remote-host/options.ts'
import type { AgentProgram } from '../../features/remote-host/programs.ts'
import { HostError, type Overrides } from '../../protocol/host.ts'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import { parseTarget, type RemoteTarget } from '../../protocol/remote/target.ts'
import type { Settings } from '../../protocol/settings.ts'

const LINGER_MINUTES = 15

export interface RemotePrograms {
  /** What can be the agent on another machine; absent: nothing, there is none. */
  remotePrograms?(): readonly AgentProgram[]
}

interface Composed {
  readonly tools: Toolbox
  readonly prompt: PromptSettings
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
export const withRemoteHosts = async <C extends Composed>(
  config: C,
  { request: { overrides }, gathered: { settings }, shared }: Wish,
): Promise<C & { readonly remoteHosts?: RemoteHosts }> => {
  const { hosts = [], keepProgram = false, lingerMinutes = LINGER_MINUTES } = settings.remote ?? {}
  if (overrides.restricted || (overrides.remote === undefined && hosts.length === 0)) return config
  const main = overrides.remote === undefined ? undefined : targetOf(overrides.remote)
  const [{ createRemoteHosts }, { withSum }] = await Promise.all([
    import('../../engine/remote-host/remote-hosts.ts'),
    import('../../features/remote-host/programs.ts'),
  ])
  const remoteHosts = createRemoteHosts({
    hosts,
    ...(main ? { main } : {}),
    keepsProgram: keepProgram,
    lingerMs: lingerMinutes * 60_000,
    ...(config.prompt.promptLanguage ? { language: config.prompt.promptLanguage } : {}),
    programs: async () => await Promise.all((shared.options.remotePrograms?.() ?? []).map(withSum)),
  })
  const there = remoteHosts.main
  if (!there) return { ...config, remoteHosts }
  const append = [config.prompt.append, there.where].filter(text => text !== undefined && text !== '')
  return {
    ...config,
    remoteHosts,
    tools: there.toolbox(config.tools),
    prompt: { ...config.prompt, append: append.join('\n\n') },
  }
}

const targetOf = (text: string): RemoteTarget => {
  const target = parseTarget(text)
  if (!target) throw new HostError('request', remoteHostText('not_an_address', { text: text.slice(0, 200) }))
  return target
}
