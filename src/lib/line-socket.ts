import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What another process of this user says, a JSON value a line. Only who knows the secret is heard. */
export interface LineServer extends Disposable {
  /** Of the socket, for the other process. */
  readonly path: string
}

export interface LineListener {
  readonly secret: string
  /** It is there; ends when the other side hangs up or dies. */
  onOpen(): void
  onLine(value: unknown): void
  onClose(): void
}

/** The longest line that is read: more is no word of ours. */
const MOST_CHARS = 1024 * 1024

export const serveLines = async (listener: LineListener): Promise<LineServer> => {
  // Nobody else can enter a directory that is made like this.
  const path = join(mkdtempSync(join(tmpdir(), 'capstan-line-')), 's')
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    hear(socket, listener)
  })
  // It keeps no process: whoever waits for the other one does.
  server.unref()
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(path, listening.resolve)
  await listening.promise
  return {
    path,
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      rmSync(dirname(path), { recursive: true, force: true })
    },
  }
}

const hear = (socket: Socket, { secret, onOpen, onLine, onClose }: LineListener): void => {
  let rest = ''
  let known = false
  const take = (line: string): void => {
    const value = parse(line)
    if (known) onLine(value)
    else if (value === secret) {
      known = true
      onOpen()
    } else socket.destroy()
  }
  socket.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
    if (rest.length > MOST_CHARS) socket.destroy()
  })
  // Its end is told by what follows.
  socket.on('error', () => undefined)
  socket.once('close', () => known && onClose())
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // No word of ours.
    return undefined
  }
}

export interface LineSender {
  say(value: unknown): void
  /** What was said has arrived. */
  close(): Promise<void>
}

/** `lost`: whoever listened is gone. Nothing is said to nobody, and nothing fails for it. */
export const joinLines = (path: string, secret: string, lost: () => void): LineSender => {
  const socket = createConnection(path)
  const closed = Promise.withResolvers<void>()
  socket.on('error', () => undefined)
  socket.once('close', () => {
    closed.resolve()
    lost()
  })
  socket.resume()
  const say = (value: unknown): void => void socket.write(`${JSON.stringify(value)}\n`)
  say(secret)
  return {
    say,
    async close() {
      socket.end()
      await closed.promise
    },
  }
}
