import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer as createPlainServer, type IncomingHttpHeaders } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import { type AddressInfo, connect as connectRaw, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls, createServer as createRawTls } from 'node:tls'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { SandboxSettings } from '../../../protocol/settings.ts'
import { EgressProxy } from '../egress-proxy.ts'
import { createHostList } from '../host-list.ts'
import { openBoundary } from './credential-boundary.ts'
import { CredentialVault } from './credential-vault.ts'
import { SessionAuthority } from './session-authority.ts'

const SECRET = 'ghp_aRealSecretThatNobodyMaySee123456789'

interface Seen {
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly raw: readonly string[]
  readonly body: string
}

type Answer = (seen: Seen) => {
  readonly status?: number
  readonly headers?: Record<string, string | string[]>
}

/** Whom this machine trusts, for the length of a test. */
const world = new SessionAuthority({ patterns: ['*'], now: Date.now })

/** A server on loopback that keeps what it was sent. */
const serve = async (options: ServerOptions | 'plain', answer: Answer = () => ({})) => {
  const seen: Seen[] = []
  let connections = 0
  const listener: Parameters<typeof createPlainServer>[1] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const one = {
        url: request.url,
        headers: request.headers,
        raw: request.rawHeaders,
        body: Buffer.concat(chunks).toString(),
      }
      seen.push(one)
      const { status = 200, headers = {} } = answer(one)
      response.writeHead(status, headers)
      response.end('answered')
    })
  }
  const server = options === 'plain' ? createPlainServer(listener) : createServer(options, listener)
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    seen,
    connections: () => connections,
    closeIdle: () => server.closeIdleConnections(),
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}

const MASKED: SandboxSettings = {
  credentials: { envVars: [{ name: 'TOKEN', injectHosts: ['localhost'] }] },
  network: { allowedDomains: ['localhost', '127.0.0.1', 'other.localhost'], tlsTerminate: true },
}

/** The proxy of a sandbox in which TOKEN is masked. */
const openProxy = async (
  settings: SandboxSettings = MASKED,
  more: { readonly token?: string; readonly secret?: string } = {},
) => {
  const tmp = tmpDir()
  mkdirSync(join(tmp.path, 'net'))
  const vault = new CredentialVault(settings, { canMaskFiles: true })
  const { env } = vault.maskVariables({ TOKEN: more.secret ?? SECRET, OTHER: `${SECRET}other` })
  const roots = join(tmp.path, 'world.pem')
  writeFileSync(roots, world.certificate)
  const boundary = await openBoundary(settings, {
    ...{ vault, own: tmp.path, env: { SSL_CERT_FILE: roots }, now: Date.now },
    connect: target => proxy.connect(target),
  })
  const proxy: EgressProxy = await EgressProxy.open({
    hosts: createHostList(settings.network ?? {}),
    credentials: boundary.credentials,
    resolve: async () => [{ address: '127.0.0.1' }],
    ...(more.token === undefined ? {} : { token: more.token }),
  })
  const trust = boundary.trust === undefined ? '' : readFileSync(boundary.trust, 'utf8')
  return {
    proxy,
    trust,
    placeholder: env['TOKEN'] ?? '',
    other: env['OTHER'] ?? '',
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]()
      await boundary[Symbol.asyncDispose]()
      await tmp[Symbol.asyncDispose]()
    },
  }
}

type Proxied = Awaited<ReturnType<typeof openProxy>>

