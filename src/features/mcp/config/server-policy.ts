import { matchWildcard } from '../../../lib/text/wildcard.ts'
import { withoutMarketplace } from '../../../protocol/extensions/extension-name.ts'
import type { ServerConfig } from '../../../protocol/extensions/server.ts'
import { openingText } from '../../../protocol/messages/host/opening.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { ServerMatch } from '../../../protocol/settings.ts'

/** Which servers an administrator, or the person, lets start at all. */
export interface ServerPolicy {
  /** Absent: all that are not denied. */
  readonly allowed?: readonly ServerMatch[]
  readonly denied?: readonly ServerMatch[]
}

interface JudgedServer {
  readonly name: string
  /** What its plugin calls it: a list that denies may mean it by this name as well. */
  readonly alias?: string
  readonly config: ServerConfig
}

/** Why a server may not start; `undefined`: it may. */
export const refusedBy = (
  { allowed, denied = [] }: ServerPolicy,
  server: JudgedServer,
): LocalizedText | undefined => {
  const { alias: _, ...named } = server
  const spellings = [server, { ...server, name: withoutMarketplace(server.name) }]
  if (denied.some(entry => spellings.some(each => matches(entry, each)))) return openingText('server_denied')
  if (!allowed) return undefined
  // A list of commands or addresses is meant for all servers of that kind, whatever their name.
  const { type } = server.config
  const sort = type === 'stdio' ? 'serverCommand' : 'serverUrl'
  const ofSort = type === 'sdk' ? [] : allowed.filter(entry => entry[sort] !== undefined)
  const counting = ofSort.length > 0 ? ofSort : allowed
  // Any plugin could call a server like one that is allowed.
  return counting.some(entry => matches(entry, named)) ? undefined : openingText('server_not_allowed')
}

const matches = (
  { serverName, serverCommand, serverUrl }: ServerMatch,
  { name, alias, config }: JudgedServer,
): boolean => {
  if (serverName !== undefined) return serverName === name || serverName === alias
  if (serverCommand !== undefined)
    return (
      config.type === 'stdio' &&
      JSON.stringify([config.command, ...config.args]) === JSON.stringify(serverCommand)
    )
  return serverUrl !== undefined && 'url' in config && matchWildcard(serverUrl, config.url)
}
