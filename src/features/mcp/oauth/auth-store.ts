import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { withFileLock } from '../../../lib/files/file-lock.ts'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import { readStoredObject, readToChange, writeStoredObject } from '../../../lib/files/stored-object.ts'
import { isObject } from '../../../lib/is-object.ts'
import { movedAsideText } from '../../../protocol/messages/host/stored-files.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** What is kept of the sign-in at one server. */
export interface SavedAuth {
  readonly tokens?: unknown
  readonly client?: unknown
  /** Of the client that was registered by hand: it stays when everything else is forgotten. */
  readonly clientSecret?: string
  /** Which address the client was registered with. */
  readonly redirectUrl?: string
  readonly discovery?: unknown
  /** It calls itself otherwise than the standard wants, at the server's own address. */
  readonly otherIssuer?: boolean
  /** Access that a call was refused for lack of. */
  readonly wantedScope?: string
}

/** What a sign-out leaves. */
export const signedOut = ({ clientSecret }: SavedAuth): SavedAuth =>
  clientSecret === undefined ? {} : { clientSecret }

export interface AuthStore {
  read(): SavedAuth
  change(change: (kept: SavedAuth) => SavedAuth): Promise<void>
}

export interface AuthStoreDeps {
  newId(): string
  now(): number
  /** Hears that the file was damaged and where it is kept now. */
  warn?(text: LocalizedText): void
}

/** The part of `mcp-auth.json` in the config home that belongs to this server at this address; readable by nobody else. */
export const createAuthStore = (configHome: string, server: KeptServer, deps: AuthStoreDeps): AuthStore => {
  const { file, key } = keptAt(configHome, server)
  return {
    read: () => partOf(readAll(file), key),
    async change(change) {
      makeDirectories(configHome, 0o700)
      await withFileLock(
        `${file}.lock`,
        () => {
          const all = readToChange(file, { say: kept => deps.warn?.(movedAsideText(kept)) })
          const { [key]: _, ...others } = all
          const after = change(partOf(all, key))
          const next = Object.keys(after).length === 0 ? others : { ...others, [key]: after }
          writeStoredObject(file, next)
        },
        deps,
      )
    },
  }
}

/** For who keeps nothing beyond the run. */
export const createPassingStore = (): AuthStore => {
  let kept: SavedAuth = {}
  return {
    read: () => kept,
    async change(change) {
      kept = change(kept)
    },
  }
}

const partOf = (all: Readonly<Record<string, unknown>>, key: string): SavedAuth => {
  const part = Object.hasOwn(all, key) ? all[key] : undefined
  return isObject(part) ? part : {}
}

/** A damaged one is as good as none: everybody signs in again. */
const readAll = (file: string): Readonly<Record<string, unknown>> => {
  const read = readStoredObject(file)
  return read.kind === 'object' ? read.value : {}
}

/** What is kept for a server, to look at. */
export const readAuth = (configHome: string, server: KeptServer): SavedAuth => {
  const { file, key } = keptAt(configHome, server)
  return partOf(readAll(file), key)
}

interface KeptServer {
  readonly name: string
  readonly url: string
}

const keptAt = (configHome: string, { name, url }: KeptServer) => ({
  file: join(configHome, 'mcp-auth.json'),
  key: `${name}|${createHash('sha256').update(url).digest('hex').slice(0, 16)}`,
})
