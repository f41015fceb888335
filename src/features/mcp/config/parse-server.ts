import { isObject } from '../../../lib/is-object.ts'
import {
  CODE_MODES,
  type CodeMode,
  type RemoteServer,
  type ServerConfig,
  type ServerOAuth,
} from '../../../protocol/extensions/server.ts'
import type { Env } from '../../../protocol/host.ts'
import { serverConfigText } from '../../../protocol/messages/host/server-config.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { expandVariables } from './expand-variables.ts'

export type ParsedServer =
  | { readonly ok: true; readonly config: ServerConfig }
  /** What is wrong and what to do, without where it stands. */
  | { readonly ok: false; readonly problem: LocalizedText }

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

const wrong = (problem: LocalizedText): ParsedServer => ({ ok: false, problem })

/** One entry of `mcpServers`, as written. */
export const parseServer = (written: unknown, env: Env): ParsedServer => {
  if (!isObject(written)) return wrong(serverConfigText('no_object'))
  const { value, missing } = expandVariables(written, env)
  const kind = typeOf(value)
  if ('problem' in kind) return wrong(kind.problem)
  if (missing.length > 0)
    return wrong(
      serverConfigText('variables', {
        names: missing.map(name => `\${${name}}`),
        example: `\${${missing[0]}:-value}`,
      }),
    )
  if (kind.type !== 'stdio' && value['sandbox'] !== undefined) return wrong(serverConfigText('no_sandbox'))
  const common = commonOf(value)
  if ('problem' in common) return wrong(common.problem)
  const own = kind.type === 'stdio' ? stdioOf(value) : kind.type === 'sdk' ? SDK : remoteOf(value, kind.type)
  return 'problem' in own ? wrong(own.problem) : { ok: true, config: { ...own, ...common } }
}

const SDK = { type: 'sdk' } as const

type Written = Readonly<Record<string, unknown>>
interface Problem {
  readonly problem: LocalizedText
}

const typeOf = ({ type, command, url }: Written): Problem | { readonly type: ServerConfig['type'] } => {
  if (type === undefined && typeof url === 'string' && command === undefined)
    return { problem: serverConfigText('no_type') }
  const known = type === undefined ? 'stdio' : typeof type === 'string' ? TYPES[type] : undefined
  if (known === undefined)
    return {
      problem: serverConfigText('odd_type', { type: JSON.stringify(type), names: Object.keys(TYPES) }),
    }
  return { type: known }
}

interface Common {
  readonly timeout?: number
  readonly alwaysLoad?: boolean
  readonly codeMode?: CodeMode
}

const commonOf = ({ timeout, alwaysLoad, codeMode }: Written): Problem | Common => {
  if (timeout !== undefined && (typeof timeout !== 'number' || !(timeout >= MIN_TIMEOUT_MS)))
    return { problem: serverConfigText('timeout', { least: MIN_TIMEOUT_MS }) }
  if (alwaysLoad !== undefined && typeof alwaysLoad !== 'boolean')
    return { problem: serverConfigText('flag', { key: '"alwaysLoad"' }) }
  const mode = CODE_MODES.find(each => each === codeMode)
  if (codeMode !== undefined && !mode)
    return { problem: serverConfigText('one_of', { key: '"codeMode"', names: CODE_MODES }) }
  return {
    ...(timeout === undefined ? {} : { timeout }),
    ...(alwaysLoad === undefined ? {} : { alwaysLoad }),
    ...(mode ? { codeMode: mode } : {}),
  }
}

const stdioOf = ({ command, args = [], env = {}, sandbox }: Written) => {
  if (typeof command !== 'string' || command.trim() === '')
    return {
      problem: serverConfigText('no_command'),
    }
  if (!isTexts(args)) return { problem: serverConfigText('texts', { key: '"args"' }) }
  const variables = textsOf(env)
  if (!variables) return { problem: serverConfigText('text_map', { key: '"env"' }) }
  if (sandbox !== undefined && typeof sandbox !== 'boolean')
    return { problem: serverConfigText('flag', { key: '"sandbox"' }) }
  return { type: 'stdio', command, args, env: variables, ...(sandbox ? { sandbox } : {}) } as const
}

const PROTOCOLS: Readonly<Record<RemoteServer['type'], readonly string[]>> = {
  http: ['http:', 'https:'],
  sse: ['http:', 'https:'],
  ws: ['ws:', 'wss:'],
}

const remoteOf = ({ url, headers = {}, headersHelper, oauth }: Written, type: RemoteServer['type']) => {
  const address = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined
  if (!address || typeof url !== 'string') return { problem: serverConfigText('address') }
  if (!PROTOCOLS[type].includes(address.protocol))
    return { problem: serverConfigText('begins', { names: PROTOCOLS[type].map(each => `${each}//`) }) }
  if (address.username !== '' || address.password !== '') return { problem: serverConfigText('url_secret') }
  const fields = textsOf(headers)
  if (!fields || Object.entries(fields).some(([name, value]) => !isHeader(name, value)))
    return { problem: serverConfigText('headers') }
  if (headersHelper !== undefined && typeof headersHelper !== 'string')
    return { problem: serverConfigText('helper') }
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
  if (!isObject(oauth)) return { problem: serverConfigText('object', { key: '"oauth"' }) }
  const { clientId, callbackPort, authServerMetadataUrl, scopes } = oauth
  if (clientId !== undefined && typeof clientId !== 'string')
    return { problem: serverConfigText('text', { key: '"oauth.clientId"' }) }
  if (callbackPort !== undefined && !isPort(callbackPort))
    return { problem: serverConfigText('port', { key: '"oauth.callbackPort"' }) }
  if (
    authServerMetadataUrl !== undefined &&
    !(typeof authServerMetadataUrl === 'string' && authServerMetadataUrl.startsWith('https://'))
  )
    return { problem: serverConfigText('https', { key: '"oauth.authServerMetadataUrl"' }) }
  if (scopes !== undefined && typeof scopes !== 'string' && !isTexts(scopes))
    return { problem: serverConfigText('text_or_texts', { key: '"oauth.scopes"' }) }
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
