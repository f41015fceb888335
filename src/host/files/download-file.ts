import { createTransport } from '../../features/models/protocols/transport.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import { errorText } from '../../lib/error-text.ts'
import type { Env } from '../../protocol/host.ts'
import { HostError } from '../../protocol/host.ts'
import { fileFlagText } from '../../protocol/messages/host/file-flag.ts'
import { findCredential, isLoopback } from '../credentials/credentials.ts'
import type { EnvironmentOptions } from '../environment.ts'
import { ownHome } from '../profiles/profile.ts'
import { firstHelper, missingFirst } from '../providers/provider-credential.ts'
import { firstAddress } from '../providers/saved-models.ts'
import { secureWay } from '../providers/secure-way.ts'
import type { Gathered } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'

/** What it takes to ask the first provider for something. */
export interface Downloading {
  readonly start: Start
  readonly env: Env
  readonly environment: EnvironmentOptions
  readonly gathered: Gathered
  readonly version: string
}

const MOST_MB = 100
const TIMEOUT_MS = 120_000
const MOST_SAID = 200

/** Gives the bytes of files by their ids. Throws HostError where nothing opens the way, and for a file that is not had. */
export const downloads = (from: Downloading): ((id: string) => Promise<Uint8Array>) => {
  const { start, gathered, environment } = from
  const env = { ...from.env, ...gathered.ownEnv }
  const keys = { settings: gathered.settings, ...environment, cwd: start.cwd, configHome: ownHome(start) }
  const found = findCredential(anthropic, environment, firstHelper(keys, env))
  if (!found) throw new HostError('no_credentials', fileFlagText('no_key', { missing: missingFirst(env) }))
  const credential = found.create()
  return async id => {
    const url = new URL(`${firstAddress(environment).replace(/\/+$/, '')}/v1/files/${id}/content`)
    try {
      await credential.prepare?.()
      const headers = {
        accept: '*/*',
        'user-agent': `capstan/${from.version}`,
        'anthropic-version': '2023-06-01',
        'anthropic-beta': 'files-api-2025-04-14',
      }
      const shown = await credential.authorize({ method: 'GET', url, headers, body: [] })
      return await fetchBytes(
        { id, url, headers: { ...headers, ...shown, ...environment.headers } },
        { ...from, env },
      )
    } catch (error) {
      if (error instanceof HostError) throw error
      throw new HostError('file', fileFlagText('unreachable', { id, host: url.host, why: errorText(error) }))
    }
  }
}

interface Asked {
  readonly id: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
}

const fetchBytes = async (
  { id, url, headers }: Asked,
  { env, environment, gathered }: Downloading,
): Promise<Uint8Array> => {
  const proxy = isLoopback(url.href) ? {} : environment.proxy
  const secure = url.protocol === 'https:' ? secureWay({ env, said: gathered.ownEnv }) : {}
  using transport = createTransport({ proxy, ...secure })
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const incoming = await transport.get({ url, headers, signal, timeoutMs: TIMEOUT_MS })
  const stop = (): void => void incoming.destroy()
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of incoming) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MOST_MB * 1024 * 1024)
      throw new HostError('file', fileFlagText('too_large', { id, most: MOST_MB }))
  }
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
  const bytes = Buffer.concat(chunks)
  const { statusCode: status = 0 } = incoming
  if (status === 200) return bytes
  const said = saidIn(bytes) ?? '–'
  throw new HostError('file', fileFlagText('not_there', { id, host: url.host, said, status }))
}

const saidIn = (bytes: Buffer): string | undefined => {
  try {
    const { error }: { readonly error?: { readonly message?: unknown } } = JSON.parse(bytes.toString('utf8'))
    const said = error?.message
    return typeof said === 'string' ? said.slice(0, MOST_SAID).replace(/[.\s]+$/, '') : undefined
  } catch {
    // A gateway's page says less than its status.
    return undefined
  }
}
