import type { PullRequestsChoice } from '../../engine/pull-requests/options.ts'
import type { WebChoice } from '../../engine/web/options.ts'
import type { Env } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'

interface At {
  readonly env: Env
  readonly web: Pick<WebChoice, 'userAgent' | 'proxy'>
  /** Where programs that print tokens are started: nothing of a project is read there. */
  readonly configHome: string
}

const POLL_SECONDS = 60

/** Sessions follow pull requests where the person switched that on. */
export const choosePullRequests = (
  { settings: { pullRequests } }: { readonly settings: Pick<Settings, 'pullRequests'> },
  { env, web, configHome }: At,
): { readonly pullRequests?: PullRequestsChoice } =>
  pullRequests?.enabled
    ? {
        pullRequests: {
          pollMs: (pullRequests.pollSeconds ?? POLL_SECONDS) * 1000,
          forges: pullRequests.forges ?? [],
          userAgent: web.userAgent,
          ...(web.proxy ? { proxy: web.proxy } : {}),
          async token(address, signal) {
            const { forgeToken } = await import('./forge-token.ts')
            return await forgeToken(address, { env, directory: configHome, signal })
          },
        },
      }
    : {}
