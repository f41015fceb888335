import { randomUUID } from 'node:crypto'
import type { AuthScheme, Provider } from '../../features/models/providers/provider.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { ModelError } from '../../protocol/model.ts'
import type { ProviderOAuth } from '../../protocol/provider-settings.ts'
import type { HostedCredential } from './hosted-credential.ts'
import { oauthCredential } from './oauth-credential.ts'
import { renewOverHttp } from './oauth-deps.ts'
import { Vault } from './vault.ts'

export interface SavedCredentialOptions {
  readonly provider: Provider
  readonly scheme: AuthScheme
  readonly env: Env
  readonly configHome: string
  readonly oauth?: ProviderOAuth
}

/** A credential whose secret is in the vault. */
export const openSavedCredential = (source: string, options: SavedCredentialOptions): HostedCredential => {
  const { provider, scheme, env, configHome, oauth } = options
  const clock = { now: () => Date.now(), newId: randomUUID }
  const vault = new Vault({ configHome, env, ...clock })
  if (source !== 'keychain')
    return oauthCredential(provider, {
      vault,
      scheme,
      source,
      ...(oauth ? { renew: renewOverHttp(oauth, env) } : {}),
      lockFile: `${vault.file}.${provider.name.replace(/[^\w-]/g, '_')}.lock`,
      ...clock,
    })
  let key: Promise<string> | undefined
  const read = async (): Promise<string> => {
    const secret = await vault.take(provider.name)
    if (secret?.kind === 'key') return secret.apiKey
    throw new HostError(
      'no_credentials',
      credentialText('key_gone', { title: provider.title, name: provider.name }),
    )
  }
  const get = (): Promise<string> => {
    key ??= read()
    // Whoever asks later may find it unlocked.
    key.catch(() => {
      key = undefined
    })
    return key
  }
  return {
    source,
    prepare: async () => void (await get()),
    authorize: async () => scheme.headers(await inTurn(get())),
  }
}

/** A session that runs goes on without it. */
const inTurn = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof HostError) throw new ModelError('authentication_failed', error.localized)
    throw error
  }
}
