import { errorText } from '../../lib/error-text.ts'
import { ToolError } from '../../protocol/tool.ts'
import type {
  BrowserActionName,
  BrowserAnswer,
  BrowserPart,
  BrowserWish,
} from '../../protocol/tools/browser.ts'
import { type Acting, type Done, needed } from './actions/acting.ts'
import { press, select, type, upload } from './actions/fields.ts'
import { consoleLog, evaluate, networkLog, record, screenshot, snapshot, wait } from './actions/looks.ts'
import { click, drag, scroll } from './actions/pointer.ts'
import type { Browser } from './browser.ts'
import { PipeError } from './pipe.ts'
import { browserSays as says } from './says.ts'
import { arrived, settle } from './settle.ts'
import { changedPage, whenThere, wholePage } from './snapshot/take-snapshot.ts'
import type { Tab } from './tab.ts'

export interface ActOptions extends Pick<Acting, 'signal' | 'pictureSize' | 'save'> {
  readonly browser: Browser
  /** Whose tabs these are. */
  readonly owner: string
  /** What the proxy did not let through since it was last asked. */
  refusals(): readonly string[]
}

const LOAD_MS = 20_000
/** The browser answers only when the page is there, and the person may be asked on the way. */
const NAVIGATE_MS = 30 * 60_000

type InTab = Exclude<BrowserActionName, 'tabs' | 'close' | 'open'>

const ACTIONS: Readonly<Record<InTab, (acting: Acting) => Promise<Done>>> = {
  snapshot,
  click,
  type,
  press,
  select,
  drag,
  upload,
  scroll,
  wait,
  screenshot,
  console: consoleLog,
  network: networkLog,
  evaluate,
  record,
  reload: async ({ tab }) => {
    tab.loading.depart()
    await tab.send('Page.reload')
    return { look: 'whole' }
  },
  back: async ({ tab }) => {
    const { currentIndex, entries } = await tab.send<History>('Page.getNavigationHistory')
    const entry = entries[currentIndex - 1]
    if (!entry || entry.url === 'about:blank') return { look: 'whole' }
    tab.loading.depart()
    await tab.send('Page.navigateToHistoryEntry', { entryId: entry.id })
    return { look: 'whole' }
  },
}

interface History {
  readonly currentIndex: number
  readonly entries: readonly { readonly id: number; readonly url: string }[]
}

/** The browser is no more, for whatever reason: the action found nobody to carry it out. */
export class BrowserEndedError extends ToolError {
  constructor() {
    super(says('ended'))
  }
}

/**
 * One action of the model, and what it sees of it. Throws ToolError for what can be said without the page's words,
 * {@link BrowserEndedError} among them.
 */
export const act = async (wish: BrowserWish, options: ActOptions): Promise<BrowserAnswer> => {
  try {
    const answer = await actInPage(wish, options)
    if (options.browser.pipe.isClosed) throw new BrowserEndedError()
    return answer
  } catch (error) {
    if (options.browser.pipe.isClosed) throw new BrowserEndedError()
    throw error
  }
}

const actInPage = async (wish: BrowserWish, options: ActOptions): Promise<BrowserAnswer> => {
  const answer = await attempt(wish, options)
  if (wish.action !== 'open' || options.signal.aborted) return answer
  // Browsers crash now and then while they open a page, as a person would open it again. What crashes twice is told.
  const tab = options.browser.find(options.owner, wish.tab === 0 ? undefined : wish.tab)
  if (!tab?.crashed) return answer
  return await attempt(wish, options)
}

const attempt = async (wish: BrowserWish, options: ActOptions): Promise<BrowserAnswer> => {
  const { browser, owner } = options
  if (wish.action === 'tabs') return listTabs(browser, owner, wish)
  const tab = wish.action === 'open' ? await tabFor(browser, owner, wish) : tabOf(browser, owner, wish)
  if (wish.action === 'close') {
    await browser.close(tab)
    return { parts: [{ said: says('closed', { tab: tab.number }) }] }
  }
  tab.begin(
    wish.dialog && {
      accept: wish.dialog === 'accept',
      ...(wish.text === undefined ? {} : { text: wish.text }),
    },
  )
  const errors = tab.log.said
  try {
    await browser.raise(tab)
    const done =
      wish.action === 'open'
        ? await open(tab, options, needed(wish, 'url'))
        : await ACTIONS[wish.action]({ ...options, tab, wish })
    return await answerOf(tab, done, { ...options, errors })
  } catch (error) {
    return sayError(tab, error)
  } finally {
    tab.end()
  }
}

