import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import { cachedText } from '../../../lib/files/stored-object.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { NamedServer } from '../../../protocol/extensions/server.ts'
import type { ServerListing } from '../connection/listing.ts'

/** What servers offered when they were last asked, so that one is started only when it is needed. */
export interface ListingCache {
  get(server: KeyedServer): Kept | undefined
  /** Also of one that wanted a sign-in and could be asked again by now. */
  last(server: KeyedServer): Kept | undefined
  put(server: KeyedServer, kept: Omit<Kept, 'at'>): void
  drop(server: KeyedServer): void
}

interface KeptDeps {
  /** Milliseconds since the epoch. */
  now(): number
  /** SHA-256, as hex digits. Given, so that nothing has to be loaded for it. */
  hash(text: string): string
}

type KeyedServer = Pick<NamedServer, 'name' | 'config'>

interface Kept {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly listing?: ServerListing
  /** It wanted a sign-in. */
  readonly needsAuth?: true
  /** Why it did, as it was said to the person. */
  readonly why?: string
}

const VERSION = 1
const LASTS_MS = 7 * 24 * 60 * 60 * 1000
/** So long nobody is reminded that a sign-in is missing, and nothing is tried. */
const AUTH_LASTS_MS = 15 * 60 * 1000
const MAX_BYTES = 8 * 1024 * 1024

/** In a directory of its own, by a hash of all that makes a server what it is. */
export const createListingCache = (directory: string, { now, hash }: KeptDeps): ListingCache => {
  const fileOf = ({ name, config }: KeyedServer): string => {
    const key = hash(JSON.stringify([VERSION, name, config]))
    return join(directory, `${key.slice(0, 32)}.json`)
  }
  const younger = (server: KeyedServer, ms: (kept: Kept) => number): Kept | undefined => {
    const kept = readSavedContent(fileOf(server))
    if (!kept) return undefined
    const age = now() - kept.at
    return age >= 0 && age < ms(kept) ? kept : undefined
  }
  return {
    get: server => younger(server, ({ needsAuth }) => (needsAuth ? AUTH_LASTS_MS : LASTS_MS)),
    last: server => younger(server, () => LASTS_MS),
    put(server, kept) {
      try {
        makeDirectories(directory, 0o700)
        const text = JSON.stringify({ at: now(), ...kept })
        if (text.length < MAX_BYTES) writeFileAtomically(fileOf(server), Buffer.from(text), { mode: 0o600 })
      } catch {
        // Without room to keep it the server is asked again next time.
      }
    },
    drop: server => rmSync(fileOf(server), { force: true }),
  }
}

const readSavedContent = (file: string): Kept | undefined => {
  try {
    const value: unknown = JSON.parse(cachedText(file))
    return isKept(value) ? value : undefined
  } catch {
    // Not there yet, or cut short: the server is asked.
    return undefined
  }
}

const isKept = (value: unknown): value is Kept => {
  if (!isObject(value) || typeof value['at'] !== 'number') return false
  const { listing } = value
  if (listing === undefined)
    return value['needsAuth'] === true && ['undefined', 'string'].includes(typeof value['why'])
  return isObject(listing) && Array.isArray(listing['tools']) && Array.isArray(listing['prompts'])
}
