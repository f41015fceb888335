import { isObject } from '../../lib/is-object.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { BrowserTab } from '../../protocol/tools/browser.ts'
import { Downloads } from './downloads.ts'
import type { Launched } from './launch.ts'
import { answerAuth, answerPaused, type Visits } from './navigation.ts'
import type { BrowserEvent, Pipe } from './pipe.ts'
import { browserSays as says } from './says.ts'
import { Tab } from './tab.ts'

export interface BrowserOptions {
  readonly launched: Launched
  readonly visits: Visits
  /** Where downloads are kept apart. */
  readonly downloads: string
  /** A tab came, went, or shows something else. */
  onChanged(): void
}

const MOST_TABS = 8
const TAB_MS = 10_000

/** A browser that runs: its tabs, whose they are, and what comes of them. */
export class Browser implements AsyncDisposable {
  readonly downloads: Downloads
  readonly #options: BrowserOptions
  readonly #tabs = new Map<string, Tab>()
  /** By the session that commands reach it through: frames of a page have their own. */
  readonly #bySession = new Map<string, Tab>()
  readonly #current = new Map<string, Tab>()
  readonly #opening: { readonly owner: string; resolve(tab: Tab): void }[] = []
  #front: Tab | undefined
  #last = 0

  static async open(options: BrowserOptions): Promise<Browser> {
    const browser = new Browser(options)
    const { pipe } = options.launched
    const others = ['browser', 'tab', 'webview', 'background_page', 'browser_ui', 'other']
    await Promise.all([
      browser.downloads.begin(),
      pipe.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [...others.map(type => ({ type, exclude: true })), {}],
      }),
    ])
    return browser
  }

  private constructor(options: BrowserOptions) {
    this.#options = options
    const { pipe } = options.launched
    this.downloads = new Downloads({
      pipe,
      directory: options.downloads,
      note: (frame, ...parts) => this.#ofFrame(frame)?.note(...parts),
    })
    pipe.listen(event => this.#hear(event))
  }

  get pipe(): Pipe {
    return this.#options.launched.pipe
  }

  get closed(): Promise<void> {
    return this.pipe.closed
  }

  tabs(owner?: string): readonly Tab[] {
    return [...this.#tabs.values()].filter(tab => owner === undefined || tab.owner === owner)
  }

  /** What is done in a page that lies behind another would wait until that is gone. */
  async raise(tab: Tab): Promise<void> {
    if (this.#front !== tab) await tab.send('Page.bringToFront').catch(() => undefined)
    this.#front = tab
  }

  /** The tab of that number, or the one the owner's actions are about. */
  find(owner: string, number?: number): Tab | undefined {
    if (number !== undefined) return this.tabs(owner).find(tab => tab.number === number)
    const current = this.#current.get(owner)
    return current ?? this.tabs(owner).at(-1)
  }

  choose(tab: Tab): void {
    this.#current.set(tab.owner, tab)
    this.#options.onChanged()
  }

  list(owner?: string): readonly BrowserTab[] {
    return this.tabs(owner).map(tab => ({
      number: tab.number,
      url: tab.url,
      title: tab.title,
      current: this.find(tab.owner) === tab,
    }))
  }

  /** An empty one of this owner, which its actions are then about. */
  async newTab(owner: string): Promise<Tab> {
    const free = this.tabs().find(tab => tab.owner === '' && !tab.closed)
    if (free) return this.#adopt(free, owner)
    if (this.#tabs.size >= MOST_TABS) throw new ToolError(says('manyTabs', { count: MOST_TABS }))
    const { promise, resolve, reject } = Promise.withResolvers<Tab>()
    const wish = { owner, resolve }
    this.#opening.push(wish)
    const timer = setTimeout(() => reject(new Error('no tab came')), TAB_MS)
    try {
      await this.pipe.send('Target.createTarget', { url: 'about:blank' })
      return await promise
    } finally {
      clearTimeout(timer)
      const at = this.#opening.indexOf(wish)
      if (at >= 0) this.#opening.splice(at, 1)
    }
  }

  async close(tab: Tab): Promise<void> {
    tab.closed = true
    await this.pipe.send('Target.closeTarget', { targetId: tab.target }).catch(() => undefined)
    this.#forget(tab)
  }

  async closeAll(owner: string): Promise<void> {
    await Promise.all(this.tabs(owner).map(tab => this.close(tab)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const tab of this.#tabs.values()) tab.end()
    await this.#options.launched.end()
  }

  /** The browser begins with a tab that is nobody's. */
  #adopt(free: Tab, owner: string): Tab {
    free.owner = owner
    this.choose(free)
    return free
  }

  #ofFrame(frame: string): Tab | undefined {
    return this.tabs().find(tab => tab.frames.get(frame) !== undefined)
  }

  #hear(event: BrowserEvent): void {
    const { method, params } = event
    switch (method) {
      case 'Target.attachedToTarget':
        void this.#attached(event).catch(() => undefined)
        return
      case 'Target.detachedFromTarget':
        this.#detached(String(params['sessionId']))
        return
      case 'Target.targetInfoChanged':
        this.#renamed(params['targetInfo'])
        return
      case 'Browser.downloadWillBegin':
      case 'Browser.downloadProgress':
        this.downloads.hear(event)
        return
    }
    const tab = event.session === undefined ? undefined : this.#bySession.get(event.session)
    if (!tab) return
    const { visits } = this.#options
    if (method === 'Fetch.requestPaused') void answerPaused(tab, { event, visits, pipe: this.pipe })
    else if (method === 'Fetch.authRequired') void answerAuth(event, visits, this.pipe)
    else tab.hear(event)
    if (method === 'Page.frameNavigated' || method === 'Inspector.targetCrashed') this.#options.onChanged()
  }

  async #attached({ params, session: from }: BrowserEvent): Promise<void> {
    const session = String(params['sessionId'])
    const info = params['targetInfo']
    if (!isObject(info)) return
    const target = String(info['targetId'])
    const parent = from === undefined ? undefined : this.#bySession.get(from)
    // A page that another opened is told of twice: by the browser, and by that other. Once is enough, whichever is first.
    if (info['type'] === 'page' && !this.#tabs.has(target)) return await this.#addTab(target, session, info)
    if (info['type'] === 'iframe' && parent) {
      this.#bySession.set(session, parent)
      parent.frames.add({ id: target, parent: parent.frames.get(target)?.parent, session })
      return await parent.prepare(session, false)
    }
    // Workers reach the network through the proxy, and nothing else of theirs matters here.
    await this.pipe.send('Runtime.runIfWaitingForDebugger', {}, { session }).catch(() => undefined)
    await this.pipe.send('Target.detachFromTarget', { sessionId: session })
  }

  async #addTab(target: string, session: string, info: Readonly<Record<string, unknown>>): Promise<void> {
    const opener = typeof info['openerId'] === 'string' ? this.#tabs.get(info['openerId']) : undefined
    if (this.#tabs.size >= MOST_TABS) {
      opener?.note({ said: says('popups') })
      await this.pipe.send('Target.closeTarget', { targetId: target })
      return
    }
    const wish = opener ? undefined : this.#opening.shift()
    this.#last += 1
    const owner = opener?.owner ?? wish?.owner ?? ''
    const tab = new Tab({ pipe: this.pipe, target, session, number: this.#last, owner })
    // A page that opens others does so because of what is done in it.
    if (opener) {
      tab.isPopup = true
      tab.busy = opener.busy
      opener.popups.push(tab)
      opener.note({ said: says('popup', { tab: tab.number }) })
    }
    this.#front = undefined
    this.#tabs.set(target, tab)
    this.#bySession.set(session, tab)
    await tab.prepare(session, true)
    if (!opener) this.#current.set(owner, tab)
    wish?.resolve(tab)
    this.#options.onChanged()
  }

  #detached(session: string): void {
    const tab = this.#bySession.get(session)
    this.#bySession.delete(session)
    this.pipe.drop(session, 'closed')
    if (tab?.session === session) this.#forget(tab)
  }

  #forget(tab: Tab): void {
    this.#front = undefined
    tab.closed = true
    tab.end()
    tab.loading.stop()
    if (this.#tabs.get(tab.target) === tab) this.#tabs.delete(tab.target)
    if (this.#current.get(tab.owner) === tab) this.#current.delete(tab.owner)
    this.#options.onChanged()
  }

  #renamed(info: unknown): void {
    const tab = isObject(info) ? this.#tabs.get(String(info['targetId'])) : undefined
    if (tab && isObject(info)) tab.title = String(info['title'] ?? '').slice(0, 200)
  }
}