/** A tunnel as programs inside ask for it; what the proxy says first when it makes none. */
const tunnel = (held: Proxied, authority: string, headers = ''): Promise<Socket | string> =>
  new Promise((resolve, reject) => {
    const socket = connectRaw(held.proxy.port ?? 0, '127.0.0.1', () =>
      socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${headers}\r\n`),
    )
    socket.once('error', reject)
    socket.once('data', data => {
      const text = data.toString('latin1')
      if (text.startsWith('HTTP/1.1 200')) resolve(socket)
      else resolve(text)
    })
  })

/** TLS through a tunnel, trusting what programs inside trust. */
const secure = async (held: Proxied, authority: string, ca = held.trust) => {
  const socket = await tunnel(held, authority)
  if (typeof socket === 'string') throw new Error(socket)
  const servername = authority.split(':')[0] ?? ''
  const named = /^[\d.]+$/.test(servername) ? {} : { servername }
  const tls = connectTls({ socket, ca, host: servername, ...named, ALPNProtocols: ['h2', 'http/1.1'] })
  await new Promise((resolve, reject) => {
    tls.once('secureConnect', resolve)
    tls.once('error', reject)
  })
  return tls
}

/** All that comes back for raw text, until the other side ends or as many answers have come. */
const say = (stream: Socket, text: string, answers = 1): Promise<string> =>
  new Promise(resolve => {
    let got = ''
    stream.on('data', chunk => {
      got += chunk.toString('latin1')
      if (got.split('HTTP/1.1 ').length > answers && got.endsWith('0\r\n\r\n')) resolve(got)
    })
    stream.on('error', () => resolve(got))
    stream.on('close', () => resolve(got))
    stream.write(text)
  })

const here = world.certificateFor('localhost')

test('the placeholder looks like the secret and is another in every session', async () => {
  const [one, two] = [
    new CredentialVault(MASKED, { canMaskFiles: true }),
    new CredentialVault(MASKED, { canMaskFiles: true }),
  ]
  const seen = [one, one, two].map(vault => vault.maskVariables({ TOKEN: SECRET }).env['TOKEN'] ?? '')
  expect(seen[0]).toMatch(/^ghp_[A-Za-z0-9]{36}$/)
  expect([seen[0] === seen[1], seen[0] === seen[2], seen.includes(SECRET)]).toEqual([true, false, false])
})

test('of several words about one credential the strictest counts: hidden, or the hosts that all masks name', () => {
  const network = { allowedDomains: ['*', 'api.test'] }
  const vaultOf = (...envVars: NonNullable<NonNullable<SandboxSettings['credentials']>['envVars']>) =>
    new CredentialVault({ network, credentials: { envVars } }, { canMaskFiles: true })
  const on = (...injectHosts: readonly string[]) => ({ name: 'T', injectHosts })
  const hidden = vaultOf('T', on('good.test'))
  expect([hidden.hiddenVariables, hidden.isEmpty, hidden.covers('good.test')]).toEqual([['T'], true, false])
  const unnamed = vaultOf({ name: 'T' })
  expect([unnamed.covers('api.test'), unnamed.covers('any.test')]).toEqual([true, false])
  expect(vaultOf(on('::1')).covers('[::1]')).toBe(true)
  expect(vaultOf(on('a.test', 'b.test'), on('b.test', 'c.test')).patterns).toEqual(['b.test'])
  expect(vaultOf(on('*.test'), on('api.test', '*.api.test', 'api-*.test', 'evil.org')).patterns).toEqual([
    'api.test',
    '*.api.test',
    'api-*.test',
  ])
  expect(vaultOf(on('api.test'), on('evil.test')).names('nowhere')).toEqual(['T'])
  expect(vaultOf(on('*'), on('evil.test')).patterns).toEqual(['evil.test'])
  expect(vaultOf(on('api-*.test'), on('*.test')).patterns).toEqual(['api-*.test'])
})

test('a masked credential is put into the headers of requests to its host, and the command never has it', async () => {
  await using server = await serve(here)
  await using held = await openProxy()
  const basic = (password: string) => Buffer.from(`me:${password}`).toString('base64')
  const tls = await secure(held, `localhost:${server.port}`)
  const got = await say(
    tls,
    [
      `GET /a HTTP/1.1\r\nhost: localhost:${server.port}\r\nauthorization: Bearer ${held.placeholder}\r\n\r\n`,
      `GET /b HTTP/1.1\r\nhost: localhost:${server.port}\r\nauthorization: Basic ${basic(held.placeholder)}\r\n\r\n`,
      `POST /c HTTP/1.1\r\nhost: localhost:${server.port}\r\nprivate-token: ${held.placeholder}\r\ncontent-length: 2\r\n\r\nhi`,
    ].join(''),
    3,
  )
  expect(
    server.seen.map(({ url, headers, body }) => [
      url,
      headers.authorization ?? headers['private-token'],
      body,
    ]),
  ).toEqual([
    ['/a', `Bearer ${SECRET}`, ''],
    ['/b', `Basic ${basic(SECRET)}`, ''],
    ['/c', SECRET, 'hi'],
  ])
  expect([tls.alpnProtocol, got.split('answered').length, got.includes(SECRET)]).toEqual([
    'http/1.1',
    4,
    false,
  ])
})

test('it is put into no address, no body, no header that servers repeat, and nothing that comes behind a header', async () => {
  await using server = await serve(here)
  await using held = await openProxy()
  const { placeholder: p } = held
  const tls = await secure(held, `localhost:${server.port}`)
  await say(
    tls,
    `POST /x?t=${p} HTTP/1.1\r\nhost: localhost:${server.port}\r\nuser-agent: ${p}\r\nreferer: https://e/${p}\r\norigin: ${p}\r\nx-forwarded-for: ${p}\r\ncontent-type: ${p}\r\n${p}: x\r\ntransfer-encoding: chunked\r\ntrailer: t\r\n\r\n${p.length.toString(16)}\r\n${p}\r\n0\r\nt: ${p}\r\n\r\n`,
  )
  expect(JSON.stringify(server.seen)).not.toContain(SECRET)
  expect(server.seen[0]).toMatchObject({ url: `/x?t=${p}`, body: p })
})

