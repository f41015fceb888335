import { rmSync } from 'node:fs'
import { type OAuthTokens, readTokens } from '../../features/oauth/oauth-tokens.ts'
import { withFileLock } from '../../lib/files/file-lock.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readToChange, writeStoredObject } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { movedAsideText } from '../../protocol/messages/host/stored-files.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { type Keychain, KeychainError, openKeychain } from './keychain.ts'
import { CREDENTIALS, credentialsFile, FIRST_PROVIDER, readStoredCredentials } from './stored-credentials.ts'
import type { StoredServer } from './stored-entry.ts'

/** What opens the way to a provider, as a sign-in brought it. */
export type Secret =
  | { readonly kind: 'key'; readonly apiKey: string }
  | { readonly kind: 'oauth'; readonly tokens: OAuthTokens }

/** Where a secret is now. */
export interface StoredSecret {
  readonly in: 'keychain' | 'file'
  readonly file: string
  /** There is a keychain, and it did not take it. */
  readonly problem?: LocalizedText
}

export interface VaultOptions {
  readonly configHome: string
  readonly env: Env
  now(): number
  newId(): string
  /** Hears that the file was damaged and where it is kept now. */
  warn?(text: LocalizedText): void
  /** In place of the system's. */
  openKeychain?(): Promise<Keychain | undefined>
}

type Json = Readonly<Record<string, unknown>>

/** Secrets by provider: in the keychain where that works, else in a file that only its owner may read. */
export class Vault {
  readonly #options: VaultOptions
  #keychain: Promise<Keychain | undefined> | undefined

  constructor(options: VaultOptions) {
    this.#options = options
  }

  get file(): string {
    return credentialsFile(this.#options.configHome)
  }

  /** Of a new sign-in, or, with `renewed`, what takes the place of tokens that ended. */
  async keep(
    provider: string,
    secret: Secret,
    how: { readonly renewed?: boolean } = {},
  ): Promise<StoredSecret> {
    const { kind } = secret
    const tried = await this.#tryKeychain(provider, secret)
    const body =
      tried === 'kept'
        ? { keychain: kind }
        : secret.kind === 'key'
          ? { apiKey: secret.apiKey }
          : { oauth: secret.tokens }
    await this.#change((all, now) => {
      const before = providersIn(all)[provider]
      const since = how.renewed && isObject(before) ? (before['since'] ?? 0) : now
      const { apiKey: _, server: __, ...rest } = all
      const isFirst = provider === FIRST_PROVIDER
      return { ...(isFirst ? rest : all), providers: { ...providersIn(all), [provider]: { ...body, since } } }
    })
    if (tried === 'kept') return { in: 'keychain', file: this.file }
    return { in: 'file', file: this.file, ...(tried === 'none' ? {} : { problem: tried.problem }) }
  }

  /** A server in place of the first provider. */
  async keepServer(server: StoredServer): Promise<void> {
    await this.#drop(FIRST_PROVIDER)
    await this.#change(({ apiKey: _, ...all }) => {
      const { [FIRST_PROVIDER]: __, ...providers } = providersIn(all)
      return { ...all, providers, server }
    })
  }

  /** Undefined when nothing is kept. Throws HostError when the keychain does not give it. */
  async take(provider: string): Promise<Secret | undefined> {
    const entry = readStoredCredentials(this.#options.configHome, () => {})?.entries[provider]
    if (!entry) return undefined
    if (entry.in === 'file')
      return entry.kind === 'key'
        ? { kind: 'key', apiKey: entry.apiKey }
        : { kind: 'oauth', tokens: entry.tokens }
    const text = await this.#ask(provider)
    if (entry.kind === 'key') return { kind: 'key', apiKey: text }
    const tokens = readTokens(parseJson(text))
    return tokens && { kind: 'oauth', tokens }
  }

  /** What was kept for a provider, or the server in place of the first; false when there was nothing. */
  async forget(provider: string): Promise<boolean> {
    const stored = readStoredCredentials(this.#options.configHome, () => {})
    const isThere =
      stored?.entries[provider] !== undefined || (provider === FIRST_PROVIDER && stored?.server !== undefined)
    if (!isThere) return false
    await this.#drop(provider)
    await this.#change(all => {
      const { [provider]: _, ...providers } = providersIn(all)
      const { apiKey: __, server: ___, ...rest } = all
      return { ...(provider === FIRST_PROVIDER ? rest : all), providers }
    })
    return true
  }

  #open(): Promise<Keychain | undefined> {
    const { openKeychain: open = () => openKeychain(this.#options) } = this.#options
    this.#keychain ??= open()
    return this.#keychain
  }

  async #tryKeychain(
    provider: string,
    secret: Secret,
  ): Promise<'kept' | 'none' | { readonly problem: LocalizedText }> {
    const keychain = await this.#open()
    if (!keychain) return 'none'
    try {
      await keychain.set(this.#account(provider), textOf(secret))
      return 'kept'
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error
      return error.isAbsent ? 'none' : { problem: error.localized }
    }
  }

  async #ask(provider: string): Promise<string> {
    const keychain = await this.#open()
    if (!keychain) throw new HostError('credentials', credentialText('keychain_absent', { provider }))
    let text: string | undefined
    try {
      text = await keychain.get(this.#account(provider))
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error
      const reason = error.localized
      throw new HostError('credentials', credentialText('keychain_unreadable', { provider, reason }))
    }
    if (text) return text
    throw new HostError('credentials', credentialText('not_in_keychain', { provider }))
  }

  /** Out of the keychain. One that is locked keeps it: what says that it is there is gone all the same. */
  async #drop(provider: string): Promise<void> {
    const entry = readStoredCredentials(this.#options.configHome, () => {})?.entries[provider]
    if (entry?.in !== 'keychain') return
    try {
      await (await this.#open())?.remove(this.#account(provider))
    } catch (error) {
      if (!(error instanceof KeychainError)) throw error
      throw new HostError(
        'credentials',
        credentialText('keychain_kept_it', { provider, reason: error.localized }),
      )
    }
  }

  /** Other config homes have credentials of their own. */
  #account(provider: string): string {
    return `${provider} (${this.#options.configHome})`
  }

  async #change(change: (all: Json, now: number) => Json): Promise<void> {
    const { configHome, now } = this.#options
    makeDirectories(configHome, 0o700)
    await withFileLock(
      `${this.file}.lock`,
      () => {
        const before = readToChange(this.file, {
          ...CREDENTIALS,
          say: kept => this.#options.warn?.(movedAsideText(kept)),
        })
        const after = change(before, now())
        const { providers, ...rest } = after
        const isEmpty = Object.keys(providersIn(after)).length === 0
        if (isEmpty && Object.keys(rest).length === 0) return rmSync(this.file, { force: true })
        writeStoredObject(this.file, isEmpty ? rest : after)
      },
      this.#options,
    )
  }
}

const providersIn = ({ providers }: Json): Json => (isObject(providers) ? providers : {})

const textOf = (secret: Secret): string =>
  secret.kind === 'key' ? secret.apiKey : JSON.stringify(secret.tokens)

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody else wrote it: then there are no tokens.
    return undefined
  }
}
