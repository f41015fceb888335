import { isObject } from '../../../lib/is-object.ts'
import {
  CODE_MODES,
  type CodeMode,
  type RemoteServer,
  type ServerConfig,
  type ServerOAuth,
} from '../../../protocol/extensions/server.ts'
import type { Env } from '../../../protocol/host.ts'
import { expandVariables } from './expand-variables.ts'

export type ParsedServer =
  | { readonly ok: true; readonly config: ServerConfig }
  /** What is wrong and what to do, without where it stands. */
  | { readonly ok: false; readonly problem: string }

const MIN_TIMEOUT_MS = 1_000
/** As written, and what it is. */
const TYPES: Readonly<Record<string, ServerConfig['type']>> = {
  stdio: 'stdio',
  http: 'http',
  'streamable-http': 'http',
  sse: 'sse',
  ws: 'ws',
  sdk: 'sdk',
}

const wrong = (problem: string): ParsedServer => ({ ok: false, problem })

/** One entry of `mcpServers`, as written. */
export const parseServer = (written: unknown, env: Env): ParsedServer => {
  if (!isObject(written)) return wrong('must be an object with "command", or with "type" and "url"')
  const { value, missing } = expandVariables(written, env)
  const kind = typeOf(value)
  if ('problem' in kind) return wrong(kind.problem)
  if (missing.length > 0)
    return wrong(
      `uses ${missing.map(name => `\${${name}}`).join(', ')}, which is not set: set it, or write a default as \${${missing[0]}:-value}`,
    )
  if (kind.type !== 'stdio' && value['sandbox'] !== undefined)
    return wrong('has "sandbox", which is only for servers that are programs: remove it')
  const common = commonOf(value)
  if ('problem' in common) return wrong(common.problem)
  const own = kind.type === 'stdio' ? stdioOf(value) : kind.type === 'sdk' ? SDK : remoteOf(value, kind.type)
  return 'problem' in own ? wrong(own.problem) : { ok: true, config: { ...own, ...common } }
}

const SDK = { type: 'sdk' } as const

type Written = Readonly<Record<string, unknown>>
interface Problem {
  readonly problem: string
}

const typeOf = ({ type, command, url }: Written): Problem | { readonly type: ServerConfig['type'] } => {
  if (type === undefined && typeof url === 'string' && command === undefined)
    return { problem: 'has a "url" but no "type": add "type": "http" (or "sse", "ws")' }
  const known = type === undefined ? 'stdio' : typeof type === 'string' ? TYPES[type] : undefined
  if (known === undefined)
    return { problem: `has the type ${JSON.stringify(type)}: known are ${Object.keys(TYPES).join(', ')}` }
  return { type: known }
}

interface Common {
  readonly timeout?: number
  readonly alwaysLoad?: boolean
  readonly codeMode?: CodeMode
}

const commonOf = ({ timeout, alwaysLoad, codeMode }: Written): Problem | Common => {
  if (timeout !== undefined && (typeof timeout !== 'number' || !(timeout >= MIN_TIMEOUT_MS)))
    return { problem: `"timeout" must be a number of milliseconds, at least ${MIN_TIMEOUT_MS}` }
  if (alwaysLoad !== undefined && typeof alwaysLoad !== 'boolean')
    return { problem: '"alwaysLoad" must be true or false' }
  const mode = CODE_MODES.find(each => each === codeMode)
  if (codeMode !== undefined && !mode)
    return { problem: `"codeMode" must be one of ${CODE_MODES.join(', ')}` }
  return {
    ...(timeout === undefined ? {} : { timeout }),
    ...(alwaysLoad === undefined ? {} : { alwaysLoad }),
    ...(mode ? { codeMode: mode } : {}),
  }
}

const stdioOf = ({ command, args = [], env = {}, sandbox }: Written) => {
  if (typeof command !== 'string' || command.trim() === '')
    return {
      problem: 'has no "command": write the program to start, or "type" and "url" for a remote server',
    }
  if (!isTexts(args)) return { problem: '"args" must be a list of texts' }
  const variables = textsOf(env)
  if (!variables) return { problem: '"env" must be an object of texts' }
  if (sandbox !== undefined && typeof sandbox !== 'boolean')
    return { problem: '"sandbox" must be true or false' }
  return { type: 'stdio', command, args, env: variables, ...(sandbox ? { sandbox } : {}) } as const
}

const PROTOCOLS: Readonly<Record<RemoteServer['type'], readonly string[]>> = {
  http: ['http:', 'https:'],
  sse: ['http:', 'https:'],
  ws: ['ws:', 'wss:'],
}

const remoteOf = ({ url, headers = {}, headersHelper, oauth }: Written, type: RemoteServer['type']) => {
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (!address || typeof url !== 'string') return { problem: '"url" must be a complete address' }
  if (!PROTOCOLS[type].includes(address.protocol))
    return { problem: `"url" must begin with ${PROTOCOLS[type].map(each => `${each}//`).join(' or ')}` }
  if (address.username !== '' || address.password !== '')
    return { problem: '"url" must not hold a name or password: use "headers"' }
  const fields = textsOf(headers)
  if (!fields || Object.entries(fields).some(([name, value]) => !isHeader(name, value)))
    return { problem: '"headers" must be an object of texts without line ends' }
  if (headersHelper !== undefined && typeof headersHelper !== 'string')
    return { problem: '"headersHelper" must be a command' }
  const signIn = oauthOf(oauth)
  if ('problem' in signIn) return signIn
  return {
    type,
    url,
    headers: fields,
    ...(headersHelper === undefined ? {} : { headersHelper }),
    ...signIn,
  }
}

const isHeader = (name: string, value: string): boolean =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !/[\r\n\0]/.test(value)

const oauthOf = (oauth: unknown): Problem | { readonly oauth?: ServerOAuth } => {
  if (oauth === undefined) return {}
  if (!isObject(oauth)) return { problem: '"oauth" must be an object' }
  const { clientId, callbackPort, authServerMetadataUrl, scopes } = oauth
  if (clientId !== undefined && typeof clientId !== 'string')
    return { problem: '"oauth.clientId" must be a text' }
  if (callbackPort !== undefined && !isPort(callbackPort))
    return { problem: '"oauth.callbackPort" must be a port number' }
  if (
    authServerMetadataUrl !== undefined &&
    !(typeof authServerMetadataUrl === 'string' && authServerMetadataUrl.startsWith('https://'))
  )
    return { problem: '"oauth.authServerMetadataUrl" must be an https address' }
  if (scopes !== undefined && typeof scopes !== 'string' && !isTexts(scopes))
    return { problem: '"oauth.scopes" must be a text or a list of texts' }
  return {
    oauth: {
      ...(clientId === undefined ? {} : { clientId }),
      ...(callbackPort === undefined ? {} : { callbackPort }),
      ...(authServerMetadataUrl === undefined ? {} : { authServerMetadataUrl }),
      ...(scopes === undefined ? {} : { scopes }),
    },
  }
}

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

/** Numbers and booleans are what people mean by their text. */
const textsOf = (value: unknown): Readonly<Record<string, string>> | undefined => {
  if (!isObject(value)) return undefined
  const entries = Object.entries(value)
  if (!entries.every(([, each]) => ['string', 'number', 'boolean'].includes(typeof each))) return undefined
  return Object.fromEntries(entries.map(([key, each]) => [key, String(each)]))
}
