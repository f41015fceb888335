import { randomUUID } from 'node:crypto'
import { ALL_PROVIDERS } from '../../features/models/providers/all.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { sleepFor } from '../../features/models/sleep.ts'
import { OAuthError } from '../../features/oauth/oauth-error.ts'
import type { OAuthTokens } from '../../features/oauth/oauth-tokens.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import { knownProviders } from '../providers/known-providers.ts'
import { checkKey } from './check-key.ts'
import type { Keychain } from './keychain.ts'
import { oauthDeps } from './oauth-deps.ts'
import { type KeyProblem, type ReadKey, readKey } from './read-key.ts'
import { clientOf, type SignInWay } from './sign-in-choices.ts'
import { FIRST_PROVIDER, readStoredCredentials } from './stored-credentials.ts'
import type { StoredServer } from './stored-entry.ts'
import { type StoredSecret, Vault } from './vault.ts'

export type SavedKey =
  | {
      readonly kind: 'saved'
      readonly title: string
      readonly kept: StoredSecret
      /** False: the provider could not be asked. */
      readonly checked: boolean
      readonly overriddenBy?: string
    }
  | {
      readonly kind: 'refused'
      readonly title: string
      readonly problem: KeyProblem | { readonly kind: 'rejected'; readonly said: string }
    }

/** What the person does elsewhere. */
export interface SignInStep {
  readonly url: URL
  /** To be typed on that page. */
  readonly code?: string
  /** Takes what the page shows at its end; false: that is no code of this sign-in. */
  paste?(text: string): boolean
}

export interface DeskOptions {
  readonly configHome: string
  readonly env: Env
  readonly settings: Pick<Settings, 'providers'>
  openKeychain?(): Promise<Keychain | undefined>
  /** Hears that the file of credentials was damaged and where it is kept now. */
  warn?(text: LocalizedText): void
}

/** A page that nobody visits is not waited for. */
const WAIT_MS = 10 * 60_000
const REVOKE_MS = 5_000

/** Signs in to providers and out again, for whichever front end asks. */
export class SignInDesk {
  readonly #options: DeskOptions
  readonly #vault: Vault

  constructor(options: DeskOptions) {
    this.#options = options
    this.#vault = new Vault({ ...options, now: () => Date.now(), newId: randomUUID })
  }

  get file(): string {
    return this.#vault.file
  }

  /** Checks the key as far as that can be done, and keeps it for whose it is. */
  async saveKey(text: string, wanted: string): Promise<SavedKey> {
    const read = readKey(text)
    const chosen = this.#provider(wanted)
    if ('kind' in read) return { kind: 'refused', title: chosen.title, problem: read }
    const provider = this.#ownerOf(read, chosen)
    const { title } = provider
    const verdict = await checkKey(read.key, provider, this.#options)
    if (typeof verdict !== 'string')
      return { kind: 'refused', title, problem: { kind: 'rejected', said: verdict.said } }
    const kept = await this.#vault.keep(provider.name, { kind: 'key', apiKey: read.key })
    const overriddenBy = this.overriding(provider.name)
    return {
      kind: 'saved',
      title,
      kept,
      checked: verdict === 'valid',
      ...(overriddenBy === undefined ? {} : { overriddenBy }),
    }
  }

  /** Throws OAuthError. */
  async signIn(
    name: string,
    way: Exclude<SignInWay, 'key'>,
    at: { readonly signal: AbortSignal; show(step: SignInStep): void },
  ): Promise<StoredSecret & { readonly title: string }> {
    const provider = this.#provider(name)
    const client = clientOf(provider, this.#options.settings)
    if (!client) throw new OAuthError('setup', credentialText('no_oauth', { title: provider.title }))
    const signal = AbortSignal.any([at.signal, AbortSignal.timeout(WAIT_MS)])
    const deps = oauthDeps(client, this.#options.env, signal)
    const tokens = await this.#ask(way, deps, at)
    const kept = await this.#vault.keep(name, { kind: 'oauth', tokens })
    return { ...kept, title: provider.title }
  }

  async #ask(
    way: Exclude<SignInWay, 'key'>,
    deps: ReturnType<typeof oauthDeps>,
    { show }: { show(step: SignInStep): void },
  ): Promise<OAuthTokens> {
    if (way === 'browser') {
      const { signInByBrowser } = await import('../../features/oauth/sign-in-by-browser.ts')
      return await signInByBrowser(deps, show)
    }
    const { signInByDevice } = await import('../../features/oauth/sign-in-by-device.ts')
    return await signInByDevice({ ...deps, sleep: sleepFor }, show)
  }

  async keepServer(server: StoredServer): Promise<void> {
    await this.#vault.keepServer(server)
  }

  /** The titles of those that something was stored for: of one, or of all. */
  async signOut(name?: string): Promise<readonly string[]> {
    const stored = readStoredCredentials(this.#options.configHome, () => {})
    const { entries = {}, server } = stored ?? {}
    const names = new Set([...Object.keys(entries), ...(server ? [FIRST_PROVIDER] : [])])
    const gone: string[] = []
    for (const each of name === undefined ? names : [name]) {
      if (!names.has(each)) continue
      if (entries[each]?.kind === 'oauth') await this.#revoke(each)
      if (await this.#vault.forget(each)) gone.push(this.#titleOf(each))
    }
    return gone
  }

  /** The server is told, if it can be: nothing of it stays here either way. */
  async #revoke(name: string): Promise<void> {
    const provider = this.#find(name)
    const client = provider && clientOf(provider, this.#options.settings)
    if (!client) return
    try {
      const secret = await this.#vault.take(name)
      if (secret?.kind !== 'oauth') return
      const { revokeTokens } = await import('../../features/oauth/renew-tokens.ts')
      await revokeTokens(oauthDeps(client, this.#options.env, AbortSignal.timeout(REVOKE_MS)), secret.tokens)
    } catch (error) {
      if (!(error instanceof OAuthError) && !(error instanceof HostError)) throw error
    }
  }

  /** The variable that counts before what is stored. */
  overriding(name: string): string | undefined {
    const provider = this.#find(name)
    if (!provider) return undefined
    const { auth, endpoint } = provider
    const address = endpoint.url === '' ? undefined : endpoint.variable
    return [...auth.map(({ variable }) => variable), address].find(each => each && this.#options.env[each])
  }

  /** Somebody's own server may give keys that look like another's. */
  #ownerOf({ provider, likely }: ReadKey, chosen: Provider): Provider {
    const owner = provider ?? (chosen.name === FIRST_PROVIDER ? likely : undefined)
    return owner !== undefined && ALL_PROVIDERS.includes(chosen) ? (this.#find(owner) ?? chosen) : chosen
  }

  #find(name: string): Provider | undefined {
    return knownProviders(this.#options.settings, ALL_PROVIDERS).find(each => each.name === name)
  }

  #titleOf(name: string): string {
    return this.#find(name)?.title ?? name
  }

  #provider(name: string): Provider {
    const found = this.#find(name)
    if (found) return found
    throw new HostError('provider', credentialText('no_provider', { name }))
  }
}
