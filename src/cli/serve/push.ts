import { join } from 'node:path'
import { mayRelay } from '../../features/mcp/channels/relay-request.ts'
import { runProgram } from '../../features/shell/run-program.ts'
import {
  isQuiet,
  isSubscription,
  type PushSubscription,
  type SendOptions,
  sendPush,
} from '../../features/web-push/send-push.ts'
import { newVapidKeys, type VapidKeys } from '../../features/web-push/vapid.ts'
import type { Push, PushPort } from '../../frontends/serve/push-desk.ts'
import { readToolSpecs } from '../../host/tools/toolbox.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeProse } from '../../lib/escape-text.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { readStoredText, setAside } from '../../lib/files/stored-object.ts'
import { isObject } from '../../lib/is-object.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import { sendChosen } from '../../lib/network/send-chosen.ts'
import type { Env } from '../../protocol/host.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import type { PushSettings } from '../../protocol/serve/serve-settings.ts'
import { toolsInGroups } from '../../protocol/tools/described-tool.ts'

interface PushAt {
  readonly env: Env
  readonly configHome: string
  readonly localize: Localize
  log(text: string): void
}

/** Where nobody is named push services read of the program; who the person is, is theirs to say. */
const PROJECT = 'https://www.npmjs.com/package/capstan'
const MOST_SUBSCRIPTIONS = 20
const MOST_TITLE = 80
const MOST_ABOUT = 300
const TIMEOUT_MS = 10_000

/** Notifications of a server: to browsers that asked for them, and to what the settings name. */
export const createPush = async (settings: PushSettings, at: PushAt): Promise<PushPort> => {
  const store = new PushStore(join(at.configHome, 'serve', 'push.json'))
  const dialogs = toolsInGroups(await readToolSpecs())('dialog')
  const allowPrivate = settings.privateEndpoints === true
  return {
    key: store.vapid.publicKey,
    mayAnswer: (request, mode) => mayRelay(request, { mode, dialogs }),
    subscribe(subscription) {
      if (!isSubscription(subscription, { allowPrivate })) return false
      store.keep(subscription)
      return true
    },
    unsubscribe: endpoint => store.forget(endpoint),
    async send(push) {
      if (isQuiet(settings.quietHours, new Date())) return
      const said = sayPush(push, settings, at.localize)
      const options: SendOptions = {
        vapid: store.vapid,
        contact: settings.contact ?? PROJECT,
        allowPrivate,
        proxy: proxyFromEnv(at.env),
        now: Date.now(),
      }
      const browsers = store.all.map(async subscription => {
        const token = push.token === undefined ? {} : { token: push.token }
        if ((await sendPush(subscription, { ...said, ...token }, options)) === 'gone')
          store.forget(subscription.endpoint)
      })
      const all = await Promise.allSettled([...browsers, ...elsewhere(said, settings, at)])
      for (const each of all) if (each.status === 'rejected') at.log(`push: ${errorText(each.reason)}`)
    },
  }
}

interface Said {
  readonly kind: Push['kind']
  readonly session: string
  readonly tag: string
  readonly title: string
  readonly text: string
}

/** No more than the person lets out: the name of the session, and what it asks only where they want that. */
const sayPush = (
  { kind, session, tag, title, says, about }: Push,
  { detail }: PushSettings,
  localize: Localize,
): Said => ({
  kind,
  session,
  tag,
  title: escapeProse(title, MOST_TITLE),
  text: [localize(says), ...(detail === 'text' && about !== '' ? [escapeProse(about, MOST_ABOUT)] : [])].join(
    ': ',
  ),
})

/** To what the settings name; none of it can answer, for others may read there. */
const elsewhere = (
  { tag: _, ...said }: Said,
  { ntfy, webhook, desktop }: PushSettings,
  at: PushAt,
): readonly Promise<void>[] => [
  ...(ntfy === undefined ? [] : [toNtfy(new URL(ntfy), said, at)]),
  ...(webhook === undefined ? [] : [post(new URL(webhook), said, at)]),
  ...(desktop ? [onDesktop(said, at)] : []),
]

