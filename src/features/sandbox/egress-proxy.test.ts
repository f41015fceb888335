import { createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createRawServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Resolve } from './egress.ts'
import { EgressProxy, type EgressProxyOptions } from './egress-proxy.ts'
import { createHostList } from './host-list.ts'

const open = async (network: Parameters<typeof createHostList>[0], more: Partial<EgressProxyOptions> = {}) =>
  await EgressProxy.open({ hosts: createHostList(network), ...more })

const serve = async () => {
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('end', () =>
      response.end(
        JSON.stringify({
          url: incoming.url,
          host: incoming.headers.host,
          secret: incoming.headers['proxy-authorization'],
          body: Buffer.concat(chunks).toString(),
        }),
      ),
    )
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

interface Asked {
  readonly status: number | undefined
  readonly text: string
}

const ask = (
  proxy: EgressProxy,
  path: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Asked> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: proxy.port, path, agent: false, ...more }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('error', reject)
    sent.end(more['method'] === 'POST' ? 'sent' : undefined)
  })

/** Everything a raw client gets back for what it sends first. */
const say = (port: number | undefined, text: string, then = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: port ?? 0, host: '127.0.0.1' }, () => socket.write(text))
    let got = ''
    socket.on('data', chunk => {
      const first = got === ''
      got += chunk.toString('latin1')
      if (first && then !== '' && got.includes(' 200 ')) socket.write(then)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
  })

test('a plain request to an allowed host goes through, without what belongs to the proxy', async () => {
  await using server = await serve()
  await using proxy = await open({ allowedDomains: ['127.0.0.1'] })
  const { status, text } = await ask(proxy, `http://127.0.0.1:${server.port}/a?b`, {
    method: 'POST',
    headers: { host: 'forged.test', 'proxy-authorization': 'Basic x' },
  })
  expect([status, JSON.parse(text)]).toEqual([
    200,
    { url: '/a?b', host: `127.0.0.1:${server.port}`, body: 'sent' },
  ])
  expect(proxy.refusalsSince(0)).toEqual([])
})

test('a tunnel carries bytes both ways', async () => {
  const echo = createRawServer(socket => socket.on('data', chunk => socket.end(`<${chunk.toString()}>`)))
  await new Promise<void>(done => echo.listen(0, '127.0.0.1', done))
  const { port } = echo.address() as AddressInfo
  await using proxy = await open({ allowedDomains: ['127.0.0.1'] })
  const got = await say(proxy.port, `CONNECT 127.0.0.1:${port} HTTP/1.1\r\nhost: x\r\n\r\n`, 'hello')
  expect(got).toBe('HTTP/1.1 200 Connection established\r\n\r\n<hello>')
  echo.close()
})

test('a host that is not allowed is refused in words and remembered', async () => {
  await using proxy = await open({ allowedDomains: ['example.org'] })
  const { status, text } = await ask(proxy, 'http://other.test/')
  const tunnel = await say(proxy.port, 'CONNECT evil.test:443 HTTP/1.1\r\nhost: x\r\n\r\n')
  expect([status, text]).toEqual([
    403,
    'The Capstan sandbox refused this connection: other.test is not among sandbox.network.allowedDomains.\n',
  ])
  expect(tunnel).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*evil\.test is not among/)
  expect(proxy.refusalsSince(1)).toEqual([
    {
      host: 'evil.test',
      why: expect.objectContaining({
        text: 'evil.test is not among sandbox.network.allowedDomains',
        values: { text: 'evil.test 不在 sandbox.network.allowedDomains 中' },
      }),
    },
  ])
})

test.each([
  ['a public name that stands for this machine', 'api.example.org', '127.0.0.1'],
  ['a public name that stands for the credentials of the cloud', 'api.example.org', '169.254.169.254'],
  ['one of several addresses', 'api.example.org', '93.184.216.34,10.0.0.1'],
])('%s is refused after it was resolved', async (_name, host, addresses) => {
  const resolve: Resolve = async () => addresses.split(',').map(address => ({ address }))
  await using proxy = await open({ allowedDomains: ['*.example.org'] }, { resolve })
  const { status } = await ask(proxy, `http://${host}/`)
  expect([status, proxy.mark]).toEqual([403, 1])
})

test('the name is resolved once and what was checked is connected to', async () => {
  await using server = await serve()
  const asked: string[] = []
  const resolve: Resolve = async host => {
    asked.push(host)
    return [{ address: asked.length === 1 ? '127.0.0.1' : '10.9.9.9' }]
  }
  await using proxy = await open({ allowedDomains: ['build.localhost'] }, { resolve })
  const { status } = await ask(proxy, `http://BUILD.localhost.:${server.port}/`)
  expect([status, asked]).toEqual([200, ['build.localhost']])
})

