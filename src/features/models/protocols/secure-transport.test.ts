import type { Server } from 'node:http'
import { createServer, type ServerOptions } from 'node:https'
import { afterEach, expect, test } from 'vitest'
import { closeServers, freePort, listen, newLog, startProxy } from '../../../../test/support/forward-proxy.ts'
import {
  EXPIRED_SERVER,
  HOUSE_AUTHORITY,
  HOUSE_CLIENT,
  HOUSE_SERVER,
  OTHER_SERVER,
} from '../../../../test/support/house-certificates.ts'
import { never } from '../../../../test/support/model-contract.ts'
import { readText } from './event-source.ts'
import { createTransport, type TransportOptions } from './transport.ts'

afterEach(closeServers)

const serve = async (options: ServerOptions): Promise<string> => {
  const server = createServer(options, (request, response) => {
    request.resume().on('end', () => response.end(`secure ${request.url}`))
  })
  return `https://127.0.0.1:${await listen(server as unknown as Server)}`
}

const post = async (url: string, options: TransportOptions): Promise<string> => {
  using transport = createTransport(options)
  const sent = { headers: {}, body: [Buffer.from('{}')], signal: never(), timeoutMs: 5000 }
  const incoming = await transport.post({ url: new URL(url), ...sent })
  return await readText(incoming, { stallMs: 5000, signal: never(), maxBytes: 10_000 })
}

const TRUSTED = { tls: { ca: HOUSE_AUTHORITY } }

test.each([
  [
    'an unknown authority',
    HOUSE_SERVER,
    {},
    /is signed by an authority this machine doesn't know\. .*NODE_EXTRA_CA_CERTS/,
  ],
  ['an expired certificate', EXPIRED_SERVER, TRUSTED, /^The certificate of https:\S+ has expired\./],
  [
    'another host name',
    OTHER_SERVER,
    TRUSTED,
    /is for another host name \(other\.example\)\. Check the base URL/,
  ],
])('one sentence tells of %s, and nothing is tried again', async (_name, server, options, words) => {
  const url = await serve(server)
  await expect(post(`${url}/`, options)).rejects.toMatchObject({
    kind: 'network',
    shouldRetry: false,
    message: expect.stringMatching(words),
  })
})

test('an authority of the machine is believed when nobody else knows the certificate, and read only then', async () => {
  let reads = 0
  const moreAuthorities = () => {
    reads += 1
    return [HOUSE_AUTHORITY]
  }
  const known = await serve(HOUSE_SERVER)
  expect(await post(`${known}/a`, { ...TRUSTED, moreAuthorities })).toBe('secure /a')
  expect(reads).toBe(0)
  expect(await post(`${known}/b`, { moreAuthorities })).toBe('secure /b')
  expect(reads).toBe(1)
  await expect(post(`${known}/`, { moreAuthorities: () => [] })).rejects.toThrow(/this machine doesn't know/)
})

test('a client shows its certificate with a locked key; without one it is told what to set', async () => {
  const url = await serve({
    ...HOUSE_SERVER,
    ca: HOUSE_AUTHORITY,
    requestCert: true,
    rejectUnauthorized: true,
  })
  const own = { ...TRUSTED.tls, ...HOUSE_CLIENT, passphrase: 'open-sesame' }
  expect(await post(`${url}/mine`, { tls: own })).toBe('secure /mine')
  await expect(post(`${url}/mine`, TRUSTED)).rejects.toThrow(/CAPSTAN_CLIENT_CERT and CAPSTAN_CLIENT_KEY/)
})

test('a proxy that speaks TLS is trusted by the same authorities, for both kinds of targets', async () => {
  const log = newLog()
  const proxy = `https://me:pw@${await startProxy(log, { secure: HOUSE_SERVER })}`
  const target = await serve(HOUSE_SERVER)
  const plain = await startProxy(newLog(), { status: 418 })
  const options = { ...TRUSTED, proxy: { http: proxy, https: proxy } }
  expect(await post(`${target}/x`, options)).toBe('secure /x')
  expect(await post(`http://${plain}/y`, options)).toBe('no')
  expect(log.asked).toEqual([`CONNECT ${new URL(target).host}`, `POST http://${plain}/y`])
  await expect(post(`${target}/x`, { ...options, tls: undefined })).rejects.toThrow(
    /^The certificate of https:\S+ is signed by an authority this machine doesn't know/,
  )
})

test.each(['http', 'https'])('a proxy on the way to %s says what is wrong in one sentence', async scheme => {
  const through = async (proxy: string) =>
    await post(`${scheme}://model.example/`, { proxy: { http: proxy, https: proxy } })
  const strict = await startProxy(newLog(), { status: 407 })
  await expect(through(strict)).rejects.toMatchObject({
    shouldRetry: false,
    message: `The proxy ${strict} wants a user name and password (status 407). Put them into HTTPS_PROXY or HTTP_PROXY: http://user:password@${strict}`,
  })
  await expect(through(`http://me:wrong@${strict}`)).rejects.toMatchObject({
    shouldRetry: false,
    message: `The proxy ${strict} didn't accept the user name and password in HTTPS_PROXY or HTTP_PROXY (status 407).`,
  })
  const nobody = `127.0.0.1:${await freePort()}`
  await expect(through(nobody)).rejects.toMatchObject({
    kind: 'network',
    message: `Can't connect to the proxy ${nobody} (ECONNREFUSED). Check HTTP_PROXY and HTTPS_PROXY, or name the model server's host in NO_PROXY.`,
  })
})
