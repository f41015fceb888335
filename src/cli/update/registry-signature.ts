import { createHash, createPublicKey, verify } from 'node:crypto'
import { compareVersions } from '../../lib/compare-versions.ts'
import { isObject } from '../../lib/is-object.ts'
import { updateText } from '../../protocol/messages/cli/update.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'

/** What a registry says of one version. */
export interface Published {
  readonly name: string
  readonly version: string
  /** Checksums of the package, as npm writes them. */
  readonly integrity: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
  /** When it was published; undefined: the registry does not say. */
  readonly at: string | undefined
}

/** A key with which a registry signs what it publishes. */
export interface RegistryKey {
  readonly keyid: string
  /** Base64 of its DER form. */
  readonly key: string
  /** Nothing published from then on counts as signed with it. */
  readonly expires: string | undefined
}

/** Throws ExitError unless every signature of the version is one of the registry's, and there is one. */
export const checkSignature = (published: Published, keys: readonly RegistryKey[]): void => {
  const { version, signatures } = published
  if (keys.length === 0) throw new ExitError(1, updateText('no_keys', { version }))
  if (signatures.length === 0) throw new ExitError(1, updateText('registry_unsigned', { version }))
  for (const signature of signatures) {
    const fault = faultOf(published, signature, keys)
    if (fault !== undefined) throw new ExitError(1, updateText('bad_signature', { version, why: fault }))
  }
}

/** Throws ExitError unless these are the bytes that were signed. */
export const checkBytes = ({ version, integrity }: Published, bytes: Uint8Array): void => {
  const sums = integrity.split(/\s+/).flatMap(sum => /^sha512-([A-Za-z0-9+/=]+)/.exec(sum)?.[1] ?? [])
  if (!sums.includes(createHash('sha512').update(bytes).digest('base64')))
    throw new ExitError(1, updateText('other_download', { version }))
}

const faultOf = (
  { name, version, integrity, at }: Published,
  { keyid, sig }: Published['signatures'][number],
  keys: readonly RegistryKey[],
): LocalizedText | undefined => {
  const key = keys.find(each => each.keyid === keyid)
  if (!key) return updateText('key_unlisted')
  // Without a date nobody can say that it was signed in time.
  if (key.expires !== undefined && !(Date.parse(at ?? '') < Date.parse(key.expires)))
    return updateText('key_expired')
  return isSigned(`${name}@${version}:${integrity}`, sig, key.key) ? undefined : updateText('no_match')
}

const isSigned = (text: string, sig: string, key: string): boolean => {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    const isCurve = publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return isCurve && verify('sha256', Buffer.from(text), publicKey, Buffer.from(sig, 'base64'))
  } catch {
    // No key, or none of this kind: then nothing is signed with it.
    return false
  }
}

/** From what `npm view <name> version name dist time --json` prints; undefined: it names none. */
export const readVersion = (said: string): string | undefined => {
  const version = parsed(said)?.['version']
  return typeof version === 'string' && /^\d+\.\d+\.\d+/.test(version) ? version : undefined
}

const WEEK_MS = 7 * 24 * 3_600_000

/**
 * What `npm view <name> version dist-tags time --json` calls stable; where it says nothing, the newest version that has been
 * out for a week and is not newer than what everybody gets. Undefined: there is none.
 */
export const stableVersion = (said: string, now: Date): string | undefined => {
  const about = parsed(said)
  const tags = isObject(about?.['dist-tags']) ? about['dist-tags'] : {}
  const tagged = tags['stable']
  if (typeof tagged === 'string') return tagged
  const latest = readVersion(said)
  if (latest === undefined) return undefined
  return Object.entries(isObject(about?.['time']) ? about['time'] : {})
    .filter(
      ([version, at]) => /^\d+\.\d+\.\d+$/.test(version) && now.getTime() - Date.parse(String(at)) >= WEEK_MS,
    )
    .map(([version]) => version)
    .filter(version => compareVersions(version, latest) <= 0)
    .sort(compareVersions)
    .at(-1)
}

/** From the same; undefined: it names no checksum. */
export const readPublished = (said: string, of: { name: string; version: string }): Published | undefined => {
  const about = parsed(said)
  const dist = isObject(about?.['dist']) ? about['dist'] : {}
  const times = isObject(about?.['time']) ? about['time'] : {}
  if (typeof dist['integrity'] !== 'string') return undefined
  const signatures = Array.isArray(dist['signatures']) ? dist['signatures'] : []
  const at = times[of.version]
  return {
    ...of,
    integrity: dist['integrity'],
    signatures: signatures.map((each: unknown) => ({
      keyid: textOf(each, 'keyid'),
      sig: textOf(each, 'sig'),
    })),
    at: typeof at === 'string' ? at : undefined,
  }
}

/** From the answer to `/-/npm/v1/keys`; whatever is no list of keys holds none. */
export const readKeys = (said: string): readonly RegistryKey[] => {
  const keys = parsed(said)?.['keys']
  return (Array.isArray(keys) ? keys : []).map((each: unknown) => ({
    keyid: textOf(each, 'keyid'),
    key: textOf(each, 'key'),
    expires: textOf(each, 'expires') || undefined,
  }))
}

const textOf = (value: unknown, name: string): string => {
  const text = isObject(value) ? value[name] : undefined
  return typeof text === 'string' ? text : ''
}

const parsed = (said: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(said)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
