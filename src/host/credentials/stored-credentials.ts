import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { readTokens } from '../../features/oauth/oauth-tokens.ts'
import { type FileDamage, readStoredObject, type StoredOptions } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { damageState, storedFileText } from '../../protocol/messages/host/stored-files.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { StoredEntries, StoredEntry, StoredServer } from './stored-entry.ts'

/** What the person chose on the screen: it counts where the environment and a helper say nothing. */
export interface StoredCredentials {
  /** By the names of providers. */
  readonly entries: StoredEntries
  /** A server on this machine that answers in place of the first provider. */
  readonly server?: StoredServer
}

const MAX_BYTES = 256 * 1024

/** Whose key the oldest form of the file holds. */
export const FIRST_PROVIDER = 'anthropic'

export const credentialsFile = (configHome: string): string => join(configHome, 'credentials.json')

/** Undefined when there is none; one that cannot be relied on counts for nothing, and `warn` hears why. */
export const readStoredCredentials = (configHome: string, warn: Warn): StoredCredentials | undefined => {
  const raw = readCredentialsFile(configHome, warn)
  if (raw === undefined) return undefined
  const stored = parse(raw)
  if (stored.server || Object.keys(stored.entries).length > 0) return stored
  warn(storedFileText('no_credentials', { file: credentialsFile(configHome) }))
  return undefined
}

/** All of the file, also what only a newer version understands. */
const readCredentialsFile = (
  configHome: string,
  warn: Warn,
): Readonly<Record<string, unknown>> | undefined => {
  const file = credentialsFile(configHome)
  const read = readStoredObject(file, CREDENTIALS)
  if (read.kind === 'damaged') warn(storedFileText('ignored', { file, state: damageState(read.damage) }))
  return read.kind === 'object' ? read.value : undefined
}

/** Whoever can write it can choose who reads the conversation; whoever can read it has the key. */
const objectionTo = (facts: Stats): FileDamage | undefined => {
  const user = process.geteuid?.()
  if (user === undefined) return undefined
  if (facts.uid !== user) return { kind: 'other_owner', detail: String(facts.uid) }
  return (facts.mode & 0o077) === 0 ? undefined : { kind: 'readable_by_others' }
}

/** What the file must be to be believed, and to be changed without losing anything. */
export const CREDENTIALS: StoredOptions = {
  maxBytes: MAX_BYTES,
  objection: objectionTo,
  accepts: ({ providers = {} }) => isObject(providers),
}

const parse = ({ apiKey, server, providers }: Readonly<Record<string, unknown>>): StoredCredentials => {
  const entries: Record<string, StoredEntry> = {}
  if (isFilled(apiKey)) entries[FIRST_PROVIDER] = { kind: 'key', in: 'file', apiKey, since: 0 }
  for (const [name, value] of Object.entries(fieldsOf(providers))) {
    const entry = parseEntry(fieldsOf(value))
    if (entry) entries[name] = entry
  }
  const { baseUrl, model } = fieldsOf(server)
  const isServer = isFilled(baseUrl) && URL.canParse(baseUrl) && isFilled(model)
  return { entries, ...(isServer ? { server: { baseUrl, model } } : {}) }
}

const parseEntry = (fields: Readonly<Record<string, unknown>>): StoredEntry | undefined => {
  const { apiKey, oauth, keychain, since: said } = fields
  const since = typeof said === 'number' ? said : 0
  if (keychain === 'key' || keychain === 'oauth') return { kind: keychain, in: 'keychain', since }
  if (isFilled(apiKey)) return { kind: 'key', in: 'file', apiKey, since }
  const tokens = readTokens(oauth)
  return tokens && { kind: 'oauth', in: 'file', tokens, since }
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== ''

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

/** The secrets themselves, as far as the file has them; the longest first. */
export const secretsIn = (entries: StoredEntries): readonly string[] =>
  Object.values(entries)
    .flatMap(entry => {
      if (entry.in === 'keychain') return []
      if (entry.kind === 'key') return [entry.apiKey]
      const { accessToken, refreshToken } = entry.tokens
      return refreshToken === undefined ? [accessToken] : [accessToken, refreshToken]
    })
    .toSorted((a, b) => b.length - a.length)

/** What was stored, where the environment and a helper leave it open. A stored key goes to its own address only. */
export const withStoredCredentials = (
  environment: EnvironmentOptions,
  at: { readonly configHome: string; readonly helper: string | undefined; readonly warn: Warn },
): EnvironmentOptions => {
  const { apiKey, authToken, baseUrl, model, smallModel, redirects } = environment
  const stored = readStoredCredentials(at.configHome, at.warn)
  if (!stored) return environment
  const { [FIRST_PROVIDER]: first, ...others } = stored.entries
  if (apiKey || authToken || baseUrl || at.helper) return { ...environment, stored: others }
  if (first || !stored.server) return { ...environment, stored: stored.entries }
  // The server knows one model by this name and none by ours.
  const only = stored.server.model
  return {
    ...environment,
    stored: others,
    baseUrl: stored.server.baseUrl,
    model: model ?? only,
    smallModel: smallModel ?? only,
    redirects: { sonnet: only, opus: only, haiku: only, default: only, ...redirects },
  }
}
