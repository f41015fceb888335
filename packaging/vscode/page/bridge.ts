import type { FromPage, ToPage } from '../src/panel/bridge-messages.ts'

/**
 * Runs in the panel before the page: what the page says to its server goes to the extension, which alone can sign in
 * there. The page itself is the one every browser shows.
 */

interface EditorPanel {
  postMessage(message: FromPage): void
}
declare const acquireVsCodeApi: () => EditorPanel

const editor = acquireVsCodeApi()
const { dataset } = document.currentScript as HTMLScriptElement
let lastId = 0
const nextId = (): number => {
  lastId += 1
  return lastId
}

const waiting = new Map<number, { resolve(answer: Response): void; reject(error: Error): void }>()
const sockets = new Map<number, PanelSocket>()

/** Of what a WebSocket can do, what the page uses. */
class PanelSocket {
  static readonly OPEN = 1
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((event: { readonly data: string }) => void) | null = null
  onclose: ((event: { readonly code: number }) => void) | null = null
  readonly #id = nextId()

  constructor(address: string) {
    sockets.set(this.#id, this)
    editor.postMessage({ kind: 'open', id: this.#id, path: apiPath(address) })
  }

  send(text: string): void {
    if (this.readyState === PanelSocket.OPEN) editor.postMessage({ kind: 'send', id: this.#id, text })
  }

  close(code = 1_000): void {
    if (this.readyState > PanelSocket.OPEN) return
    editor.postMessage({ kind: 'close', id: this.#id })
    // As a browser does it: whoever closes hears of it afterwards.
    queueMicrotask(() => this.ended(code))
  }

  opened(): void {
    this.readyState = PanelSocket.OPEN
    this.onopen?.()
  }

  ended(code: number): void {
    if (!sockets.delete(this.#id)) return
    this.readyState = 3
    this.onclose?.({ code })
  }
}

/** Whatever the page takes for its own address. */
const apiPath = (address: string): string => address.slice(Math.max(0, address.indexOf('/api/')))

const NO_CONTENT = [204, 205, 304]

const ask = (input: RequestInfo | URL, { method = 'GET', body }: RequestInit = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const id = nextId()
    waiting.set(id, { resolve, reject })
    const path = apiPath(input instanceof Request ? input.url : String(input))
    editor.postMessage({ kind: 'request', id, method, path, ...(typeof body === 'string' ? { body } : {}) })
  })

const hear = (message: ToPage): void => {
  if (message.kind === 'answer' || message.kind === 'failed') {
    settle(message)
    return
  }
  if (message.kind === 'go') {
    location.hash = message.route
    return
  }
  const socket = sockets.get(message.id)
  if (message.kind === 'frame') socket?.onmessage?.({ data: message.text })
  else if (message.kind === 'closed') socket?.ended(message.code)
  else socket?.opened()
}

const settle = (message: ToPage & { readonly kind: 'answer' | 'failed' }): void => {
  const asked = waiting.get(message.id)
  waiting.delete(message.id)
  if (message.kind === 'failed') {
    asked?.reject(new TypeError('Failed to fetch'))
    return
  }
  const { status, type, body } = message
  const init = { status, headers: { 'content-type': type } }
  asked?.resolve(new Response(NO_CONTENT.includes(status) ? null : body, init))
}

const isOurs = (event: MessageEvent): boolean =>
  event.origin === location.origin || event.source === window.parent

addEventListener('message', event => {
  if (isOurs(event) && typeof event.data?.kind === 'string') hear(event.data as ToPage)
})
Object.assign(globalThis, { fetch: ask, WebSocket: PanelSocket })

// The page asks for its key and finds this: the real one never comes here.
localStorage.setItem('capstan.key', 'editor')
const { language = '', route = '#/' } = dataset
if (language !== '') Object.defineProperty(navigator, 'languages', { value: [language], configurable: true })

if (route !== '#/') location.hash = route
addEventListener('hashchange', () => editor.postMessage({ kind: 'route', route: location.hash }))

// An editor takes a click on such a link for a jump within the page.
addEventListener(
  'click',
  event => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null
    if (!link || event.defaultPrevented) return
    event.preventDefault()
    location.hash = link.getAttribute('href') ?? ''
  },
  { capture: true },
)
addEventListener('capstan-reload', event => {
  event.preventDefault()
  editor.postMessage({ kind: 'reload' })
})
addEventListener('capstan-place', event => {
  event.preventDefault()
  editor.postMessage({ kind: 'place', place: String((event as CustomEvent).detail) })
})
addEventListener('DOMContentLoaded', () =>
  document.getElementById('again')?.addEventListener('click', () => editor.postMessage({ kind: 'reload' })),
)
