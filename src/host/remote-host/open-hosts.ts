import type { Toolbox } from '../../engine/options/toolbox.ts'
import type { PromptSettings } from '../../engine/prompt/options.ts'
import type { RemoteHosts } from '../../engine/remote-host/options.ts'
import { createRemoteHosts } from '../../engine/remote-host/remote-hosts.ts'
import { type AgentProgram, withSum } from '../../features/remote-host/programs.ts'
import { HostError } from '../../protocol/host.ts'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import { parseTarget, type RemoteHostSettings, type RemoteTarget } from '../../protocol/remote/target.ts'

const LINGER_MINUTES = 15

/** What of a session is another one where machines are named. */
export interface Reaching {
  readonly tools: Toolbox
  readonly prompt: PromptSettings
}

/** With the machines that settings name and the one the conversation is to work on. */
export const openHosts = <C extends Reaching>(
  config: C,
  {
    hosts = [],
    keepProgram = false,
    lingerMinutes = LINGER_MINUTES,
  }: NonNullable<RemoteHostSettings['remote']>,
  at: { readonly remote: string | undefined; programs(): readonly AgentProgram[] },
): C & { readonly remoteHosts: RemoteHosts } => {
  const main = at.remote === undefined ? undefined : targetOf(at.remote)
  const remoteHosts = createRemoteHosts({
    hosts,
    ...(main ? { main } : {}),
    keepsProgram: keepProgram,
    lingerMs: lingerMinutes * 60_000,
    ...(config.prompt.promptLanguage ? { language: config.prompt.promptLanguage } : {}),
    programs: async () => await Promise.all(at.programs().map(withSum)),
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
