import {
  createTransport,
  type Transport,
  type TransportOptions,
} from '../../features/models/protocols/transport.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { FoundCredential, HostedCredential } from '../credentials/hosted-credential.ts'

/** One way to a provider: its sockets, and what shows who asks. */
export interface Connection {
  readonly transport: Transport
  readonly credential: HostedCredential
}

export interface ModelConnectionOptions {
  readonly provider: Provider
  readonly baseUrl: string | undefined
  readonly found: FoundCredential
  readonly proxy: ProxySettings
  /** Certificates of the person's own, and by what they are told apart; absent: the usual ones. */
  readonly secure?: { readonly identity: unknown; create(): Omit<TransportOptions, 'proxy'> }
}

/** One connection per provider and credential, whoever asks for it. Disposing closes them all. */
export class Connections implements Disposable {
  readonly #open = new Map<string, Connection>()
  readonly #fetch: TransportOptions['fetch']

  /** @param fetchIt see TransportOptions */
  constructor(fetchIt?: TransportOptions['fetch']) {
    this.#fetch = fetchIt
  }

  get size(): number {
    return this.#open.size
  }

  find({ provider, baseUrl, found, proxy, secure }: ModelConnectionOptions): Connection {
    const key = JSON.stringify([provider.name, baseUrl, found.identity, proxy, secure?.identity])
    const known = this.#open.get(key)
    if (known) return known
    const transport = createTransport({ proxy, fetch: this.#fetch, ...secure?.create() })
    const made = { transport, credential: found.create() }
    this.#open.set(key, made)
    return made
  }

  [Symbol.dispose](): void {
    for (const { transport } of this.#open.values()) transport[Symbol.dispose]()
    this.#open.clear()
  }
}
