import { randomUUID } from 'node:crypto'
import type { NamedServer } from '../../../protocol/extensions/server.ts'
import { createControlTransport } from '../connection/control-transport.ts'
import type { TransportDeps } from '../connection/open-transport.ts'
import { createAuthStore } from '../oauth/auth-store.ts'
import { ServerAuth } from '../oauth/server-auth.ts'
import type { PoolDeps } from './pool-deps.ts'

/** What the way to one server needs of the session. */
export const transportDeps = (
  { name, config }: Pick<NamedServer, 'name' | 'config'>,
  deps: PoolDeps,
  logFile: string | undefined,
): TransportDeps => {
  const { configHome, host } = deps
  const isRemote = config.type === 'http' || config.type === 'sse'
  const store =
    isRemote && configHome !== undefined
      ? createAuthStore(configHome, { name, url: config.url }, { newId: randomUUID, now: () => deps.now() })
      : undefined
  return {
    env: deps.env,
    cwd: deps.cwd(),
    ...(logFile === undefined ? {} : { logFile }),
    ...(deps.sandbox ? { sandbox: deps.sandbox } : {}),
    ...(store && isRemote
      ? { auth: new ServerAuth({ store, ...(config.oauth ? { oauth: config.oauth } : {}) }) }
      : {}),
    ...(store?.read().otherIssuer ? { otherIssuer: true } : {}),
    ...(host?.sdkServer ? { sdk: () => createControlTransport(name, host) } : {}),
  }
}
