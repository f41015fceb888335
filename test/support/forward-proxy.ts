import { createServer, request as httpRequest, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'

const cleanUps: (() => Promise<void>)[] = []

/** Closes whatever the tests of a file opened. */
export const closeServers = async (): Promise<void> => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
}

/** On a free port of 127.0.0.1. */
export const listen = async (server: Server): Promise<number> => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A port where nobody listens. */
export const freePort = async (): Promise<number> => {
  const port = await listen(createServer())
  await cleanUps.pop()?.()
  return port
}

export interface ProxyLog {
  readonly asked: string[]
  readonly credentials: (string | undefined)[]
}

export const newLog = (): ProxyLog => ({ asked: [], credentials: [] })

interface ProxyOptions {
  /** Of its answers; 200: it lets everybody through. */
  readonly status?: number
  /** It speaks TLS itself. */
  readonly secure?: { readonly cert: string; readonly key: string }
}

/** A real forwarding proxy: absolute addresses for http, tunnels for https. */
export const startProxy = async (
  log: ProxyLog,
  { status = 200, secure }: ProxyOptions = {},
): Promise<string> => {
  const proxy = secure ? (createSecureServer(secure) as unknown as Server) : createServer()
  proxy.on('request', (request, response) => {
    log.asked.push(`${request.method} ${request.url}`)
    log.credentials.push(request.headers['proxy-authorization'])
    if (status !== 200) {
      response.writeHead(status).end('no')
      return
    }
    const onward = httpRequest(request.url ?? '', { method: 'POST', headers: request.headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(onward)
  })
  proxy.on('connect', (request, socket) => {
    log.asked.push(`CONNECT ${request.url}`)
    log.credentials.push(request.headers['proxy-authorization'])
    socket.on('error', () => undefined)
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
      return
    }
    const [host = '', port] = (request.url ?? '').split(':')
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    cleanUps.push(async () => void onward.destroy())
  })
  return `127.0.0.1:${await listen(proxy)}`
}
