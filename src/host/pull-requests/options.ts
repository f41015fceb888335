import type { PullRequestsChoice } from '../../engine/pull-requests/options.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { Env } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'

interface Wish {
  readonly gathered: { readonly settings: Pick<Settings, 'pullRequests'> }
  readonly env: Env
  readonly environment: { readonly proxy: ProxySettings }
}

interface Shared {
  readonly options: { readonly version: string }
  /** Programs that print tokens start in the config home: nothing of a project is read there. */
  readonly directory: { readonly start: { readonly configHome: string } }
}

const POLL_SECONDS = 60

/** Sessions follow pull requests where the person switched that on. */
export const choosePullRequests = (
  { gathered, env, environment: { proxy } }: Wish,
  { options: { version }, directory }: Shared,
): { readonly pullRequests?: PullRequestsChoice } => {
  const { pullRequests } = gathered.settings
  if (!pullRequests?.enabled) return {}
  return {
    pullRequests: {
      pollMs: (pullRequests.pollSeconds ?? POLL_SECONDS) * 1000,
      forges: pullRequests.forges ?? [],
      userAgent: `capstan/${version}`,
      proxy,
      async token(address, signal) {
        const { forgeToken } = await import('./forge-token.ts')
        return await forgeToken(address, { env, directory: directory.start.configHome, signal })
      },
    },
  }
}
