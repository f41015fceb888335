import type { Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { providerText } from '../../protocol/messages/host/providers.ts'
import { type EnvironmentOptions, isOn } from '../environment.ts'

const NAMED = /\$\{(\w+)\}/g

/**
 * Sent with every request to a provider of others: those of its row, where `${NAME}` stands for a variable; and the
 * person's own of the first provider, where a switch puts this one in its place. Throws HostError.
 */
export const providerHeaders = (
  provider: Provider,
  env: Env,
  { headers: own }: Pick<EnvironmentOptions, 'headers'>,
): Readonly<Record<string, string>> => {
  const row = Object.entries(provider.headers ?? {}).map(([name, value]) => [
    name,
    value.replaceAll(NAMED, (_all, variable: string) => {
      const said = env[variable]
      if (said) return said
      throw new HostError(
        'no_credentials',
        providerText('missing_header', { header: name, title: provider.title, variable }),
      )
    }),
  ])
  return { ...(isInItsPlace(provider, env) ? own : {}), ...Object.fromEntries(row) }
}

const isInItsPlace = ({ switch: name }: Provider, env: Env): boolean => name !== undefined && isOn(env, name)

/** What its headers are made of: no child sees it once the provider is used. */
export const headerSecrets = ({ headers = {} }: Provider): readonly string[] =>
  Object.values(headers).flatMap(value => [...value.matchAll(NAMED)].flatMap(([, name]) => name ?? []))