test('another host gets the placeholder, whether a redirect, a name in a header or an address led there', async () => {
  await using other = await serve(world.certificateFor('other.localhost'))
  await using byAddress = await serve(world.certificateFor('127.0.0.1'))
  await using server = await serve(here, () => ({
    status: 302,
    headers: { location: `https://other.localhost:${other.port}/` },
  }))
  await using held = await openProxy()
  const sent = (host: string) =>
    `GET / HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${held.placeholder}\r\n\r\n`
  await say(await secure(held, `localhost:${server.port}`), sent(`localhost:${server.port}`))
  // What is not decrypted shows the certificate of the host itself.
  await say(
    await secure(held, `other.localhost:${other.port}`, world.certificate),
    sent(`other.localhost:${other.port}`),
  )
  await say(
    await secure(held, `127.0.0.1:${byAddress.port}`, world.certificate),
    sent(`localhost:${server.port}`),
  )
  expect(
    [server, other, byAddress].map(({ seen }) => seen.map(({ headers }) => headers.authorization)),
  ).toEqual([[`Bearer ${SECRET}`], [`Bearer ${held.placeholder}`], [`Bearer ${held.placeholder}`]])
})

test.each([
  ['another name', 'host: evil.test', '/'],
  ['another port', 'host: localhost:1', '/'],
  ['no name', 'x: y', '/'],
  ['a name with user information', 'host: localhost@evil.test', '/'],
  ['an absolute address', 'host: localhost', 'https://evil.test/'],
])(
  'a request behind the tunnel with %s is refused, also as the second of a connection',
  async (_what, header, path) => {
    await using server = await serve(here)
    await using held = await openProxy()
    const name = `localhost:${server.port}`
    const first = `GET /first HTTP/1.1\r\nhost: ${name}\r\n\r\n`
    const got = await say(
      await secure(held, name),
      `${first}GET ${path} HTTP/1.1\r\n${header}\r\nauthorization: ${held.placeholder}\r\n\r\n`,
      2,
    )
    expect(got).toMatch(/ 200 OK[\s\S]*HTTP\/1\.1 4(?:21|00) /)
    expect(server.seen.map(({ url }) => url)).toEqual(['/first'])
  },
)

test.each([
  ['a folded header', 'authorization: Bearer\r\n {p}\r\n'],
  ['two lengths', 'content-length: 3\r\ncontent-length: 30\r\n'],
  ['a length and chunks', 'content-length: 3\r\ntransfer-encoding: chunked\r\n'],
  ['a bare line feed', 'a: b\nauthorization: {p}\r\n'],
  ['a NUL', 'a: b\0\r\n'],
  ['huge headers', `a: ${'x'.repeat(40_000)}\r\n`],
])('%s reaches nobody', async (_what, lines) => {
  await using server = await serve(here)
  await using held = await openProxy()
  const tls = await secure(held, `localhost:${server.port}`)
  const got = await say(
    tls,
    `GET / HTTP/1.1\r\nhost: localhost:${server.port}\r\n${lines.replace('{p}', held.placeholder)}\r\n0\r\n\r\n`,
  )
  expect([got.slice(0, 12), server.seen]).toEqual([expect.stringMatching(/^HTTP\/1\.1 4\d\d|^$/), []])
})

