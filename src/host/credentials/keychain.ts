import { existsSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import type { Env } from '../../protocol/host.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { isOn } from '../environment.ts'

/** The store of secrets that comes with the system. Every way may throw KeychainError. */
export interface Keychain {
  set(account: string, secret: string): Promise<void>
  get(account: string): Promise<string | undefined>
  /** False when there was nothing. */
  remove(account: string): Promise<boolean>
}

/** It is locked, it does not answer, or it wants nothing of us. */
export class KeychainError extends LocalizedError<LocalizedText> {
  override readonly name = 'KeychainError'
  readonly kind = 'keychain'

  /** The library is there, and nobody serves it. */
  get isAbsent(): boolean {
    return this.localized.id === 'credentials.no_keychain'
  }
}

const SERVICE = 'capstan'
/** Somebody may have to type a password to unlock it. */
const WAIT_MS = 60_000

type Library = Pick<typeof import('@napi-rs/keyring'), 'AsyncEntry'>

export interface KeychainOptions {
  readonly env: Env
  readonly platform?: NodeJS.Platform
  readonly waitMs?: number
  /** The optional package; absent: as it is installed. */
  load?(): Promise<Library>
}

/**
 * Undefined where there is none: no package for this machine, no session bus, or the person wants none. On Linux only
 * the Secret Service counts: what the library would use in its place is forgotten when the machine restarts.
 */
export const openKeychain = async (options: KeychainOptions): Promise<Keychain | undefined> => {
  const { waitMs = WAIT_MS } = options
  if (!mayHaveOne(options)) return undefined
  const library = await loadLibrary(options.load)
  if (!library) return undefined
  const entry = (account: string) =>
    new library.AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } })
  const ask = <T>(work: () => Promise<T>): Promise<T> => inTime(work, waitMs)
  return {
    set: (account, secret) => ask(() => entry(account).setPassword(secret)),
    get: async account => (await ask(() => entry(account).getPassword())) ?? undefined,
    remove: account => ask(() => entry(account).deletePassword()),
  }
}

/** Whether nothing but the optional package keeps it from being used. */
export const lacksKeychainLibrary = async (env: Env): Promise<boolean> =>
  mayHaveOne({ env }) && (await loadLibrary(undefined)) === undefined

const mayHaveOne = ({ env, platform = process.platform }: KeychainOptions): boolean =>
  !isOn(env, 'CLAUDE_CODE_DISABLE_KEYCHAIN') && (platform !== 'linux' || hasBus(env))

/** Without one the library would look for it in ways that take time and write to the screen. */
const hasBus = (env: Env): boolean => {
  const runtime = env['XDG_RUNTIME_DIR']
  return (
    Boolean(env['DBUS_SESSION_BUS_ADDRESS']) ||
    (runtime !== undefined && isAbsolute(runtime) && existsSync(join(runtime, 'bus')))
  )
}

const loadLibrary = async (load: KeychainOptions['load']): Promise<Library | undefined> => {
  try {
    return await (load ? load() : import('@napi-rs/keyring'))
  } catch {
    // An optional package: not installed here, or not made for this machine.
    return undefined
  }
}

const inTime = async <T>(work: () => Promise<T>, waitMs: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new KeychainError(credentialText('keychain_silent'))), waitMs)
  try {
    return await Promise.race([work(), late.promise])
  } catch (error) {
    throw error instanceof KeychainError ? error : new KeychainError(reasonOf(errorText(error)))
  } finally {
    clearTimeout(timer)
  }
}

/** What the system says is for its makers; most of it means one of these. */
const reasonOf = (said: string): LocalizedText => {
  if (/lock|denied|dismiss|cancel|interaction is not allowed/i.test(said))
    return credentialText('keychain_locked')
  if (/not provided by any|no such (?:interface|object)|no storage access|not (?:been )?found/i.test(said))
    return credentialText('no_keychain')
  return verbatim(said.slice(0, 200))
}