const tabOf = (browser: Browser, owner: string, { tab }: BrowserWish): Tab => {
  const found = browser.find(owner, tab)
  if (!found) throw new ToolError(tab === undefined ? says('noPage') : says('noTab', { tab }))
  if (tab !== undefined) browser.choose(found)
  return found
}

/** A page that crashed or was closed is not opened anew: another is. */
const tabFor = async (browser: Browser, owner: string, wish: BrowserWish): Promise<Tab> => {
  const known = wish.tab === 0 ? undefined : browser.find(owner, wish.tab)
  if (wish.tab !== undefined && wish.tab !== 0 && !known)
    throw new ToolError(says('noTab', { tab: wish.tab }))
  if (known && !known.crashed && !known.closed) return known
  if (known) await browser.close(known)
  return await browser.newTab(owner)
}

const listTabs = (browser: Browser, owner: string, { tab }: BrowserWish): BrowserAnswer => {
  if (tab !== undefined) tabOf(browser, owner, { action: 'tabs', tab })
  const lines = browser
    .list(owner)
    .map(each => `${each.current ? '*' : ' '} ${each.number} ${each.title} ${each.url}`)
  return { parts: lines.length === 0 ? [{ said: says('noTabs') }] : [{ foreign: lines.join('\n') }] }
}

/** Where it was not let, and why, is told by those who did not let it. */
const open = async (tab: Tab, { signal }: ActOptions, url: string): Promise<Done> => {
  tab.shown = undefined
  tab.loading.depart()
  const going = tab.send<{ readonly errorText?: string }>(
    'Page.navigate',
    { url },
    { timeoutMs: NAVIGATE_MS },
  )
  const gone = await Promise.race([going, arrived(tab, { signal, loadMs: LOAD_MS })])
  if (typeof gone === 'string') {
    going.catch(() => undefined)
    return { look: 'whole', ...(gone === 'slow' ? { parts: [slow] } : {}) }
  }
  if (gone.errorText !== undefined && gone.errorText !== 'net::ERR_ABORTED') {
    tab.loading.stop()
    return { failed: true, parts: [{ said: says('notOpened', { why: gone.errorText }) }] }
  }
  return { look: 'whole' }
}

const slow: BrowserPart = { said: says('slow', { seconds: LOAD_MS / 1_000 }) }

const answerOf = async (
  tab: Tab,
  { look, parts = [], ...rest }: Done,
  { signal, refusals, errors }: ActOptions & { readonly errors: number },
): Promise<BrowserAnswer> => {
  const url = tab.url
  const end = look && !rest.failed ? await settle(tab, { signal, loadMs: LOAD_MS }) : undefined
  if (tab.url === '') await tab.locate()
  const shown: BrowserPart[] = []
  if (end === 'stopped') shown.push({ said: says('stopped') })
  else if (end !== undefined && !tab.closed && !tab.crashed) {
    if (end === 'slow') shown.push(slow)
    // Another document has nothing in common with the one before.
    const whole = look === 'whole' || tab.url.split('#')[0] !== url.split('#')[0]
    shown.push(...(await whenThere(() => (whole ? wholePage(tab) : changedPage(tab)))))
  }
  const blocked = [...new Set(refusals())].slice(0, 5)
  const failures = tab.log.errorsSince(errors)
  return {
    ...rest,
    parts: [
      ...parts,
      ...tab.takeNotes(),
      ...tab.popups.flatMap(popup => popup.takeNotes()),
      ...(tab.crashed ? [{ said: says('crashed') }] : []),
      ...(blocked.length > 0 ? [{ said: says('blocked', { what: blocked }) }] : []),
      ...(failures.length > 0
        ? [{ said: says('errors', { count: failures.length }) }, { foreign: failures.slice(-3).join('\n') }]
        : []),
      ...shown,
    ],
    page: { url: tab.url, title: tab.title },
  }
}

const sayError = (tab: Tab, error: unknown): BrowserAnswer => {
  if (error instanceof ToolError) throw error
  const notes = tab.takeNotes()
  const page = { url: tab.url, title: tab.title }
  if (!(error instanceof PipeError))
    return {
      failed: true,
      page,
      parts: [...notes, { said: says('refused', { why: errorText(error).slice(0, 300) }) }],
    }
  if (error.kind === 'closed' && !tab.closed) throw new BrowserEndedError()
  const why =
    error.kind === 'timeout'
      ? says('hangs')
      : error.kind === 'crashed'
        ? says('crashed')
        : says('refused', { why: error.message.slice(0, 300) })
  return { failed: true, page, parts: [...notes, ...(notes.length > 0 && tab.closed ? [] : [{ said: why }])] }
}
