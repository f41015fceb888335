import {
  createTransport,
  type Transport,
  type TransportOptions,
} from '../features/models/protocols/transport.ts'
import type { Provider } from '../features/models/providers/provider.ts'
import { type ProxySettings, proxyFromEnv } from '../lib/network/proxy.ts'
import type { FoundCredential, HostedCredential } from './sign-in/hosted-credential.ts'

/** One way to a provider: its sockets, and what shows who asks. */
export interface Connection {
  readonly transport: Transport
  readonly credential: HostedCredential
}

export interface ConnectionWish {
  readonly provider: Provider
  readonly baseUrl: string | undefined
  readonly found: FoundCredential
  readonly proxy: ProxySettings
  /** Certificates of the person's own, and by what they are told apart; absent: the usual ones. */
  readonly secure?: { readonly identity: unknown; create(): Omit<TransportOptions, 'proxy'> }
  /** A client that is there at once; absent: the usual one. */
  readonly fetch?: typeof fetch | undefined
}

/** One connection per provider and credential, whoever asks for it. Disposing closes them all. */
export class Connections implements Disposable {
  readonly #open = new Map<string, Connection>()

  get size(): number {
    return this.#open.size
  }

  find({ provider, baseUrl, found, proxy, secure, fetch }: ConnectionWish): Connection {
    const key = JSON.stringify([provider.name, baseUrl, found.identity, proxy, secure?.identity])
    const known = this.#open.get(key)
    if (known) return known
    const transport = createTransport({ proxy, fetch, ...secure?.create() })
    const made = { transport, credential: found.create() }
    this.#open.set(key, made)
    return made
  }

  [Symbol.dispose](): void {
    for (const { transport } of this.#open.values()) transport[Symbol.dispose]()
    this.#open.clear()
  }
}

/**
 * Bun's, which is there at once where node:http has to be read first. It would go through a proxy that the variables of
 * this process name whatever our settings say, and then it is not asked.
 */
export const builtInFetch = (env: Readonly<Record<string, string | undefined>>): typeof fetch | undefined => {
  if (process.versions['bun'] === undefined) return undefined
  const { http, https } = proxyFromEnv(env)
  return http || https ? undefined : fetch
}
