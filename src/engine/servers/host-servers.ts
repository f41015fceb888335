import { parseServers } from '../../features/mcp/config/read-servers.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import { serverText } from '../../protocol/messages/engine/servers.ts'
import { OpError } from '../../protocol/op.ts'
import type { ServersChoice } from './options.ts'

/** The same for all of them, so that they are known by it. */
const BY_HOST = { level: 'flag' } as const

/** MCP servers as the program that drives the session wrote them. Throws OpError when one cannot be used. */
export const readHostServers = (
  given: Readonly<Record<string, unknown>>,
  choice: Pick<ServersChoice, 'env' | 'refusal' | 'disabled' | 'hostLock'>,
): Contribution => {
  const { servers, problems } = parseServers(given, choice.env)
  const off = choice.disabled()
  const named = servers.map(({ name, config }): NamedServer => {
    const whole = config.type === 'sdk' ? { ...config, alwaysLoad: true } : config
    return { name, config: whole, ...(off.includes(name) ? { disabled: true as const } : {}) }
  })
  const { hostLock: policy } = choice
  const refused = named.flatMap(server => {
    if (policy && server.config.type !== 'sdk') return [serverText('brought', { name: server.name, policy })]
    const why = choice.refusal(server)
    return why === undefined ? [] : [serverText('refused', { name: server.name, reason: why })]
  })
  const [problem] = [...problems, ...refused]
  if (problem !== undefined) throw new OpError(serverText('unusable', { problem }))
  return { source: BY_HOST, servers: named }
}
