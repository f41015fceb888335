import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { UnauthorizedError } from '@modelcontextprotocol/client'
import type { ServerOAuth } from '../../../protocol/extensions/server.ts'
import { type AuthStore, type SavedAuth, signedOut } from './auth-store.ts'

export interface ServerAuthOptions {
  readonly store: AuthStore
  readonly oauth?: ServerOAuth
  /** Where the browser comes back to; absent: nobody signs in now, and whoever has to is told so. */
  readonly redirectUrl?: string
  /** Also a secret, of a client that was registered by hand. */
  readonly clientSecret?: string
  /** A document that says who we are, for servers that take one in place of a registration. */
  readonly metadataUrl?: string
  /** Shows the page where the person signs in. */
  open?(url: URL): void | Promise<void>
  /** What the answer must carry. */
  newState?(): string
}

/** The person's standing with one server, for the official client. */
export class ServerAuth implements OAuthClientProvider {
  readonly #options: ServerAuthOptions
  #verifier = ''
  #discovery: OAuthDiscoveryState | undefined
  /** The server was asked to register this program and has not done it. */
  isUnregistered = false
  /** Of the page that was shown last. */
  lastState: string | undefined

  constructor(options: ServerAuthOptions) {
    this.#options = options
    if (options.metadataUrl !== undefined) this.clientMetadataUrl = options.metadataUrl
  }

  clientMetadataUrl?: string

  /** What was found out before the person was sent away counts when they come back: nobody else may take the code. */
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state
  }

  async discoveryState(): Promise<OAuthDiscoveryState | undefined> {
    return this.#discovery ?? (await this.#fixedDiscovery())
  }

  get redirectUrl(): string {
    // One has to be named even if nobody will be sent there.
    return this.#options.redirectUrl ?? 'http://127.0.0.1/callback'
  }

  get clientMetadata(): OAuthClientMetadata {
    const { scopes } = this.#options.oauth ?? {}
    return {
      client_name: 'Capstan',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: this.#options.clientSecret === undefined ? 'none' : 'client_secret_post',
      ...(scopes === undefined ? {} : { scope: typeof scopes === 'string' ? scopes : scopes.join(' ') }),
    }
  }

  state(): string {
    this.lastState = this.#options.newState?.() ?? ''
    return this.lastState
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { oauth, store } = this.#options
    const clientSecret = this.#options.clientSecret ?? store.read().clientSecret
    if (oauth?.clientId !== undefined)
      return {
        client_id: oauth.clientId,
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
      }
    const { client, redirectUrl, tokens } = store.read()
    // A registration for another address is good for refreshing what it brought, not for a new sign-in.
    const fits =
      this.#options.redirectUrl === undefined ? tokens !== undefined : redirectUrl === this.redirectUrl
    const known = fits ? (client as StoredOAuthClientInformation | undefined) : undefined
    this.isUnregistered = known === undefined
    return known
  }

  async saveClientInformation(client: StoredOAuthClientInformation): Promise<void> {
    this.isUnregistered = false
    await this.#change(kept => ({ ...kept, client, redirectUrl: this.redirectUrl }))
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.#options.store.read().tokens as StoredOAuthTokens | undefined
  }

  async saveTokens(tokens: StoredOAuthTokens): Promise<void> {
    await this.#change(({ wantedScope: _, ...kept }) => ({ ...kept, tokens }))
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    const { open } = this.#options
    if (open) return await open(url)
    const scope = url.searchParams.get('scope')
    if (scope !== null && this.tokens() !== undefined)
      await this.#change(kept => ({ ...kept, wantedScope: scope }))
    throw new UnauthorizedError('a sign-in is needed')
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier
  }

  codeVerifier(): string {
    return this.#verifier
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all') return await this.#change(signedOut)
    if (scope === 'client') return await this.#change(({ client: _, redirectUrl: __, ...kept }) => kept)
    if (scope === 'tokens') return await this.#change(({ tokens: _, ...kept }) => kept)
    if (scope === 'verifier') this.#verifier = ''
    if (scope === 'discovery') this.#discovery = undefined
  }

  async #change(change: (kept: SavedAuth) => SavedAuth): Promise<void> {
    await this.#options.store.change(change)
  }

  /** The person said where the authorization server describes itself. */
  async #fixedDiscovery(): Promise<OAuthDiscoveryState | undefined> {
    const url = this.#options.oauth?.authServerMetadataUrl
    if (url === undefined) return undefined
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    const metadata = (await answer.json()) as NonNullable<OAuthDiscoveryState['authorizationServerMetadata']>
    return { authorizationServerUrl: metadata.issuer, authorizationServerMetadata: metadata }
  }
}
