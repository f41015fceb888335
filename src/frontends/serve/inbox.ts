import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import type { Guard } from './guard.ts'
import type { Hubs } from './hubs.ts'
import type { InboxAnswer, ServeOptions } from './serve-options.ts'

interface InboxDeps {
  readonly hubs: Pick<Hubs, 'open'>
  readonly guard: Pick<Guard, 'wrong'>
  readonly options: Pick<ServeOptions, 'inbox' | 'log'>
  incomingOf(context: Context): IncomingMessage
}

const STATUS: Readonly<Record<InboxAnswer, 202 | 401 | 404 | 503>> = {
  taken: 202,
  unknown: 404,
  forged: 401,
  busy: 503,
}

/** What other services send. They are told as little as can be. */
export const addInbox = (app: Hono, { hubs, guard, options, incomingOf }: InboxDeps): (() => void) => {
  const { inbox, log } = options
  if (!inbox) return () => {}
  const open = async (wish: Parameters<Hubs['open']>[0]) => (await hubs.open(wish)).hub
  app.post('/hooks/*', async context => {
    const body = await bodyOf(incomingOf(context), inbox.maxBytes)
    if (!body) return context.body(null, 413)
    const { headers } = incomingOf(context)
    const path = context.req.path.slice('/hooks/'.length)
    try {
      const answer = await inbox.receive({ path, headers, body, open })
      if (answer === 'forged') guard.wrong(incomingOf(context).socket.remoteAddress ?? '')
      return context.body(null, STATUS[answer])
    } catch (error) {
      if (isTooMany(error)) return context.body(null, 429)
      log(`hooks: ${error instanceof Error ? error.message : String(error)}`)
      return context.body(null, 500)
    }
  })
  return inbox.begin?.(open) ?? (() => {})
}

const isTooMany = (error: unknown): boolean =>
  error instanceof Error && error.name === 'WireProblem' && 'kind' in error && error.kind === 'too_many'

/** As it came: signatures are over these bytes. Undefined: there are too many of them. */
const bodyOf = async (incoming: IncomingMessage, most: number): Promise<Uint8Array | undefined> => {
  if (Number(incoming.headers['content-length'] ?? 0) > most) return undefined
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
