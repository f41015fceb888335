import { act } from '../../features/browser/act.ts'
import { takePicture } from '../../features/browser/picture/screenshot.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type {
  BrowserAnswer,
  BrowserCall,
  BrowserOpAction,
  BrowserPicture,
  BrowserState,
  BrowserWish,
} from '../../protocol/tools/browser.ts'
import { saveResult } from '../session-file/session-directories.ts'
import { offerBrowser } from './offer-browser.ts'
import { type OpenedBrowser, openBrowser } from './open-browser.ts'
import type { BrowserOptions, BrowserThread } from './part.ts'
import { createSites } from './sites.ts'

/** The browser of a session that wants one. */
export interface RunningBrowser extends AsyncDisposable {
  place(thread: BrowserThread, tab: number | undefined): string | undefined
  act(thread: BrowserThread, wish: BrowserWish, call: BrowserCall): Promise<BrowserAnswer>
  offer(): Promise<void>
  news(): readonly Attachment[]
  serve(action: BrowserOpAction): Promise<void>
  state(): BrowserState
  picture(): Promise<BrowserPicture | undefined>
}

const says = modelTexts('browser_off', {
  off: { en: 'The person has switched the browser off.', zh: '用户已关闭浏览器。' },
})

/** The conversation's own tabs. */
const OWN = 'conversation'
const PICTURE_SIZE = 1_024
const LIVE = { size: 960, quality: 55 }

export const createRunningBrowser = (at: BrowserOptions): RunningBrowser => {
  const { config, emit } = at
  const choice = config.browser
  const wanted = { on: choice?.on === true, window: choice?.settings.window === true }
  let opening: Promise<OpenedBrowser> | undefined
  let opened: OpenedBrowser | undefined
  let mark = 0
  const offered = offerBrowser(at)
  const changed = (): void => emit({ type: 'browser_changed', state: state() })
  const sites = createSites(at)
  const ready = async (): Promise<OpenedBrowser> => {
    opening ??= openBrowser(at, { window: wanted.window, visits: sites.mayVisit, onChanged: changed })
    try {
      opened = await opening
    } catch (error) {
      opening = undefined
      throw error
    }
    const mine = opened
    void mine.browser.closed.then(async () => {
      if (opened !== mine) return
      opened = undefined
      opening = undefined
      await mine[Symbol.asyncDispose]()
      changed()
    })
    return opened
  }
  const stop = async (): Promise<void> => {
    const running = await opening?.catch(() => undefined)
    opening = undefined
    opened = undefined
    await running?.[Symbol.asyncDispose]()
    changed()
  }
  const state = (): BrowserState => ({
    on: wanted.on,
    running: opened !== undefined,
    window: wanted.window,
    enclosed: opened?.enclosed ?? true,
    tabs: opened?.browser.list() ?? [],
    ...(opened?.browser.downloads.directory === undefined
      ? {}
      : { downloads: opened.browser.downloads.directory }),
  })
  const refusals = (running: OpenedBrowser) => (): readonly string[] => {
    const found = running.proxy
      .refusalsSince(mark)
      .map(({ host, why }) => `${host} (${typeof why === 'string' ? why : why.text})`)
    mark = running.proxy.mark
    return found
  }
  return {
    place(thread, tab) {
      const { url = '' } = opened?.browser.find(ownerOf(thread), tab) ?? {}
      return /^https?:/.test(url) ? url : undefined
    },
    async act(thread, wish, { signal, approved }) {
      if (!wanted.on) throw new ToolError(says('off'))
      const owner = ownerOf(thread)
      const url = wish.action === 'open' ? wish.url : opened?.browser.find(owner, wish.tab)?.url
      const end = sites.begin({ owner, thread, url, approved: approved && wish.action !== 'evaluate' })
      try {
        const running = opened ?? (await ready())
        const answer = await act(wish, {
          browser: running.browser,
          owner,
          signal,
          pictureSize: choice?.settings.pictureSize ?? PICTURE_SIZE,
          save: (data, extension) =>
            saveResult(config, data, `browser-${config.runtime.newId()}.${extension}`),
          refusals: refusals(running),
        })
        changed()
        return answer
      } finally {
        end()
      }
    },
    offer: async () => (wanted.on ? await offered.offer() : undefined),
    news: () => (wanted.on ? offered.news() : []),
    async serve(action) {
      if (action === 'on' || action === 'off') wanted.on = action === 'on'
      if (action === 'window' || action === 'hide') wanted.window = action === 'window'
      if (action === 'on') await offered.offer()
      if (action !== 'on') await stop()
      else changed()
    },
    state,
    async picture() {
      const tab = opened?.browser.find(OWN) ?? opened?.browser.tabs().at(-1)
      if (!tab || tab.crashed || tab.closed) return undefined
      return await takePicture(tab, LIVE).catch(() => undefined)
    },
    [Symbol.asyncDispose]: stop,
  }
}

const ownerOf = ({ agent }: BrowserThread): string => agent?.id ?? OWN
