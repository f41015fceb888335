import type { Duplex } from 'node:stream'
import { errorText } from '../../lib/error-text.ts'
import { addressKind } from '../../lib/network/address.ts'
import type { Clause } from '../../lib/network/network-error.ts'
import { findProxy, type ProxySettings } from '../../lib/network/proxy.ts'
import { hostOf, refuseAddress } from '../../lib/network/refuse-url.ts'
import { openTunnel } from '../../lib/network/tunnel.ts'
import type { HostList } from './host-list.ts'

export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>

export interface EgressOptions {
  readonly hosts: HostList
  /** The system's resolver when absent. */
  readonly resolve?: Resolve
  /** The way out of this network, where there is only one. */
  readonly upstream?: ProxySettings
  readonly connectTimeoutMs?: number
  /** Asks the person about a host that no list names; absent: it is refused. */
  mayReach?(host: string, gone: AbortSignal): Promise<boolean>
}

/** Why a connection was not made. `refused` is our own word, `unknown` that the client has not said who it is; the others are those of the network. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
  readonly kind: 'refused' | 'unknown' | 'name' | 'connect'

  readonly clause: Clause

  constructor(kind: EgressError['kind'], clause: Clause) {
    super(clause.en)
    this.kind = kind
    this.clause = clause
  }
}

const CONNECT_TIMEOUT_MS = 30_000

/**
 * One connection out of the sandbox, to a host that was admitted. The name is resolved once, everything it stands for is checked, and only what was
 * checked is connected to. Throws {@link EgressError}.
 */
export const connectOut = async (url: URL, options: EgressOptions): Promise<Duplex> => {
  const addresses = await resolveChecked(url, options)
  const timeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS
  let last: unknown
  for (const address of addresses)
    try {
      return await connectAddress(url, address, { ...options, connectTimeoutMs: timeoutMs })
    } catch (error) {
      last = error
    }
  const said = errorText(last)
  throw new EgressError('connect', {
    en: `${hostOf(url)} cannot be reached: ${said}`,
    zh: `无法访问 ${hostOf(url)}：${said}`,
  })
}

/** Throws {@link EgressError} where the lists, or the person, keep commands from a host. */
export const admit = async (url: URL, options: EgressOptions, gone: AbortSignal): Promise<void> => {
  const { hosts, mayReach } = options
  const why = hosts.refuse(url)
  if (why === undefined) return
  if (!hosts.mayAsk(url)) throw new EgressError('refused', why)
  if (!(await mayReach?.(hostOf(url), gone)))
    throw new EgressError('refused', {
      en: `${why.en}, and nobody allowed it`,
      zh: `${why.zh}，也没有人允许`,
    })
}

const resolveChecked = async (
  url: URL,
  { hosts, resolve = systemResolve }: EgressOptions,
): Promise<readonly string[]> => {
  const host = hostOf(url)
  const bare = host.replace(/^\[|\]$/g, '')
  const known = addressKind(bare) !== undefined
  const found = known ? [bare] : (await resolve(host).catch(unknownName(host))).map(one => one.address)
  if (found.length === 0)
    throw new EgressError('name', { en: `the name ${host} has no address`, zh: `名称 ${host} 没有地址` })
  for (const address of found) {
    const why = refuseAddress(host, known ? host : address, hosts.open)
    if (why !== undefined) throw new EgressError('refused', why)
  }
  return found
}

const unknownName = (host: string) => (): never => {
  throw new EgressError('name', { en: `the name ${host} cannot be resolved`, zh: `无法解析名称 ${host}` })
}

const systemResolve: Resolve = async host => {
  const { lookup } = await import('node:dns/promises')
  return await lookup(host, { all: true })
}

const connectAddress = async (
  url: URL,
  address: string,
  { upstream, connectTimeoutMs }: EgressOptions & { readonly connectTimeoutMs: number },
): Promise<Duplex> => {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const proxy = addressKind(address) === 'loopback' ? 'none' : findProxy(url, upstream ?? {})
  if (proxy === 'invalid') throw new Error('the proxy of the environment is not an http address')
  const signal = AbortSignal.timeout(connectTimeoutMs)
  if (proxy !== 'none') return await openTunnel(proxy, { address, port }, signal)
  const { connect } = await import('node:net')
  return await new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, signal })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}
