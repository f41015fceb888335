import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { SandboxSettings } from '../../../protocol/settings.ts'
import type { ProxyCredentials } from '../egress-proxy.ts'
import type { CredentialVault } from './credential-vault.ts'

export interface Masks {
  readonly vault: CredentialVault
  /** The private directory of the sandbox; commands see its `net` and nothing else of it. */
  readonly own: string
  readonly env: Readonly<Record<string, string | undefined>>
  now(): number
}

export interface BoundaryOptions extends Masks {
  /** A connection to what was checked. */
  connect(target: URL): Promise<Duplex>
}

/** Where credentials are put into what leaves the sandbox. */
export interface Boundary extends AsyncDisposable {
  readonly credentials: ProxyCredentials
  /** A file with certificates that programs inside must believe. */
  readonly trust?: string
}

export const openBoundary = async (
  settings: SandboxSettings,
  options: BoundaryOptions,
): Promise<Boundary> => {
  const { vault } = options
  const isPlain = settings.credentials?.allowPlaintextInject === true
  const plainFillings: ProxyCredentials['plainFillings'] = host => (isPlain ? vault.fillingsFor(host) : [])
  if (settings.network?.tlsTerminate !== true || vault.patterns.length === 0)
    return {
      credentials: {
        plainFillings,
        endsTls: () => false,
        openEnd: () => Promise.reject(new Error('nothing is decrypted here')),
      },
      async [Symbol.asyncDispose]() {},
    }
  return await decrypting(plainFillings, options)
}

const decrypting = async (
  plainFillings: ProxyCredentials['plainFillings'],
  { vault, own, env, now, connect }: BoundaryOptions,
): Promise<Boundary> => {
  const [{ SessionAuthority }, { TlsEnd }, { trustedRoots }] = await Promise.all([
    import('./session-authority.ts'),
    import('./tls-end.ts'),
    import('./trusted-roots.ts'),
  ])
  const authority = new SessionAuthority({ patterns: vault.patterns, now })
  const roots = trustedRoots(env)
  mkdirSync(join(own, 'net'), { recursive: true, mode: 0o700 })
  const trust = join(own, 'net', 'authorities.pem')
  writeFileSync(trust, `${[...roots, authority.certificate.trim()].join('\n')}\n`, {
    mode: 0o600,
    flag: 'wx',
  })
  const end = new TlsEnd({ authority, vault, roots, directory: join(own, 'ends'), connect })
  return {
    credentials: {
      plainFillings,
      endsTls: host => vault.covers(host),
      openEnd: target => end.open(target),
    },
    trust,
    [Symbol.asyncDispose]: () => end[Symbol.asyncDispose](),
  }
}
