import { join } from 'node:path'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { clause } from '../../protocol/messages/layout.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'
import type { Masks } from './credentials/credential-boundary.ts'
import type { EgressOptions } from './egress.ts'
import { EgressProxy, type Refusal } from './egress-proxy.ts'
import { createHostList } from './host-list.ts'
import { networkOf } from './network-of.ts'
import { PortForward } from './port-forward.ts'
import { directHosts } from './scrub-environment.ts'

/** By which commands inside reach the network. A sandbox with a network of its own needs sockets, one without addresses. */
export interface WayOut extends AsyncDisposable {
  readonly sockets: Ends
  readonly addresses: Ends
  readonly ports: readonly number[]
  /** Hosts that are reached without it. */
  readonly direct: string
  /** A file with certificates that programs inside must believe beside those of the system. */
  readonly trust?: string
  /** From now on: what is refused. */
  watch(): () => readonly Refusal[]
}

/** Where each kind of proxy is found. */
interface Ends {
  readonly http?: string
  readonly socks?: string
}

export interface WayOutOptions {
  /** A private directory for sockets; absent where the sandbox has no network of its own. */
  readonly directory?: string
  readonly upstream?: ProxySettings
  newToken(): string
  mayReach?: EgressOptions['mayReach']
  /** Credentials that are put into what leaves; absent: none. */
  readonly masks?: Masks
}

/** Undefined: there is none. */
export const openWayOut = async (
  settings: SandboxSettings,
  options: WayOutOptions,
): Promise<WayOut | undefined> => {
  const { network = {} } = settings
  switch (networkOf(settings)) {
    case 'none':
      return undefined
    case 'hosts':
      return await throughOurs(settings, options)
    case 'own proxies':
      return options.directory === undefined
        ? toPorts(network)
        : await throughTheirs(network, options.directory)
  }
}

type Network = NonNullable<SandboxSettings['network']>

const throughOurs = async (settings: SandboxSettings, options: WayOutOptions): Promise<WayOut> => {
  const { directory, upstream, newToken, mayReach, masks } = options
  const { network = {} } = settings
  const { openBoundary } = await import('./credentials/credential-boundary.ts')
  const boundary =
    masks && (await openBoundary(settings, { ...masks, connect: target => proxy.connect(target) }))
  const hosts = createHostList(network)
  const socketPath = directory === undefined ? undefined : join(directory, 'proxy.sock')
  const proxy: EgressProxy = await EgressProxy.open({
    hosts,
    ...(mayReach ? { mayReach } : {}),
    ...(boundary ? { credentials: boundary.credentials } : {}),
    ...(upstream ? { upstream } : {}),
    // A port can be reached by other users of this machine too.
    ...(socketPath === undefined ? { token: newToken() } : { socketPath }),
  })
  const { port, token } = proxy
  return {
    sockets: socketPath === undefined ? {} : { http: socketPath },
    addresses: socketPath === undefined ? { http: `http://capstan:${token}@127.0.0.1:${port}` } : {},
    ports: port === undefined ? [] : [port],
    direct: directHosts(hosts.open),
    ...(boundary?.trust === undefined ? {} : { trust: boundary.trust }),
    watch() {
      const mark = proxy.mark
      return () => proxy.refusalsSince(mark)
    },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await boundary?.[Symbol.asyncDispose]()
    },
  }
}

const toPorts = ({ httpProxyPort, socksProxyPort }: Network): WayOut => ({
  sockets: {},
  addresses: {
    ...(httpProxyPort === undefined ? {} : { http: `http://127.0.0.1:${httpProxyPort}` }),
    ...(socksProxyPort === undefined ? {} : { socks: `socks5h://127.0.0.1:${socksProxyPort}` }),
  },
  ports: [httpProxyPort, socksProxyPort].filter(port => port !== undefined),
  direct: directHosts([]),
  watch: () => () => [],
  async [Symbol.asyncDispose]() {},
})

const throughTheirs = async (network: Network, directory: string): Promise<WayOut> => {
  const ends = (['http', 'socks'] as const).flatMap(kind => {
    const port = network[`${kind}ProxyPort`]
    return port === undefined ? [] : [{ kind, port, path: join(directory, `${kind}.sock`) }]
  })
  const open = await Promise.all(
    ends.map(async end => ({ ...end, forward: await PortForward.open(end.path, end.port) })),
  )
  return {
    sockets: Object.fromEntries(ends.map(({ kind, path }) => [kind, path])),
    addresses: {},
    ports: [],
    direct: directHosts([]),
    watch() {
      const marks = open.map(({ forward }) => forward.unanswered)
      return () =>
        open.flatMap(({ kind, port, forward }, index) =>
          forward.unanswered > (marks[index] ?? 0)
            ? [
                {
                  host: `localhost:${port}`,
                  why: clause({
                    en: `no proxy listens there, and sandbox.network.${kind}ProxyPort names it as the only way out`,
                    zh: `那里没有代理在监听，而 sandbox.network.${kind}ProxyPort 指定它为唯一出口`,
                  }),
                },
              ]
            : [],
        )
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(open.map(({ forward }) => forward[Symbol.asyncDispose]()))
    },
  }
}
