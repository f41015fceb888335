import { createHash, createPublicKey, verify } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { runToEnd } from '../../features/plugins/fetch/run-to-end.ts'
import { errorText } from '../../lib/error-text.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Env } from '../../protocol/host.ts'
import { updateText } from '../../protocol/messages/cli/update.ts'
import { ExitError } from '../exit-error.ts'
import { updateError } from './update-error.ts'

/** Where releases are announced, and who signs them: an ed25519 key, base64 of its DER form. Absent: nobody may update it. */
declare const CAPSTAN_UPDATE_URL: string | undefined
declare const CAPSTAN_UPDATE_KEY: string | undefined

/**
 * What a release says of itself, in one JSON file: `{"version", "changes", "files": {"linux-arm64": {"url", "sha256"}}}`;
 * under `stable` there may be the same of an older one, for those who would rather wait.
 * Beside it lies its signature, under the same address with `.sig`: base64, over every byte of the file.
 */
interface Manifest {
  readonly version: string
  readonly changes: string
  readonly url: URL
  readonly sha256: string
}

const TIMEOUT_MS = 600_000
const MAX_MANIFEST = 1024 * 1024
const MAX_PROGRAM = 1024 * 1024 * 1024

/** Where a native program finds a newer one. Nothing that is not signed is looked at, nothing that differs is put in place. */
export const nativeSource = (file: string, env: Env) => {
  let found: Manifest | undefined
  return {
    newest: async (channel: 'latest' | 'stable' = 'latest'): Promise<string | undefined> => {
      found = await readManifest(env, channel)
      return found?.version
    },
    install: async (version: string): Promise<string> => {
      if (!found) throw updateError(updateText('no_release'))
      await replace(file, found)
      return `## ${version}\n\n${found.changes}`
    },
  }
}

const readManifest = async (env: Env, channel: 'latest' | 'stable'): Promise<Manifest | undefined> => {
  const address =
    env['CAPSTAN_UPDATE_URL'] ?? (typeof CAPSTAN_UPDATE_URL === 'string' ? CAPSTAN_UPDATE_URL : '')
  const key = env['CAPSTAN_UPDATE_KEY'] ?? (typeof CAPSTAN_UPDATE_KEY === 'string' ? CAPSTAN_UPDATE_KEY : '')
  if (address === '' || key === '') throw new ExitError(1, updateText('no_source'))
  const bytes = await download(address, MAX_MANIFEST)
  const signature = Buffer.from(
    Buffer.from(await download(`${address}.sig`, 1024)).toString('latin1'),
    'base64',
  )
  if (!isSigned(bytes, signature, key)) throw new ExitError(1, updateText('not_signed'))
  return parseManifest(bytes, { address, channel })
}

const isSigned = (bytes: Uint8Array, signature: Uint8Array, key: string): boolean => {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return publicKey.asymmetricKeyType === 'ed25519' && verify(null, bytes, publicKey, signature)
  } catch {
    // No key, or none of this kind: then nothing is signed with it.
    return false
  }
}

const parseManifest = (
  bytes: Uint8Array,
  { address, channel }: { readonly address: string; readonly channel: 'latest' | 'stable' },
): Manifest | undefined => {
  const target = `${process.platform}-${process.arch}`
  let read: unknown
  try {
    const all: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
    read = channel === 'stable' && isObject(all) ? all['stable'] : all
  } catch {
    throw updateError(updateText('release_damaged'))
  }
  if (channel === 'stable' && read === undefined) return undefined
  const files = isObject(read) && isObject(read['files']) ? read['files'] : {}
  const file = files[target]
  if (!isObject(read) || typeof read['version'] !== 'string') throw updateError(updateText('release_unnamed'))
  if (!isObject(file) || typeof file['url'] !== 'string' || typeof file['sha256'] !== 'string')
    throw new ExitError(1, updateText('not_for_target', { version: String(read['version']), target }))
  const changes = typeof read['changes'] === 'string' ? read['changes'] : ''
  return { version: read['version'], changes, url: new URL(file['url'], address), sha256: file['sha256'] }
}

/** Written beside the old one, looked at, then put in its place at once: what runs keeps its own file. */
const replace = async (file: string, { url, sha256, version }: Manifest): Promise<void> => {
  const bytes = await download(url.href, MAX_PROGRAM)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256.toLowerCase())
    throw new ExitError(1, updateText('damaged'))
  const next = `${file}.next-${process.pid}`
  try {
    const descriptor = openSync(next, 'wx', 0o755)
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    chmodSync(next, 0o755)
    const said = await runToEnd({
      program: next,
      args: ['--version'],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      timeoutMs: 60_000,
    })
    if (!said.startsWith(version)) throw updateError(updateText('not_starting'))
    renameSync(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw error instanceof ExitError ? error : updateError(errorText(error))
  }
}

/** What is unpacked on the way counts as it is unpacked; of one that is too long the rest is not asked for. */
const readUpTo = async ({ body }: Response, most: number): Promise<Uint8Array> => {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > most) throw updateError(updateText('too_large'))
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const download = async (address: string, most: number): Promise<Uint8Array> => {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw updateError(updateText('server_status', { status: response.status, address }))
    return await readUpTo(response, most)
  } catch (error) {
    if (error instanceof ExitError) throw error
    const cause = error instanceof Error && error.cause !== undefined ? ` ${errorText(error.cause)}` : ''
    throw updateError(`${errorText(error)}${cause}`)
  }
}
