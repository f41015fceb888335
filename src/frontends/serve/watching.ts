import { serveText } from '../../protocol/messages/host/serve.ts'
import type { ClientInfo, HistoryPage, NewShare, ShareInfo, WatchInfo } from '../../protocol/serve/wire.ts'
import { EarlierParts } from './earlier-parts.ts'
import { followAsText } from './event-stream.ts'
import type { Hubs } from './hubs.ts'
import { pageHistory } from './page-history.ts'
import type { Mark, Receiver, SessionHub } from './session-hub.ts'
import type { Admission, StoredLink, WatchLinks } from './watch-links.ts'
import { createWatchView, type WatchView } from './watch-view.ts'
import { WireProblem } from './wire-problem.ts'

/** Links to watch as their owner handles them, and what whoever comes with one gets. */
export interface Watching {
  /** Throws WireProblem. */
  create(sessionId: string, hours?: number): NewShare
  list(sessionId: string): readonly ShareInfo[]
  end(sessionId: string, id: string): void
  endAll(sessionId: string): void
  describe(admission: Admission): Promise<WatchInfo>
  history(admission: Admission, query: Readonly<Record<string, unknown>>): Promise<HistoryPage>
  follow(admission: Admission, at: { readonly mark: Mark; readonly signal: AbortSignal }): Response
}

interface WatchingDeps {
  readonly hubs: Pick<Hubs, 'opened'>
  /** Of the page. */
  readonly url: string
  readonly links: WatchLinks | undefined
  newId(): string
  now(): number
}

/** Readers of one session at a time. */
const MOST_WATCHERS = 50

export const createWatching = ({ hubs, url, links, newId, now }: WatchingDeps): Watching => {
  const view = createWatchView()
  const earlier = new EarlierParts()
  const known = (): WatchLinks => {
    if (!links) throw new WireProblem('forbidden', serveText('no_sharing'))
    return links
  }
  const hubFor = ({ link }: Admission): SessionHub => hubs.opened(link.sessionId)
  return {
    create(sessionId, hours) {
      hubs.opened(sessionId)
      const { link, token } = known().create(sessionId, hours)
      return { id: link.id, url: `${url}/#watch=${token}`, expiresAt: isoOf(link.expiresAt) }
    },
    list: sessionId => {
      const { clients } = hubs.opened(sessionId)
      return known()
        .of(sessionId)
        .map(link => ({
          id: link.id,
          createdAt: isoOf(link.createdAt),
          expiresAt: isoOf(link.expiresAt),
          watchers: clients.filter(client => cameWith(client, link)),
        }))
    },
    end(sessionId, id) {
      if (!known().end(sessionId, id)) throw new WireProblem('not_found', serveText('no_link'))
    },
    endAll: sessionId => links?.endAll(sessionId),
    async describe(admission) {
      const { title = '' } = await hubFor(admission).engine.query('state')
      return { title: view.text(title), expiresAt: isoOf(admission.link.expiresAt) }
    },
    async history(admission, query) {
      const { engine } = hubFor(admission)
      const page = await pageHistory(await engine.query('history'), query, earlier.of(engine))
      return { ...page, messages: page.messages.map(view.message) }
    },
    follow(admission, { mark, signal }) {
      const hub = hubFor(admission)
      if (hub.clients.filter(({ kind }) => kind === 'watcher').length >= MOST_WATCHERS)
        throw new WireProblem('too_many', serveText('too_many_watchers'))
      const client: ClientInfo = {
        id: `${admission.link.id}.${newId()}`,
        name: 'Watcher',
        kind: 'watcher',
        since: isoOf(now()),
      }
      const join: SessionHub['join'] = (receiver, from) =>
        hub.join(limitReceiver(receiver, view, admission), from)
      return followAsText({ join }, { client, mark, signal: AbortSignal.any([signal, admission.signal]) })
    },
  }
}

/** Frames that were not made for watchers become such, and none leaves when the link is over. */
const limitReceiver = (receiver: Receiver, view: WatchView, admission: Admission): Receiver => ({
  client: receiver.client,
  send(text) {
    if (admission.isOver()) return receiver.end('closed')
    const shown = view.frame(JSON.parse(text))
    if (shown) receiver.send(JSON.stringify(shown))
  },
  end: why => receiver.end(why),
})

const cameWith = ({ kind, id }: ClientInfo, link: StoredLink): boolean =>
  kind === 'watcher' && id.startsWith(`${link.id}.`)

const isoOf = (ms: number): string => new Date(ms).toISOString()
