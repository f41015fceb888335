import { errorText } from '../../../lib/error-text.ts'
import { isObject } from '../../../lib/is-object.ts'
import { parseBoundedJson } from '../../../lib/values/parse-bounded-json.ts'
import type { NamedServer } from '../../../protocol/extensions/server.ts'
import type { Env } from '../../../protocol/host.ts'
import { serverConfigText } from '../../../protocol/messages/host/server-config.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { parseServer } from './parse-server.ts'

export interface WrittenServers {
  readonly servers: readonly WrittenServer[]
  /** In words for the person. */
  readonly problems: readonly Text[]
}

export interface WrittenServer extends Pick<NamedServer, 'name' | 'config'> {
  /** The entry as it stands there: what an approval is bound to. */
  readonly written: unknown
}

const MAX_NAME = 64
const PLAIN = /^[A-Za-z0-9][\w .-]*$/

/** The `mcpServers` of a JSON text; without that key, the text itself when it looks like them. */
export const readServers = (text: string, env: Env): WrittenServers => {
  let value: unknown
  try {
    value = parseBoundedJson(text)
  } catch (error) {
    return { servers: [], problems: [serverConfigText('no_json', { why: errorText(error) })] }
  }
  if (!isObject(value)) return { servers: [], problems: [serverConfigText('no_map')] }
  return parseServers(value['mcpServers'] ?? bare(value), env)
}

/** `{name: {command}}` without the key around it is what people paste. */
const bare = (value: Readonly<Record<string, unknown>>): unknown =>
  Object.values(value).every(each => isObject(each) && ('command' in each || 'url' in each)) ? value : {}

export const parseServers = (value: unknown, env: Env): WrittenServers => {
  if (!isObject(value)) return { servers: [], problems: [serverConfigText('no_servers')] }
  const servers: WrittenServer[] = []
  const problems: LocalizedText[] = []
  for (const [name, written] of Object.entries(value)) {
    const objection = objectionTo(name)
    const parsed = objection === undefined ? parseServer(written, env) : undefined
    if (objection !== undefined)
      problems.push(
        serverConfigText('quoted', { name: JSON.stringify(name.slice(0, 80)), problem: objection }),
      )
    else if (parsed?.ok) servers.push({ name, config: parsed.config, written })
    else if (parsed) problems.push(serverConfigText('server', { name, problem: parsed.problem }))
  }
  return { servers, problems }
}

/** Names stand in tool names, rules and files. */
export const objectionTo = (name: string): LocalizedText | undefined => {
  if (name === '') return serverConfigText('no_name')
  if (name.length > MAX_NAME) return serverConfigText('long_name', { most: MAX_NAME })
  // To know all letters of the world takes longer than all else here, and is hardly ever needed.
  return PLAIN.test(name) || /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(name)
    ? undefined
    : serverConfigText('odd_name')
}
