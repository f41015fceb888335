import { isObject } from '../../lib/is-object.ts'
import { hostOf } from '../../lib/network/refuse-url.ts'
import type { BrowserEvent, Pipe } from './pipe.ts'
import { browserSays as says } from './says.ts'
import type { Tab } from './tab.ts'

/** A page that wants to go somewhere. */
export interface Visit {
  /** Whose tab it is in. */
  readonly owner: string
  /** Where it is now. */
  readonly from: string
  /** Something the model does leads there, so the person may be asked; nobody is asked about a page's own whims. */
  readonly mayAsk: boolean
  readonly signal: AbortSignal
}

/** Who decides where pages go. */
export interface Visits {
  readonly mayVisit: (url: string, visit: Visit) => Promise<boolean>
  /** What the proxy wants to be shown. */
  readonly proxy: { readonly port: number; readonly token: string }
}

const MOST_DEPARTURES = 25

/** Every document a page asks for is held until it is clear whether it may have it; each redirect is asked for anew. */
export const answerPaused = async (
  tab: Tab,
  {
    event: { params, session },
    visits,
    pipe,
  }: { readonly event: BrowserEvent; readonly visits: Visits; readonly pipe: Pipe },
): Promise<void> => {
  const { requestId, request, frameId } = params
  const [url, method] = isObject(request) ? [String(request['url']), String(request['method'])] : ['', '']
  const isPage = frameId === tab.target
  const goesOn = isPage ? await mayGo(tab, url, visits) : await mayFrame(tab, { url, method }, visits)
  // Aborted, it leaves what was there before: an error page in its stead would take the page from the model.
  const [command, more] = goesOn
    ? ['Fetch.continueRequest', {}]
    : ['Fetch.failRequest', { errorReason: 'Aborted' }]
  // It may be gone by then.
  await pipe.send(command, { requestId, ...more }, { session }).catch(() => undefined)
}

const mayGo = async (tab: Tab, url: string, visits: Visits): Promise<boolean> => {
  tab.loading.depart()
  tab.loading.departures += 1
  if (tab.loading.departures > MOST_DEPARTURES) {
    if (tab.loading.departures === MOST_DEPARTURES + 1) tab.note({ said: says('reloads') })
    tab.loading.stop()
    return false
  }
  return await asked(tab, url, visits)
}

const asked = async (tab: Tab, url: string, visits: Visits): Promise<boolean> => {
  tab.loading.ask(1)
  const over = new AbortController()
  tab.over.add(over)
  try {
    const may = await visits.mayVisit(url, {
      owner: tab.owner,
      from: tab.url,
      mayAsk: tab.busy,
      signal: over.signal,
    })
    if (!may) {
      tab.note({ said: says('notVisited') }, { foreign: url.slice(0, 300) })
      tab.loading.stop()
      // A tab that was opened for nothing else is of no use.
      if (tab.isPopup && !/^https?:/.test(tab.url)) await tab.leave()
    }
    return may
  } finally {
    tab.over.delete(over)
    tab.loading.ask(-1)
  }
}

/** What a frame shows comes with the page, like its pictures; what it sends elsewhere is another matter. */
const mayFrame = async (
  tab: Tab,
  { url, method }: { readonly url: string; readonly method: string },
  visits: Visits,
): Promise<boolean> => {
  if (method === 'GET' || siteOf(url) === siteOf(tab.url)) return true
  return await asked(tab, url, visits)
}

const siteOf = (url: string): string => (URL.canParse(url) ? hostOf(new URL(url)) : '')

/** Only our own proxy is told its token; whoever else asks for a name and a password gets what the browser would give. */
export const answerAuth = async (
  { params, session }: BrowserEvent,
  { proxy }: Visits,
  pipe: Pipe,
): Promise<void> => {
  const { requestId, authChallenge } = params
  const isOurs =
    isObject(authChallenge) &&
    authChallenge['source'] === 'Proxy' &&
    authChallenge['origin'] === `http://127.0.0.1:${proxy.port}`
  const authChallengeResponse = isOurs
    ? { response: 'ProvideCredentials', username: 'capstan', password: proxy.token }
    : { response: 'Default' }
  await pipe
    .send('Fetch.continueWithAuth', { requestId, authChallengeResponse }, { session })
    .catch(() => undefined)
}
