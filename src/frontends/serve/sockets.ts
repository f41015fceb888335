import type { WebSocket } from 'ws'
import * as z from 'zod'
import { opSchema } from '../../protocol/serve/op-schema.ts'
import type { ClientFrame, ClientInfo, ServerFrame } from '../../protocol/serve/wire.ts'
import { check, parseJson } from './check-parts.ts'
import { MAX_BEHIND } from './limits.ts'
import type { Mark, SessionHub } from './session-hub.ts'
import { toWireError } from './wire-problem.ts'

const clientFrame: z.ZodType<ClientFrame> = z.strictObject({
  kind: z.literal('op'),
  id: z.string().min(1).max(200),
  op: opSchema,
})

interface SocketDeps {
  readonly client: ClientInfo
  readonly mark: Mark
  log(text: string): void
}

/** Follows a session over a WebSocket, and says to it what comes from there. */
export const serveSocket = async (socket: WebSocket, hub: SessionHub, deps: SocketDeps): Promise<void> => {
  const tell = (frame: ServerFrame): void => send(socket, JSON.stringify(frame))
  socket.on('message', (data, isBinary) => {
    void hear(isBinary ? '' : String(data), hub, { ...deps, tell })
  })
  // Closed by its side or cut: `close` follows, and that is all there is to do.
  socket.on('error', () => {})
  const leave = await hub.join(
    {
      client: deps.client,
      send: frame => send(socket, frame),
      end: () => socket.close(CLOSED, 'session closed'),
    },
    deps.mark,
  )
  socket.on('close', leave)
  if (socket.readyState !== socket.OPEN) leave()
}

const CLOSED = 4410

const hear = async (
  text: string,
  hub: SessionHub,
  { client, log, tell }: SocketDeps & { tell(frame: ServerFrame): void },
): Promise<void> => {
  let id = ''
  try {
    const value = parseJson(text)
    id = idOf(value)
    const { op } = check(clientFrame, value)
    await hub.send(client, op, id)
    tell({ kind: 'ack', id, ok: true })
  } catch (error) {
    tell({ kind: 'ack', id, ok: false, error: toWireError(error, log) })
  }
}

const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : ''

const send = (socket: WebSocket, text: string): void => {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_BEHIND) socket.terminate()
  else socket.send(text)
}
