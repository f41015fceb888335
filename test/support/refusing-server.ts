import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Body = Readonly<Record<string, unknown>>

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A server that refuses some requests in the words of a real one and streams an answer to the others. */
export const serveRefusing = async (
  refuse: (body: Body) => Answer | undefined,
  stream: string,
): Promise<{ readonly url: string; readonly bodies: Body[]; close(): Promise<void> }> => {
  const bodies: Body[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Body
      bodies.push(body)
      const refusal = refuse(body)
      if (refusal)
        response
          .writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers })
          .end(refusal.body)
      else {
        const type = stream.startsWith('{') ? 'application/json' : 'text/event-stream'
        response.writeHead(200, { 'content-type': type }).end(stream)
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