test.each([
  'CONNECT example.org HTTP/1.1',
  'CONNECT user@example.org:443 HTTP/1.1',
  'CONNECT example.org:443/x HTTP/1.1',
  'CONNECT example.org:99999 HTTP/1.1',
  'CONNECT example.org\\.evil.test:443 HTTP/1.1',
  'GET /etc/passwd HTTP/1.1',
  'GET ftp://example.org/ HTTP/1.1',
  'GET http://user:pass@example.org/ HTTP/1.1',
  'GET http://example.org%00.evil.test/ HTTP/1.1',
])('%s is refused', async line => {
  const resolve: Resolve = async () => [{ address: '127.0.0.1' }]
  await using proxy = await open({ allowedDomains: ['example.org'] }, { resolve })
  expect(await say(proxy.port, `${line}\r\nhost: x\r\nconnection: close\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 40[03] /,
  )
})

test('a host that does not answer is a failure of the network, not a refusal', async () => {
  const resolve: Resolve = async () => Promise.reject(new Error('no such name'))
  await using proxy = await open({ allowedDomains: ['example.org'] }, { resolve })
  const { status, text } = await ask(proxy, 'http://example.org/')
  expect([status, text, proxy.mark]).toEqual([
    502,
    'The Capstan sandbox could not connect: the name example.org cannot be resolved.\n',
    0,
  ])
})

test('the person is asked about a host that no list names, where settings say so, and about no other', async () => {
  await using server = await serve()
  const asked: string[] = []
  const mayReach = async (host: string) => {
    asked.push(host)
    return host !== 'no.localhost'
  }
  const resolve: Resolve = async host => [{ address: host === 'private.test' ? '10.0.0.7' : '127.0.0.1' }]
  const network = {
    strictAllowlist: false,
    deniedDomains: ['denied.test'],
    allowedDomains: ['build.localhost'],
  }
  await using proxy = await open(network, { mayReach, resolve })
  const reached = async (host: string) => (await ask(proxy, `http://${host}:${server.port}/`)).status
  expect([await reached('build.localhost'), await reached('no.test'), asked]).toEqual([200, 403, ['no.test']])
  // A yes opens no private address, and a list that denies is not asked about.
  expect([await reached('private.test'), await reached('denied.test'), await reached('127.0.0.1')]).toEqual([
    403, 403, 403,
  ])
  expect([await reached('metadata.google.internal'), asked]).toEqual([403, ['no.test', 'private.test']])
  for (const strict of [
    {},
    { strictAllowlist: true },
    { strictAllowlist: false, allowManagedDomainsOnly: true },
  ]) {
    await using closed = await open({ ...network, strictAllowlist: undefined, ...strict } as never, {
      mayReach,
      resolve,
    })
    expect((await ask(closed, `http://other.test:${server.port}/`)).status).toBe(403)
  }
  expect(asked).toHaveLength(2)
})

test('a host that the person allowed is reached', async () => {
  await using server = await serve()
  const wayOut = createServer()
  wayOut.on('connect', (asked, socket) => {
    const out = connect(server.port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    expect(asked.url).toBe('93.184.216.34:80')
    out.pipe(socket).pipe(out)
  })
  await new Promise<void>(done => wayOut.listen(0, '127.0.0.1', done))
  const upstream = { http: `http://127.0.0.1:${(wayOut.address() as AddressInfo).port}` }
  const resolve: Resolve = async () => [{ address: '93.184.216.34' }]
  await using proxy = await open(
    { strictAllowlist: false },
    { upstream, resolve, mayReach: async () => true },
  )
  const { status, text } = await ask(proxy, 'http://example.org/')
  wayOut.closeAllConnections()
  wayOut.close()
  expect([status, JSON.parse(text).host]).toEqual([200, 'example.org'])
})

test.each(['destroy', 'end'] as const)(
  'a question is withdrawn with the connection that waits for it (%s)',
  async how => {
    const gone = Promise.withResolvers<void>()
    const mayReach = async (_host: string, signal: AbortSignal) => {
      signal.addEventListener('abort', () => gone.resolve())
      socket[how]()
      return await new Promise<boolean>(() => undefined)
    }
    await using proxy = await open({ strictAllowlist: false }, { mayReach })
    const socket = connect({ port: proxy.port ?? 0, host: '127.0.0.1' }, () =>
      socket.write('CONNECT other.test:443 HTTP/1.1\r\nhost: x\r\n\r\n'),
    )
    await gone.promise
  },
)

test('on a port only those who know the word are served', async () => {
  await using server = await serve()
  await using proxy = await open({ allowedDomains: ['127.0.0.1'] }, { token: 'word' })
  const url = `http://127.0.0.1:${server.port}/`
  const basic = (text: string) => ({ headers: { 'proxy-authorization': `Basic ${btoa(text)}` } })
  const answers = await Promise.all([
    ask(proxy, url),
    ask(proxy, url, basic('capstan:wrong')),
    ask(proxy, url, basic('capstan:word')),
  ])
  expect(answers.map(answer => answer.status)).toEqual([403, 403, 200])
})

test('it listens on a socket when told to, and closing ends every connection', async () => {
  await using tmp = tmpDir()
  const socketPath = join(tmp.path, 'proxy.sock')
  const proxy = await open({ allowedDomains: [] }, { socketPath })
  expect(proxy.port).toBeUndefined()
  const closed = new Promise<void>(resolve => {
    const socket = connect({ path: socketPath }, () => void proxy[Symbol.asyncDispose]())
    socket.on('close', () => resolve())
    socket.on('error', () => undefined)
  })
  await closed
})
