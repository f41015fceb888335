import { readFileSync } from 'node:fs'
import type { TlsSettings, TransportOptions } from '../../features/models/protocols/transport.ts'
import { errorText } from '../../lib/error-text.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import { variable } from '../environment.ts'

/** Whom to trust, and what to show: the part of a way to a provider that certificates decide. */
export type SecureWay = Pick<TransportOptions, 'tls' | 'moreAuthorities'>

const CLIENT = [
  'CLAUDE_CODE_CLIENT_CERT',
  'CLAUDE_CODE_CLIENT_KEY',
  'CLAUDE_CODE_CLIENT_KEY_PASSPHRASE',
] as const
const STORE = 'CLAUDE_CODE_CERT_STORE'
const EXTRA = 'NODE_EXTRA_CA_CERTS'

/** Opens a key of the person's own: no child gets it. */
export const KEY_SECRETS: readonly string[] = [CLIENT[2], 'CAPSTAN_CLIENT_KEY_PASSPHRASE']

interface CertificateNames {
  readonly env: Env
  /** What settings put into it. */
  readonly said?: Env
}

/** The same for the same certificates; two that differ share no connection. */
export const wayIdentity = (from: CertificateNames): readonly (string | undefined)[] => [
  ...[...CLIENT, STORE].map(name => variable(from.env, name)),
  extraFile(from),
]

/** As environment and settings name certificates. Throws HostError for a file that cannot be used. */
export const secureWay = (from: CertificateNames): SecureWay => {
  const stores = readStores(from.env)
  const tls = { ...readAuthorities(extraFile(from), stores), ...readClient(from.env) }
  return {
    ...(Object.keys(tls).length > 0 ? { tls } : {}),
    ...(stores.length === STORES.length ? { moreAuthorities: systemAuthorities } : {}),
  }
}

/** One in the environment of the process itself is no business of ours: the runtime has read it. */
const extraFile = ({ env, said = {} }: CertificateNames): string | undefined =>
  env[`CAPSTAN_${EXTRA}`] || said[EXTRA] || undefined

const systemAuthorities = (): readonly string[] =>
  process.getBuiltinModule('node:tls').getCACertificates('system')

const STORES: readonly string[] = ['bundled', 'system']

const readStores = (env: Env): readonly string[] => {
  const said = variable(env, STORE)
  if (said === undefined) return STORES
  const names = said.split(/[\s,]+/).filter(name => name !== '')
  if (names.length > 0 && names.every(name => STORES.includes(name))) return [...new Set(names)]
  throw new HostError('provider', providerText('bad_store', { value: said }))
}

/** Nothing, where what the runtime trusts by itself is enough: a list of our own is slow to set up. */
const readAuthorities = (file: string | undefined, stores: readonly string[]): TlsSettings => {
  const extra = file === undefined ? [] : certificatesIn(read(EXTRA, file), file)
  if (!stores.includes('bundled')) return { ca: [...systemAuthorities(), ...extra] }
  if (extra.length === 0) return {}
  return { ca: [...process.getBuiltinModule('node:tls').getCACertificates('default'), ...extra] }
}

const certificatesIn = (text: string, file: string): readonly string[] => {
  const found = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g)
  if (found) return found
  throw new HostError('provider', providerText('no_certificate', { file, variable: EXTRA }))
}

const readClient = (env: Env): TlsSettings => {
  const [cert, key, passphrase] = CLIENT.map(name => variable(env, name))
  if (cert === undefined && key === undefined) return {}
  if (cert === undefined || key === undefined)
    throw new HostError('provider', providerText('half_certificate'))
  const own = {
    cert: read(CLIENT[0], cert),
    key: read(CLIENT[1], key),
    ...(passphrase === undefined ? {} : { passphrase }),
  }
  try {
    process.getBuiltinModule('node:tls').createSecureContext(own)
  } catch (error) {
    const reason = /passphrase|password|bad decrypt|interrupted or cancelled/i.test(errorText(error))
      ? providerText('wrong_passphrase')
      : errorText(error)
    throw new HostError('provider', providerText('bad_certificate', { certificate: cert, key, reason }))
  }
  return own
}

const read = (name: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new HostError(
      'provider',
      providerText('unreadable_file', { variable: name, reason: errorText(error) }),
    )
  }
}
