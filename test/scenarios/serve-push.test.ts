import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPush } from '../../src/cli/serve/push.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { PushSettings } from '../../src/protocol/serve/serve-settings.ts'
import type { FakeTurn } from '../support/fake-engine.ts'
import { turnEnded } from '../support/fake-events.ts'
import { permissionRequest } from '../support/permission-request.ts'
import { eventually } from '../support/run-program.ts'
import { openServeWorld, type ServeWorld } from '../support/serve-world.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const ece: { decrypt(body: Uint8Array, how: object): Uint8Array } = createRequire(import.meta.url)('http_ece')

interface Pushed {
  readonly kind: string
  readonly title: string
  readonly text: string
  readonly token?: string
}

/** A browser with its push service, and whatever else takes a POST. */
const openBrowser = async () => {
  const own: ECDH = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  const pushed: Pushed[] = []
  const posted: { readonly path: string; readonly body: unknown }[] = []
  const headers: Record<string, unknown>[] = []
  const status = { push: 201 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (request.url === '/push/1') {
      headers.push(request.headers)
      if (status.push === 201)
        pushed.push(
          JSON.parse(
            Buffer.from(
              ece.decrypt(body, { version: 'aes128gcm', privateKey: own, authSecret: auth }),
            ).toString(),
          ),
        )
      response.writeHead(status.push).end()
    } else {
      posted.push({ path: request.url ?? '', body: JSON.parse(body.toString()) })
      response.writeHead(200).end()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    pushed,
    posted,
    headers,
    status,
    subscription: {
      endpoint: `${url}/push/1`,
      keys: { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const open = async (
  home: string,
  turns: readonly ((turn: FakeTurn) => Promise<void>)[],
  settings: PushSettings = {},
) => {
  const at = { env: {}, configHome: home, localize: inEnglish, log: (text: string) => void text }
  const push = await createPush({ enabled: true, privateEndpoints: true, ...settings }, at)
  const world = await openServeWorld(turns, { push })
  const opened = await world.post('/api/v1/sessions', {})
  const { session } = (await opened.json()) as { readonly session: { readonly id: string } }
  return { world, id: session.id }
}

const submit = (world: ServeWorld, id: string) =>
  world.post(`/api/v1/sessions/${id}/ops`, { op: { type: 'submit', content: 'go' } })
const answer = (world: ServeWorld, token: string | undefined, said: string) =>
  fetch(`${world.url}/api/v1/push/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, answer: said }),
  })

test('a question reaches a browser, is answered from there once, and so does the end', async () => {
  await using tmp = tmpDir()
  await using browser = await openBrowser()
  const got: unknown[] = []
  const { world, id } = await open(tmp.path, [
    async turn => {
      got.push(await turn.ask(permissionRequest({ details: { title: 'Run rm secret.txt' } })))
      await turn.emit(turnEnded())
    },
  ])
  await using _ = world
  expect(await (await world.call('/api/v1/server')).json()).toMatchObject({ push: true })
  const { key } = (await (await world.call('/api/v1/push')).json()) as { readonly key: string }
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  expect((await world.post('/api/v1/push', browser.subscription)).status).toBe(204)
  await submit(world, id)
  await eventually(() => browser.pushed.length === 1)
  const [question] = browser.pushed
  // What it asks stays here unless the person wants it sent.
  expect(question).toMatchObject({ kind: 'question', text: 'Needs your answer' })
  expect(JSON.stringify(question)).not.toContain('secret.txt')
  expect(browser.headers[0]).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '21600' })
  expect(String(browser.headers[0]?.['authorization'])).toContain(`k=${key}`)
  expect((await answer(world, 'x'.repeat(43), 'allow')).status).toBe(401)
  expect((await answer(world, question?.token, 'allow')).status).toBe(204)
  expect((await answer(world, question?.token, 'deny')).status).toBe(401)
  await eventually(() => browser.pushed.length === 2)
  expect(got).toEqual([{ behavior: 'allow', limited: true }])
  expect(browser.pushed[1]).toMatchObject({ kind: 'end', text: 'Done' })
  expect(statSync(join(tmp.path, 'serve', 'push.json')).mode & 0o777).toBe(0o600)
})

test('an answer for an old question does nothing; dangerous ones are not answered from a notification', async () => {
  await using tmp = tmpDir()
  await using browser = await openBrowser()
  const settings = { detail: 'text' } as const
  const { world, id } = await open(
    tmp.path,
    [
      async turn => {
        await turn.ask(permissionRequest({ id: 'q1', details: { title: 'Edit a.ts' } }))
        await turn.emit(turnEnded())
      },
      async turn => {
        await turn.ask(permissionRequest({ id: 'q2', needs: 'settings' }))
        await turn.ask(permissionRequest({ id: 'q3', toolName: 'AskUserQuestion' }))
      },
    ],
    settings,
  )
  await using _ = world
  await world.post('/api/v1/push', browser.subscription)
  await submit(world, id)
  await eventually(() => browser.pushed.length === 1)
  expect(browser.pushed[0]?.text).toBe('Needs your answer: Edit a.ts')
  const say = (question: string) =>
    world.post(`/api/v1/sessions/${id}/ops`, {
      op: { type: 'answer_permission', id: question, answer: { behavior: 'deny', message: '' } },
    })
  await say('q1')
  await eventually(() => browser.pushed.length === 2)
  expect((await answer(world, browser.pushed[0]?.token, 'allow')).status).toBe(401)
  expect(world.engines.get(id)?.ops.filter(({ type }) => type === 'answer_permission')).toHaveLength(1)
  await submit(world, id)
  await eventually(() => browser.pushed.length === 3)
  await say('q2')
  await eventually(() => browser.pushed.length === 4)
  expect(browser.pushed.slice(2).map(({ token }) => token)).toEqual([undefined, undefined])
})

test('what somebody looks at is not pushed; a browser that is gone is forgotten', async () => {
  await using tmp = tmpDir()
  await using browser = await openBrowser()
  const turn = async ({ emit }: FakeTurn): Promise<void> => await emit(turnEnded())
  const { world, id } = await open(tmp.path, [turn, turn, turn, turn], {
    ntfy: `${browser.url}/topic`,
    webhook: `${browser.url}/hook`,
  })
  await using _ = world
  await world.post('/api/v1/push', browser.subscription)
  await world.post('/api/v1/push/look', { client: 'c1', session: id })
  await submit(world, id)
  await eventually(() => world.engines.get(id)?.ops.length === 1)
  await world.post('/api/v1/push/look', { client: 'c1' })
  await submit(world, id)
  await eventually(() => browser.posted.length === 2 && browser.pushed.length === 1)
  // One for what was not seen, everywhere; none for what was.
  expect(browser.posted).toContainEqual({
    path: '/',
    body: { topic: 'topic', title: expect.any(String), message: 'Done' },
  })
  expect(browser.posted).toContainEqual({
    path: '/hook',
    body: { kind: 'end', session: id, title: expect.any(String), text: 'Done' },
  })
  expect(JSON.stringify(browser.posted)).not.toContain('token')
  browser.status.push = 410
  await submit(world, id)
  await eventually(() => browser.posted.length === 4 && browser.headers.length === 2)
  await submit(world, id)
  await eventually(() => browser.posted.length === 6)
  expect(browser.headers).toHaveLength(2)
})

test('an address in a private network or without TLS is refused unless settings let it; off is off', async () => {
  await using tmp = tmpDir()
  await using browser = await openBrowser()
  const { world } = await open(tmp.path, [], { privateEndpoints: false })
  await using _ = world
  expect((await world.post('/api/v1/push', browser.subscription)).status).toBe(409)
  const keys = { p256dh: 'x', auth: 'y' }
  expect((await world.post('/api/v1/push', { endpoint: 'https://push.example/1', keys })).status).toBe(409)
  await using off = await openServeWorld()
  expect((await off.call('/api/v1/push')).status).toBe(404)
  expect(await (await off.call('/api/v1/server')).json()).not.toHaveProperty('push')
})
