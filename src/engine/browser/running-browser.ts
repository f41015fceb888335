import { act, BrowserEndedError } from '../../features/browser/act.ts'
import { takePicture } from '../../features/browser/picture/screenshot.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { BrowserAnswer, BrowserCall, BrowserWish } from '../../protocol/tools/browser.ts'
import { saveResult } from '../session-file/session-directories.ts'
import { offerBrowser } from './offer-browser.ts'
import { type OpenedBrowser, openBrowser } from './open-browser.ts'
import type { BrowserOptions, BrowserThread, RunningBrowser } from './options.ts'
import { createSites, type Sites } from './sites.ts'

const says = modelTexts('browser_off', {
  off: { en: 'The person has switched the browser off.', zh: '用户已关闭浏览器。' },
})

/** The conversation's own tabs. */
const OWN = 'conversation'
const PICTURE_SIZE = 1_024
const LIVE = { size: 960, quality: 55 }

export const createRunningBrowser = (at: BrowserOptions): RunningBrowser => {
  const wanted = { on: at.config.browser?.on === true, window: at.config.browser?.settings.window === true }
  const offered = offerBrowser(at)
  const sites = createSites(at)
  const one = new OneBrowser(at, { sites, window: () => wanted.window, changed: () => changed() })
  const state: RunningBrowser['state'] = () => {
    const { opened } = one
    const downloads = opened?.browser.downloads.directory
    return {
      ...wanted,
      running: opened !== undefined,
      enclosed: opened?.enclosed ?? true,
      tabs: opened?.browser.list() ?? [],
      ...(downloads === undefined ? {} : { downloads }),
    }
  }
  const changed = (): void => at.emit({ type: 'browser_changed', state: state() })
  return {
    place(thread, tab) {
      const { url = '' } = one.opened?.browser.find(ownerOf(thread), tab) ?? {}
      return /^https?:/.test(url) ? url : undefined
    },
    async act(thread, wish, call) {
      if (!wanted.on) throw new ToolError(says('off'))
      return await actIn({ at, one, sites, thread, changed }, wish, call)
    },
    offer: async () => (wanted.on ? await offered.offer() : undefined),
    news: () => (wanted.on ? offered.news() : []),
    async leave(agent) {
      await one.opened?.browser.closeAll(agent)
    },
    async serve(action) {
      if (action === 'on' || action === 'off') wanted.on = action === 'on'
      if (action === 'window' || action === 'hide') wanted.window = action === 'window'
      if (action === 'on') await offered.offer()
      else await one.stop()
      changed()
    },
    state,
    async picture() {
      const tab = one.opened?.browser.find(OWN) ?? one.opened?.browser.tabs().at(-1)
      if (!tab || tab.crashed || tab.closed) return undefined
      return await takePicture(tab, LIVE).catch(() => undefined)
    },
    [Symbol.asyncDispose]: () => one.stop(),
  }
}

interface Acting {
  readonly at: BrowserOptions
  readonly one: OneBrowser
  readonly sites: Sites
  readonly thread: BrowserThread
  changed(): void
}

const actIn = async (
  { at: { config }, one, sites, thread, changed }: Acting,
  wish: BrowserWish,
  { signal, approved }: BrowserCall,
): Promise<BrowserAnswer> => {
  const owner = ownerOf(thread)
  const url = wish.action === 'open' ? wish.url : one.opened?.browser.find(owner, wish.tab)?.url
  // A yes to a script is one to that script.
  const end = sites.begin({ owner, thread, url, approved: approved && wish.action !== 'evaluate' })
  const { stops } = one
  let mine: OpenedBrowser | undefined
  const once = async (now: BrowserWish): Promise<BrowserAnswer> => {
    const { browser, proxy } = await one.ready().then(opened => (mine = opened))
    return await act(now, {
      browser,
      owner,
      signal,
      pictureSize: config.browser?.settings.pictureSize ?? PICTURE_SIZE,
      save: (data, extension) => saveResult(config, data, `browser-${config.runtime.newId()}.${extension}`),
      refusals: () => one.refusals(proxy),
    })
  }
  try {
    const answer = await once(wish).catch(async (error: unknown) => {
      // One that crashes over a page is started again, as a person would. What crashes twice is said.
      const again = wish.action === 'open' && error instanceof BrowserEndedError
      if (!again || !mine || signal.aborted || one.stops !== stops) throw error
      await one.forget(mine)
      return await once({ ...wish, tab: undefined })
    })
    changed()
    return answer
  } finally {
    end()
  }
}

interface Around {
  readonly sites: Sites
  window(): boolean
  changed(): void
}

/** The one that runs, if one does: started when it is needed, started again when it has ended. */
class OneBrowser {
  readonly #at: BrowserOptions
  readonly #around: Around
  #opening: Promise<OpenedBrowser> | undefined
  #mark = 0
  opened: OpenedBrowser | undefined
  /** How often somebody wanted it to end. */
  stops = 0

  constructor(at: BrowserOptions, around: Around) {
    this.#at = at
    this.#around = around
  }

  async ready(): Promise<OpenedBrowser> {
    const { sites, window, changed } = this.#around
    this.#opening ??= this.#open({ window: window(), visits: sites.mayVisit, onChanged: changed })
    return await this.#opening
  }

  async stop(): Promise<void> {
    this.stops += 1
    const running = await this.#opening?.catch(() => undefined)
    if (running) await this.forget(running)
  }

  /** What is left of one that has ended goes, and the next action starts another. */
  async forget(mine: OpenedBrowser): Promise<void> {
    if (this.opened !== mine) return
    this.#opening = undefined
    this.opened = undefined
    await mine[Symbol.asyncDispose]()
  }

  /** What was not connected to since this was last asked. */
  refusals(proxy: OpenedBrowser['proxy']): readonly string[] {
    const found = proxy.refusalsSince(this.#mark)
    this.#mark = proxy.mark
    return found.map(({ host, why }) => `${host} (${typeof why === 'string' ? why : why.text})`)
  }

  async #open(how: Parameters<typeof openBrowser>[1]): Promise<OpenedBrowser> {
    try {
      const mine = await openBrowser(this.#at, how)
      this.opened = mine
      this.#mark = 0
      void mine.browser.closed.then(() => this.#ended(mine))
      return mine
    } catch (error) {
      this.#opening = undefined
      throw error
    }
  }

  async #ended(mine: OpenedBrowser): Promise<void> {
    await this.forget(mine)
    this.#around.changed()
  }
}

const ownerOf = ({ agent }: BrowserThread): string => agent?.id ?? OWN
