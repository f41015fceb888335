import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserChoice } from '../../src/engine/browser/options.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import type { BrowserSettings } from '../../src/protocol/tools/browser.ts'
import { createWorld, type World, type WorldOptions } from './engine-bench.ts'
import { browserPath } from './needs-program.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Sites on the open internet, as the browser sees them: whatever address it asks for, the same program answers. */
export interface Sites extends AsyncDisposable {
  /** What was asked for, as `GET host/path`. */
  readonly hits: string[]
  /** A page, or whatever else is at that address; the host alone: all of it. */
  readonly pages: Map<string, string | Answer>
  /** Of the server on this machine. */
  readonly port: number
  /** The way to all others. */
  readonly proxy: string
}

const openSites = async (): Promise<Sites> => {
  const hits: string[] = []
  const pages: Sites['pages'] = new Map()
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const path = (request.url ?? '').split('?')[0] ?? ''
    hits.push(`${request.method} ${host}${request.url}`)
    const page = pages.get(`${host}${path}`) ?? pages.get(host)
    if (typeof page === 'function') return page(request, response)
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(page ?? 'nothing here')
  })
  const proxy = createServer()
  proxy.on('connect', (_, socket, head) => {
    const onward = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  for (const each of [server, proxy]) {
    each.on('connection', (socket: Socket) => sockets.add(socket))
    await new Promise<void>(resolve => each.listen(0, '127.0.0.1', resolve))
  }
  return {
    hits,
    pages,
    port: (server.address() as AddressInfo).port,
    proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([server, proxy].map(each => new Promise(resolve => each.close(resolve))))
    },
  }
}

export interface BrowserWorld extends AsyncDisposable {
  readonly sites: Sites
  readonly world: World
  /** Questions so far, each with its title. */
  readonly asked: PermissionRequest[]
  /** How questions are answered from now on; the first is no. */
  answer(with_: (request: PermissionRequest) => PermissionAnswer): void
  /** One call of the model after the other; what it sees of each. */
  browse(...inputs: readonly Readonly<Record<string, unknown>>[]): Promise<readonly string[]>
  /** The same with whatever else the model may do; the turn ends behind the last. */
  play(...replies: readonly ScriptedReply[]): Promise<readonly string[]>
}

const NO: PermissionAnswer = { behavior: 'deny', message: 'no' }

/** A session whose model drives a real browser; it starts with the first call and is shared by all. */
export const openBrowserWorld = async (
  options: Partial<WorldOptions> & {
    readonly settings?: BrowserSettings
    readonly canAsk?: boolean
    readonly browser?: Partial<BrowserChoice>
  } = {},
): Promise<BrowserWorld> => {
  const sites = await openSites()
  const replies: ScriptedReply[] = []
  const world = await createWorld({
    ...options,
    scenario: { replies },
    config: config => ({
      browser: {
        on: true,
        settings: { path: browserPath(), ...options.settings },
        keptProfile: join(config.place.home, 'kept-profile'),
        tmpDir: tmpdir(),
        ...options.browser,
      },
      web: { userAgent: 'test', proxy: { http: sites.proxy, https: sites.proxy } },
      permissions: { ...config.permissions, canAsk: options.canAsk ?? true },
      ...options.config?.(config),
    }),
  })
  const asked: PermissionRequest[] = []
  let decide: (request: PermissionRequest) => PermissionAnswer = () => NO
  const reader = world.engine.events()
  void (async () => {
    for await (const event of reader)
      if (event.type === 'permission_request') {
        asked.push(event.request)
        await world.engine.send({
          type: 'answer_permission',
          id: event.request.id,
          answer: decide(event.request),
        })
      }
  })()
  let turns = 0
  const play: BrowserWorld['play'] = async (...wanted) => {
    turns += 1
    // What a turn before left unsaid is of no use any more.
    replies.length = 0
    replies.push(...wanted, { text: 'done' })
    const before = world.model.requests.length
    await world.ask(`turn ${turns}.`)
    return resultsIn(world.model.requests.slice(before + 1).map(({ messages }) => messages.at(-1)))
  }
  return {
    sites,
    world,
    asked,
    answer(with_) {
      decide = with_
    },
    play,
    browse: async (...inputs) => await play(...inputs.map(input => ({ tool: { name: 'Browser', input } }))),
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await sites[Symbol.asyncDispose]()
    },
  }
}

const resultsIn = (messages: readonly unknown[]): readonly string[] =>
  messages.map(message => {
    const { content } = message as {
      readonly content: readonly { readonly type: string; readonly content?: unknown }[]
    }
    const result = content.find(({ type }) => type === 'tool_result')?.content
    if (typeof result === 'string') return result
    return ((result ?? []) as readonly { readonly type: string; readonly text?: string }[])
      .map(({ type, text }) => text ?? `[${type}]`)
      .join('\n')
  })