test('a body that hides a second request stays a body', async () => {
  await using server = await serve(here)
  await using held = await openProxy()
  const name = `localhost:${server.port}`
  const hidden = `GET /hidden HTTP/1.1\r\nhost: ${name}\r\n\r\n`
  await say(
    await secure(held, name),
    `GET / HTTP/1.1\r\nhost: ${name}\r\ntransfer-encoding: chunked\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  )
  expect(server.seen.map(({ url, body }) => [url, body])).toEqual([['/', hidden]])
})

test('an upgrade is passed on as a plain request', async () => {
  await using server = await serve(here)
  await using held = await openProxy()
  const name = `localhost:${server.port}`
  const got = await say(
    await secure(held, name),
    `GET / HTTP/1.1\r\nhost: ${name}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nauthorization: Bearer ${held.placeholder}\r\n\r\n`,
  )
  expect([got.slice(0, 15), server.seen[0]?.headers.upgrade]).toEqual(['HTTP/1.1 200 OK', undefined])
})

test('a response that repeats the credential in its headers brings the placeholder', async () => {
  await using server = await serve(here, ({ headers }) => ({
    headers: {
      'x-you-said': headers.authorization ?? '',
      'set-cookie': [`t=${SECRET}`, 'a=b'],
      location: `/?token=${SECRET}`,
    },
  }))
  await using held = await openProxy()
  const name = `localhost:${server.port}`
  const basic = (password: string) => Buffer.from(`me:${password}`).toString('base64')
  const got = await say(
    await secure(held, name),
    `GET / HTTP/1.1\r\nhost: ${name}\r\nauthorization: Basic ${basic(held.placeholder)}\r\n\r\n`,
  )
  expect([got.includes(SECRET), got.includes(basic(SECRET))]).toEqual([false, false])
  expect(got).toContain(`x-you-said: Basic ${basic(held.placeholder)}`)
  expect(got).toContain(`set-cookie: t=${held.placeholder}`)
  expect(got).toContain(`location: /?token=${held.placeholder}`)
})

test('a credential that would end a header stays out of it, and nothing that a host answers ends the program', async () => {
  await using server = await serve(here)
  await using held = await openProxy(MASKED, { secret: `a${SECRET}\r\nx-injected: yes` })
  const name = `localhost:${server.port}`
  const get = `GET / HTTP/1.1\r\nhost: ${name}\r\nauthorization: Bearer ${held.placeholder}\r\n\r\n`
  await say(await secure(held, name), get)
  expect(server.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${held.placeholder}` })
  expect(server.seen[0]?.headers['x-injected']).toBeUndefined()
  const answers = [
    'HTTP/1.1 000 x\r\n\r\n',
    'HTTP/1.1 099 x\r\n\r\n',
    'HTTP/1.1 200 \u0001\r\na: \u0001\r\n\r\n',
    'SSH-2.0\r\n',
    '',
  ]
  for (const answer of answers) {
    const hostile = createRawTls(here, socket => socket.once('data', () => socket.end(answer)))
    await new Promise<void>(done => hostile.listen(0, '127.0.0.1', done))
    const to = `localhost:${(hostile.address() as AddressInfo).port}`
    const got = await say(await secure(held, to), get.replace(name, to))
    hostile.close()
    expect(got.slice(0, 12)).toMatch(/^$|^HTTP\/1\.1 [245]0[02]$/)
  }
})

test('of several credentials each goes to its own hosts only', async () => {
  await using server = await serve(here)
  const credentials = {
    envVars: [
      { name: 'TOKEN', injectHosts: ['localhost'] },
      { name: 'OTHER', injectHosts: ['other.localhost'] },
    ],
  }
  await using held = await openProxy({ ...MASKED, credentials })
  const name = `localhost:${server.port}`
  await say(
    await secure(held, name),
    `GET / HTTP/1.1\r\nhost: ${name}\r\nauthorization: ${held.placeholder}\r\nprivate-token: ${held.other}\r\n\r\n`,
  )
  expect(server.seen[0]?.headers).toMatchObject({ authorization: SECRET, 'private-token': held.other })
})

