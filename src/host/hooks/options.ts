import type { HookChoice } from '../../engine/hooks/options.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'

/** What a run, its host and settings say about hooks besides those that settings name. */
export const chooseHooks = (
  { overrides, initialize, session }: Pick<OpenRequest, 'overrides' | 'initialize' | 'session'>,
  { settings, onlyOwnHooks }: Pick<Gathered, 'settings' | 'onlyOwnHooks'>,
  {
    proxy,
    endHooksMs,
  }: { readonly proxy: ProxySettings | undefined } & Pick<EnvironmentOptions, 'endHooksMs'>,
): HookChoice => {
  const { allowedHttpHookUrls: urls, httpHookAllowedEnvVars: variables } = settings
  const http = {
    ...(urls ? { allowedUrls: urls } : {}),
    ...(variables ? { allowedVariables: variables } : {}),
    ...(proxy ? { proxy } : {}),
  }
  const setup = overrides.maintenance ? 'maintenance' : overrides.init ? 'init' : undefined
  return {
    http,
    ...(onlyOwnHooks ? { onlySettings: true } : {}),
    ...(initialize?.hooks ? { host: initialize.hooks } : {}),
    ...(setup ? { setup } : {}),
    ...(endHooksMs === undefined ? {} : { endMs: endHooksMs }),
    ...(session.kind === 'fork' ? { forked: true } : {}),
  }
}
