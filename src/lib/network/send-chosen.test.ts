import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { sendChosen } from './send-chosen.ts'

/** Answers everything itself, as a plain proxy and as a server; a tunnel leads back to it. */
const openProxy = async () => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    let body = ''
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${request.headers.host} ${body}`.trim())
      response
        .writeHead(request.url?.includes('moved') ? 302 : 200, { location: '/else' })
        .end('x'.repeat(50))
    })
  })
  const port = () => (server.address() as AddressInfo).port
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`)
    const through = connect(port(), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      through.pipe(socket).pipe(through)
    })
    through.on('error', () => socket.destroy())
    socket.on('error', () => through.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    seen,
    address: `http://127.0.0.1:${port()}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
const post = { method: 'POST', headers: {}, body: 'hi', maxBytes: 10 } as const
const signal = AbortSignal.timeout(10_000)

test('a plain address goes to the proxy in full, and the name is not looked up here', async () => {
  await using proxy = await openProxy()
  const settings = { http: proxy.address }
  const url = new URL('http://hooks.invalid/a?b')
  expect(await sendChosen({ ...post, url, proxy: settings, signal })).toEqual({
    status: 200,
    text: 'x'.repeat(10),
  })
  expect(proxy.seen).toEqual(['POST http://hooks.invalid/a?b hooks.invalid hi'])
})

test('a secure address goes through a tunnel', async () => {
  await using proxy = await openProxy()
  const url = new URL('https://hooks.invalid/a')
  // Behind the tunnel nobody speaks TLS.
  await expect(sendChosen({ ...post, url, proxy: { https: proxy.address }, signal })).rejects.toThrow(
    'the connection failed',
  )
  expect(proxy.seen[0]).toBe('CONNECT hooks.invalid:443')
})

test('this machine and what NO_PROXY names are reached directly, and no redirect is followed', async () => {
  await using proxy = await openProxy()
  const url = new URL(`${proxy.address}/moved`)
  expect(await sendChosen({ ...post, url, proxy: { http: 'http://127.0.0.1:1' }, signal })).toMatchObject({
    status: 302,
  })
  expect(proxy.seen).toEqual([`POST /moved ${url.host} hi`])
  const direct = { http: proxy.address, no: 'hooks.invalid' }
  await expect(
    sendChosen({ ...post, url: new URL('http://hooks.invalid/'), proxy: direct, signal }),
  ).rejects.toThrow('the connection failed')
})
