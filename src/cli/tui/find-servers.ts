import type { LocalServer } from '../../frontends/tui/ports/onboarding-port.ts'

/** Where servers of models listen by default. */
export interface KnownServer {
  readonly name: string
  readonly port: number
}

const KNOWN_SERVERS: readonly KnownServer[] = [
  { name: 'Ollama', port: 11434 },
  { name: 'LM Studio', port: 1234 },
  { name: 'llama.cpp', port: 8080 },
  { name: 'vLLM', port: 8000 },
]

export interface FindOptions {
  readonly signal: AbortSignal
  readonly servers?: readonly KnownServer[]
  /** For one answer. Where nobody listens that is known at once: it is for those who are slow, or silent. */
  readonly timeoutMs?: number
  found?(server: LocalServer): void
}

const TIMEOUT_MS = 1000
const MAX_BYTES = 1024 * 1024
const MOST_MODELS = 500

/** Asks all at the same time; in the order of the list. Nobody there, or somebody else, is no error. */
export const findServers = async (options: FindOptions): Promise<readonly LocalServer[]> => {
  const { servers = KNOWN_SERVERS, found } = options
  const all = await Promise.all(
    servers.map(async known => {
      const server = await look(known, options)
      if (server) found?.(server)
      return server
    }),
  )
  return all.filter(server => server !== undefined)
}

const look = async ({ name, port }: KnownServer, options: FindOptions): Promise<LocalServer | undefined> => {
  const baseUrl = `http://127.0.0.1:${port}`
  const [listed, tags, speaks] = await Promise.all([
    ask(`${baseUrl}/v1/models`, options),
    ask(`${baseUrl}/api/tags`, options),
    ask(`${baseUrl}/v1/messages`, options, '{}'),
  ])
  const models = namesIn(listed?.body, 'data', 'id') ?? namesIn(tags?.body, 'models', 'name')
  if (!models) return undefined
  return { name, baseUrl, models, usable: refusesEmpty(speaks) }
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/**
 * Nothing is asked of a model: a message without content is refused by a server that knows messages, and not known by
 * one that does not. Some answer 200 to whatever they do not know.
 */
const refusesEmpty = (answer: Answer | undefined): boolean =>
  answer !== undefined &&
  answer.status >= 400 &&
  answer.status < 500 &&
  ![401, 403, 404, 405].includes(answer.status)

const ask = async (
  url: string,
  { signal, timeoutMs = TIMEOUT_MS }: FindOptions,
  body?: string,
): Promise<Answer | undefined> => {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      redirect: 'manual',
      ...(body === undefined
        ? {}
        : { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    })
    return { status: response.status, body: await readJson(response) }
  } catch {
    // Nobody listens there, or does not answer in time: then there is no server.
    return undefined
  }
}

/** Undefined for anything that is no JSON of a sensible size. */
const readJson = async (response: Response): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return undefined
  }
}

const namesIn = (body: unknown, list: string, name: string): readonly string[] | undefined => {
  const entries: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, list) : undefined
  if (!Array.isArray(entries)) return undefined
  const names = entries.flatMap(entry => {
    const found: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, name) : undefined
    return typeof found === 'string' && found !== '' ? [found] : []
  })
  return [...new Set(names)].slice(0, MOST_MODELS)
}
