import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import type { Settings } from '../../protocol/settings.ts'

/** Accounts of clouds, as their own programs read them. */
const CLOUD_SECRETS = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'GOOGLE_APPLICATION_CREDENTIALS',
  'AZURE_CLIENT_SECRET',
]

/**
 * Of settings that all profiles share, what says nothing about whose account it is. A helper or a key there would go
 * before the one that was saved for the profile, and send its work to another account.
 */
export const withoutCredentials = (shared: Settings): Settings => {
  const {
    apiKeyHelper: _helper,
    awsAuthRefresh: _aws,
    awsCredentialExport: _export,
    gcpAuthRefresh: _google,
    env,
    providers,
    ...rest
  } = shared
  const named = Object.values(providers ?? {}).flatMap(({ apiKeyEnv, keys = [], oauth }) => [
    apiKeyEnv,
    ...keys,
    oauth?.clientSecretEnv,
  ])
  const secrets = new Set([...PROVIDER_SECRETS, ...CLOUD_SECRETS, ...named])
  return {
    ...rest,
    ...(env ? { env: Object.fromEntries(Object.entries(env).filter(([name]) => !secrets.has(name))) } : {}),
    ...(providers
      ? {
          providers: Object.fromEntries(
            Object.entries(providers).map(([name, { apiKeyHelper: _, ...provider }]) => [name, provider]),
          ),
        }
      : {}),
  }
}
