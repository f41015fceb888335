import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Waits on this machine for the browser to come back from a sign-in. */
export interface Loopback extends AsyncDisposable {
  readonly url: string
  /** What the browser brought, once its `state` is the right one. Rejects when the sign-in was refused, or on abort. */
  answer(isRight: (state: string | null) => boolean, signal: AbortSignal): Promise<URLSearchParams>
}

/** An address on this machine that a client was registered with: no other will do. */
export interface FixedReturn {
  /** As browsers are sent there: `localhost` or `127.0.0.1`. */
  readonly host: string
  readonly port: number
  readonly path: string
}

/** What became of a visit; `early`: nobody has said yet which state is the right one. */
type Told = 'signed in' | 'refused' | 'stranger' | 'early'

const WORDS: Readonly<Record<Told, string>> = {
  'signed in': 'Signed in. You can close this page and go back to the terminal.',
  refused: 'The sign-in was refused. Go back to the terminal to see why.',
  stranger: 'Capstan is not waiting for this sign-in, so it was ignored. Start again from the terminal.',
  early: 'Go back to the terminal: Capstan is finishing the sign-in.',
}

const page = (text: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Capstan</title><body style="font:16px system-ui;margin:4rem"><p>${text}</p>`

/** Listens on loopback only; without a wanted port, or when that is taken, on any free one. Throws for a fixed one. */
export const openLoopback = async (wanted?: number | FixedReturn): Promise<Loopback> => {
  const server = createServer()
  const fixed = typeof wanted === 'object' ? wanted : undefined
  const first = typeof wanted === 'number' ? wanted : (fixed?.port ?? 0)
  await listen(server, first).catch((error: unknown) => {
    if (fixed || wanted === undefined) throw error
    return listen(server, 0)
  })
  const { port } = server.address() as AddressInfo
  const host = `${fixed?.host ?? '127.0.0.1'}:${port}`
  const path = fixed?.path ?? '/callback'
  const url = `http://${host}${path}`
  const held: URLSearchParams[] = []
  let take: ((params: URLSearchParams) => Told) | undefined
  server.on('request', (request, response) => {
    const asked = URL.canParse(request.url ?? '', url) ? new URL(request.url ?? '', url) : undefined
    const isOurs = request.headers.host === host && asked?.pathname === path
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('connection', 'close')
    if (!isOurs || !asked || request.method !== 'GET') {
      response.statusCode = 404
      response.end(page('Not here.'))
      return
    }
    const told = take ? take(asked.searchParams) : 'early'
    if (told === 'early') held.push(asked.searchParams)
    if (told === 'stranger') response.statusCode = 400
    response.end(page(WORDS[told]))
  })
  return {
    url,
    answer: (isRight, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => reject(new Error('the sign-in was not finished'))
        signal.addEventListener('abort', stop, { once: true })
        take = params => {
          // Whoever guesses the port has not guessed the state.
          if (!isRight(params.get('state'))) return 'stranger'
          take = undefined
          signal.removeEventListener('abort', stop)
          const error = params.get('error')
          if (error !== null && !params.has('iss'))
            reject(new Error(`the sign-in was refused (${error.slice(0, 100)})`))
          else resolve(params)
          return error === null ? 'signed in' : 'refused'
        }
        for (const params of held.splice(0)) take?.(params)
        if (signal.aborted) stop()
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