/** As JSON, to the root of the server: nothing of a title becomes a header. */
const toNtfy = async (url: URL, { title, text }: Pick<Said, 'title' | 'text'>, at: PushAt): Promise<void> => {
  const topic =
    url.pathname
      .replace(/^\/+|\/+$/g, '')
      .split('/')
      .at(-1) ?? ''
  await post(new URL('/', url), { topic, title, message: text }, at)
}

const post = async (url: URL, body: object, { env }: PushAt): Promise<void> => {
  const { status } = await sendChosen({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    maxBytes: 0,
    proxy: proxyFromEnv(env),
  })
  if (status < 200 || status > 299) throw new Error(`${url.host} answered ${status}`)
}

const onDesktop = async ({ title, text }: Pick<Said, 'title' | 'text'>, { env }: PushAt): Promise<void> => {
  const script = `display notification ${JSON.stringify(text)} with title ${JSON.stringify(title)}`
  const [file, args] =
    process.platform === 'darwin'
      ? ['osascript', ['-e', script]]
      : ['notify-send', ['--app-name=Capstan', '--', title, text]]
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const { code } = await runProgram({
    file,
    args,
    cwd: '/',
    env: Object.fromEntries(given),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    timeoutMs: TIMEOUT_MS,
    maxBytes: 1_000,
  })
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
}

/** The key pair and the browsers, in a file that nobody but the person reads. */
class PushStore {
  readonly vapid: VapidKeys
  readonly #path: string
  #all: readonly PushSubscription[]

  constructor(path: string) {
    this.#path = path
    const kept = readStoredSession(path)
    this.vapid = kept?.vapid ?? newVapidKeys()
    this.#all = kept?.subscriptions ?? []
    if (!kept) this.#write()
  }

  get all(): readonly PushSubscription[] {
    return this.#all
  }

  keep({ endpoint, keys }: PushSubscription): void {
    const others = this.#all.filter(each => each.endpoint !== endpoint)
    this.#all = [...others, { endpoint, keys }].slice(-MOST_SUBSCRIPTIONS)
    this.#write()
  }

  forget(endpoint: string): void {
    const left = this.#all.filter(each => each.endpoint !== endpoint)
    if (left.length === this.#all.length) return
    this.#all = left
    this.#write()
  }

  #write(): void {
    makeDirectories(join(this.#path, '..'), 0o700)
    const kept = { vapid: this.vapid, subscriptions: this.#all }
    writeFileAtomically(this.#path, Buffer.from(JSON.stringify(kept)), { mode: 0o600 })
  }
}

const MAX_BYTES = 200_000

const readStoredSession = (
  path: string,
): { readonly vapid: VapidKeys; readonly subscriptions: readonly PushSubscription[] } | undefined => {
  const read = readStoredText(path, { maxBytes: MAX_BYTES })
  if (read.kind !== 'text') return undefined
  try {
    const value: unknown = JSON.parse(read.text)
    const vapid = isObject(value) ? value['vapid'] : undefined
    const { publicKey, privateKey } = isObject(vapid) ? vapid : {}
    if (typeof publicKey === 'string' && typeof privateKey === 'string') {
      const list = isObject(value) && Array.isArray(value['subscriptions']) ? value['subscriptions'] : []
      return { vapid: { publicKey, privateKey }, subscriptions: list.filter(isKept) }
    }
  } catch {
    // Damaged: browsers have to ask again.
  }
  setAside(path)
  return undefined
}

const isKept = (value: unknown): value is PushSubscription =>
  isObject(value) &&
  typeof value['endpoint'] === 'string' &&
  isObject(value['keys']) &&
  typeof value['keys']['p256dh'] === 'string' &&
  typeof value['keys']['auth'] === 'string'