test('a kept connection that ends with the next request is no failure of that request', async () => {
  let connections = 0
  const server = createRawTls(here, socket => {
    connections += 1
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')
      socket.once('data', () => socket.destroy())
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  await using held = await openProxy()
  const name = `localhost:${(server.address() as AddressInfo).port}`
  const tls = await secure(held, name)
  const send = (method: string) =>
    say(tls, `${method} / HTTP/1.1\r\nhost: ${name}\r\ncontent-type: x\r\n\r\n`)
  expect([(await send('GET')).slice(0, 12), (await send('GET')).slice(0, 12), connections]).toEqual([
    'HTTP/1.1 200',
    'HTTP/1.1 200',
    2,
  ])
  server.close()
})

test('a host that cannot show who it is gets nothing', async () => {
  const stranger = new SessionAuthority({ patterns: ['*'], now: Date.now })
  await using forged = await serve(stranger.certificateFor('localhost'))
  await using misnamed = await serve(world.certificateFor('evil.test'))
  await using held = await openProxy()
  for (const { port, seen } of [forged, misnamed]) {
    const got = await say(
      await secure(held, `localhost:${port}`),
      `GET / HTTP/1.1\r\nhost: localhost:${port}\r\nauthorization: ${held.placeholder}\r\n\r\n`,
    )
    expect([got.slice(0, 12), seen]).toEqual(['HTTP/1.1 502', []])
  }
})

test('requests that may be sent twice share a connection, and one that has ended meanwhile is no failure', async () => {
  await using server = await serve(here)
  await using held = await openProxy()
  const name = `localhost:${server.port}`
  const get = `GET / HTTP/1.1\r\nhost: ${name}\r\n\r\n`
  const tls = await secure(held, name)
  await say(tls, get)
  await say(tls, get)
  expect([server.seen.length, server.connections()]).toEqual([2, 1])
  server.closeIdle()
  expect(await say(tls, get)).toContain('200 OK')
  expect([server.seen.length, server.connections()]).toEqual([3, 2])
})

test('what is no TLS goes through the tunnel as it is', async () => {
  await using server = await serve('plain')
  await using held = await openProxy()
  const socket = await tunnel(held, `localhost:${server.port}`)
  await say(
    socket as Socket,
    `GET / HTTP/1.1\r\nhost: localhost\r\nauthorization: ${held.placeholder}\r\nconnection: close\r\n\r\n`,
  )
  expect(server.seen[0]?.headers.authorization).toBe(held.placeholder)
})

test('over plain http nothing is put in, unless settings say so', async () => {
  await using server = await serve('plain')
  const ask = async (settings: SandboxSettings) => {
    await using held = await openProxy(settings)
    const socket = connectRaw(held.proxy.port ?? 0, '127.0.0.1')
    const get = `GET http://localhost:${server.port}/ HTTP/1.1\r\nhost: evil.test\r\nauthorization: ${held.placeholder}\r\nconnection: close\r\n\r\n`
    await say(socket, get)
    return server.seen.at(-1)?.headers.authorization === SECRET
  }
  const plain = { ...MASKED, credentials: { ...MASKED.credentials, allowPlaintextInject: true } }
  expect([await ask(MASKED), await ask(plain)]).toEqual([false, true])
})

test('without termination the placeholder leaves as it is, in what the proxy cannot read', async () => {
  await using server = await serve(here)
  const { tlsTerminate: _off, ...network } = MASKED.network ?? {}
  await using held = await openProxy({ ...MASKED, network })
  const name = `localhost:${server.port}`
  const get = `GET / HTTP/1.1\r\nhost: ${name}\r\nauthorization: ${held.placeholder}\r\n\r\n`
  await say(await secure(held, name, world.certificate), get)
  expect([held.trust, server.seen[0]?.headers.authorization]).toEqual(['', held.placeholder])
})

test('who does not belong to the sandbox gets no tunnel, and a host that is not allowed neither', async () => {
  await using held = await openProxy(MASKED, { token: 'word' })
  const known = `proxy-authorization: Basic ${btoa('capstan:word')}\r\n`
  expect(await tunnel(held, 'localhost:443')).toMatch(/^HTTP\/1\.1 403 /)
  expect(await tunnel(held, 'evil.test:443', known)).toMatch(/^HTTP\/1\.1 403 /)
  expect(await tunnel(held, '93.184.216.34:443', known)).toMatch(/^HTTP\/1\.1 403 /)
})
