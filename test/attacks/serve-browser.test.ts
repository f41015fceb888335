import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserPath, hasChromium } from '../support/needs-program.ts'
import { openServeWorld, type ServeWorld } from '../support/serve-world.ts'

/** A browser that is signed in, a server of somebody else on this machine, and names that lead to both. */
interface Place extends AsyncDisposable {
  readonly world: ServeWorld
  readonly id: string
  readonly context: BrowserContext
  /** Cookies that reached the other server. */
  readonly caught: string[]
  /** The port of the other server. */
  readonly port: number
}

const listen = (server: Server): Promise<number> =>
  new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))

const openPlace = async (): Promise<Place> => {
  const world = await openServeWorld()
  const { session } = (await (await world.post('/api/v1/sessions', {})).json()) as { session: { id: string } }
  const caught: string[] = []
  const other = createServer((request, response) => {
    if (request.headers.cookie) caught.push(request.headers.cookie)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>other</title>')
  })
  const port = await listen(other)
  const browser: Browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.test 127.0.0.1'],
  })
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(world.server.newLink().url)
  await page.close()
  return {
    world,
    id: session.id,
    context,
    caught,
    port,
    async [Symbol.asyncDispose]() {
      await browser.close()
      other.close()
      other.closeAllConnections()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** Everything a page can try against an address, and what it got. */
const attack = `async ({ url, id }) => {
  const got = {}
  const api = url + '/api/v1/sessions'
  const tell = async (name, work) => { try { got[name] = String(await work()).slice(0, 80) } catch { got[name] = 'nothing' } }
  await tell('fetch', async () => (await fetch(api, { credentials: 'include' })).text())
  await tell('json', async () => (await fetch(api + '/' + id + '/ops', { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ op: { type: 'submit', content: 'evil' } }) })).text())
  await tell('plain', async () => (await fetch(api + '/' + id + '/ops', { method: 'POST', mode: 'no-cors', credentials: 'include', body: JSON.stringify({ op: { type: 'submit', content: 'evil' } }) })).type)
  await tell('socket', () => new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws') + '/api/v1/sessions/' + id + '/events')
    socket.onopen = () => resolve('open')
    socket.onmessage = event => resolve(event.data)
    socket.onerror = () => reject(new Error('refused'))
  }))
  await tell('stream', () => new Promise((resolve, reject) => {
    const source = new EventSource(api + '/' + id + '/events', { withCredentials: true })
    source.onmessage = event => resolve(event.data)
    source.onerror = () => { source.close(); reject(new Error('refused')) }
  }))
  await tell('form', () => new Promise(resolve => {
    const frame = document.createElement('iframe')
    frame.name = 'target'
    document.body.append(frame)
    const form = Object.assign(document.createElement('form'), { method: 'post', action: api + '/' + id + '/ops', target: 'target', enctype: 'text/plain' })
    form.append(Object.assign(document.createElement('input'), { name: '{"op":{"type":"submit","content":"evil","x":"', value: '"}}' }))
    document.body.append(form)
    frame.onload = () => { try { resolve(frame.contentDocument.body.innerText) } catch { resolve('nothing') } }
    form.submit()
  }))
  await tell('frame', () => new Promise(resolve => {
    const frame = Object.assign(document.createElement('iframe'), { src: url + '/' })
    frame.onload = () => { try { resolve(frame.contentDocument.body.innerText) } catch { resolve('nothing') } }
    document.body.append(frame)
  }))
  return got
}`

const NOTHING = {
  fetch: 'nothing',
  json: 'nothing',
  plain: 'nothing',
  socket: 'nothing',
  stream: 'nothing',
  form: 'nothing',
  frame: 'nothing',
}

const run = hasChromium() ? test : test.skip
let place: Place
beforeAll(async () => {
  if (hasChromium()) place = await openPlace()
}, 60_000)
afterAll(async () => await place?.[Symbol.asyncDispose]())

const attackFrom = async (address: string): Promise<Record<string, string>> => {
  const page = await place.context.newPage()
  try {
    await page.goto(address)
    return (await page.evaluate(
      `(${attack})(${JSON.stringify({ url: place.world.url, id: place.id })})`,
    )) as Record<string, string>
  } finally {
    await page.close()
  }
}

run('the browser is signed in: its own page reads sessions and follows them', async () => {
  const page = await place.context.newPage()
  await page.goto(place.world.server.newLink().url)
  const seen = await page.evaluate(`(async () => {
    const key = location.hash.slice('#key='.length)
    const text = await (await fetch('/api/v1/sessions', { headers: { 'x-capstan-key': key } })).text()
    const hello = await new Promise((resolve, reject) => {
      const socket = new WebSocket(location.origin.replace('http', 'ws') + '/api/v1/sessions/${place.id}/events', ['capstan.v1', 'capstan.key.' + key])
      socket.onmessage = event => resolve(JSON.parse(event.data).kind)
      socket.onerror = () => reject(new Error('refused'))
    })
    return { text, hello }
  })()`)
  expect(seen).toMatchObject({ text: expect.stringContaining(place.id), hello: 'hello' })
  await page.close()
})

run('a page of another site gets nothing and says nothing', async () => {
  expect(await attackFrom(`http://evil.test:${place.port}/`)).toEqual(NOTHING)
  expect(place.world.engines.get(place.id)?.ops).toEqual([])
})

run(
  'a page of another port of this machine gets nothing, and the cookie it catches opens nothing',
  async () => {
    expect(await attackFrom(`http://127.0.0.1:${place.port}/`)).toEqual(NOTHING)
    expect(place.world.engines.get(place.id)?.ops).toEqual([])
    const cookie = place.caught.find(each => each.startsWith('capstan_'))
    // Browsers do send cookies to every port of a host: that is why one alone is not enough.
    expect(cookie).toBeDefined()
    const answer = await fetch(`${place.world.url}/api/v1/sessions`, { headers: { cookie: cookie ?? '' } })
    expect(answer.status).toBe(401)
  },
)

run('a host name that was pointed at this machine gets nothing, not even the page', async () => {
  const page = await place.context.newPage()
  const { port } = new URL(place.world.url)
  const answer = await page.goto(`http://rebound.test:${port}/`)
  expect(answer?.status()).toBe(403)
  const got = await page.evaluate(`fetch('/api/v1/sessions').then(answer => answer.status)`)
  expect(got).toBe(403)
  await page.close()
})

run('a used link leads nowhere', async () => {
  const { url } = place.world.server.newLink()
  const page = await place.context.newPage()
  await page.goto(url)
  const again = await page.goto(url)
  expect(again?.status()).toBe(401)
  await page.close()
})
