import { API } from '../../../protocol/serve/wire.ts'

/** Of the worker's own scope, as much as is used here: the library of the page knows only windows. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null
}
interface ClickEvent extends WorkerEvent {
  readonly action: string
  readonly notification: Notification
}
interface Window {
  readonly url: string
  focus(): Promise<Window>
  navigate(url: string): Promise<Window | null>
}
interface Worker {
  readonly location: Location
  readonly navigator: Navigator
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { readonly type: 'window' }): Promise<readonly Window[]>
    openWindow(url: string): Promise<Window | null>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: ClickEvent) => void): void
}

interface Pushed {
  readonly session?: string
  readonly title?: string
  readonly text?: string
  readonly tag?: string
  readonly token?: string
}

const worker = globalThis as unknown as Worker
const SHELL = 'capstan-shell'
/** A name with a hash in it never means anything else. */
const LASTING = /-[\w-]{8,}\.\w+$/
const isChinese = /^zh\b/i.test(worker.navigator.language)
const WORDS = isChinese
  ? { allow: '批准', deny: '拒绝', over: '此问题已有答案，或无法送达服务器。' }
  : { allow: 'Approve', deny: 'Decline', over: 'This was answered already, or the server can’t be reached.' }

worker.addEventListener('install', event => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim()))

/** The page itself opens without the server, and says so; nothing of a session is kept. */
worker.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith(API)) return
  if (LASTING.test(pathname)) event.respondWith(keptFirst(request))
  else if (pathname === '/') event.respondWith(freshFirst(request))
})

const keptFirst = async (request: Request): Promise<Response> => {
  const cache = await caches.open(SHELL)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

const freshFirst = async (request: Request): Promise<Response> => {
  const cache = await caches.open(SHELL)
  try {
    const answer = await fetch(request)
    if (answer.ok && !answer.redirected) await cache.put('/', answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match('/')
    if (kept) return kept
    throw error
  }
}

worker.addEventListener('push', event => {
  const { session, title = 'Capstan', text = '', tag, token } = (event.data?.json() ?? {}) as Pushed
  const actions =
    token === undefined ? [] : (['allow', 'deny'] as const).map(action => ({ action, title: WORDS[action] }))
  const options = {
    body: text,
    icon: '/icon.svg',
    data: { session, token },
    actions,
    ...(tag ? { tag } : {}),
  }
  event.waitUntil(worker.registration.showNotification(title, options))
})

worker.addEventListener('notificationclick', event => {
  const { session, token } = (event.notification.data ?? {}) as Pushed
  event.notification.close()
  const isAnswer = (event.action === 'allow' || event.action === 'deny') && token !== undefined
  event.waitUntil(isAnswer ? answer(token, event.action) : show(session))
})

const answer = async (token: string, said: string): Promise<void> => {
  const sent = await fetch(`${API}/push/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, answer: said }),
  }).catch(() => undefined)
  if (!sent?.ok)
    await worker.registration.showNotification('Capstan', { body: WORDS.over, icon: '/icon.svg' })
}

const show = async (session: string | undefined): Promise<void> => {
  const url =
    session === undefined ? '/' : session === '~fleet' ? '/#/fleet' : `/#/s/${encodeURIComponent(session)}`
  const [open] = await worker.clients.matchAll({ type: 'window' })
  if (!open) return void (await worker.clients.openWindow(url))
  await open.focus()
  await open.navigate(url)
}
