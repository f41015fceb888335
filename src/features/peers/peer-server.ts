import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SOCKET_DIRECTORY, SOCKET_NAME } from './peer-registry.ts'
import { MAX_LINE, type PeerAnswer, type PeerRequest, readRequest, writeAnswer } from './peer-wire.ts'

/** Who wants to hear when this session is idle. */
export interface PeerWatcher {
  readonly isThere: boolean
  /** `ended`: hanging up says so. */
  tellIdle(): void
}

export interface PeerListener {
  readonly secret: string
  /** The watcher is there where the request asks for a notice. */
  onRequest(request: PeerRequest, watcher: PeerWatcher): PeerAnswer
}

export interface PeerServer extends Disposable {
  readonly path: string
}

const MAX_SOCKETS = 64
const READ_MS = 5_000
/** The system's limit for the path of a socket is little more than a hundred bytes. */
const MAX_ROOT = 70

export const IDLE_LINE = 'idle'

/** Where all sessions of this person have their socket directories. */
export const socketRoot = (): string => (Buffer.byteLength(tmpdir()) > MAX_ROOT ? '/tmp' : tmpdir())

export const servePeers = async (listener: PeerListener): Promise<PeerServer> => {
  const root = socketRoot()
  // Nobody else can enter a directory that is made like this.
  const path = join(mkdtempSync(join(root, SOCKET_DIRECTORY)), SOCKET_NAME)
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    if (sockets.size >= MAX_SOCKETS) return void socket.destroy()
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    serve(socket.unref(), listener)
  })
  server.unref()
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(path, listening.resolve)
  await listening.promise
  server.on('error', () => undefined)
  chmodSync(path, 0o600)
  return {
    path,
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      rmSync(dirname(path), { recursive: true, force: true })
    },
  }
}

/** One line comes, one goes back. */
const serve = (socket: Socket, { secret, onRequest }: PeerListener): void => {
  let read = ''
  // What stays open without a word takes the place of others.
  const patience = setTimeout(() => socket.destroy(), READ_MS).unref()
  const watcher: PeerWatcher = {
    get isThere() {
      return socket.writable
    },
    tellIdle: () => void socket.end(`${IDLE_LINE}\n`),
  }
  const take = (piece: string): void => {
    read += piece
    const end = read.indexOf('\n')
    if (end < 0 && read.length <= MAX_LINE) return
    clearTimeout(patience)
    socket.off('data', take)
    socket.resume()
    const request = end < 0 || end > MAX_LINE ? undefined : readRequest(read.slice(0, end), secret)
    read = ''
    if (!request) return void socket.destroy()
    const answer = onRequest(request, watcher)
    const line = writeAnswer(answer, secret, request.nonce)
    if (request.notify && answer.outcome !== 'refused') socket.write(line)
    else socket.end(line)
  }
  socket.setEncoding('utf8').on('data', take)
  socket.on('error', () => undefined)
  socket.once('close', () => clearTimeout(patience))
}
