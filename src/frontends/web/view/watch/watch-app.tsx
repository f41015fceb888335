import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import { createPainter, PainterContext } from '../../markdown/code.tsx'
import { useWords } from '../../text/words.ts'
import type { Api } from '../../wire/api.ts'
import { Session } from '../../wire/session.ts'
import { Announcer } from '../announcer.tsx'
import { createFolds, FoldContext } from '../fold.ts'
import { LinkBar } from '../link-bar.tsx'
import { SessionContext, type Ui, UiContext } from '../session-context.ts'
import { Transcript, type TranscriptHandle } from '../transcript/transcript.tsx'
import { useLife } from '../use-life.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'
import { WorkLine } from '../work-line.tsx'

/** The page of somebody who came with a link to watch: one session, and nothing to press but to read. */
export const WatchApp = ({ api }: { readonly api: Api }) => {
  const words = useWords()
  const [ended, setEnded] = useState(false)
  const [painter] = useState(createPainter)
  if (ended)
    return (
      <main class="middle">
        <div class="card" role="status">
          <h1>{words.watchEndedTitle}</h1>
          <p>{words.watchEnded}</p>
        </div>
      </main>
    )
  return (
    <PainterContext.Provider value={painter}>
      <Watched api={api} end={() => setEnded(true)} />
    </PainterContext.Provider>
  )
}

const Watched = ({ api, end }: { readonly api: Api; end(): void }) => {
  const { localize } = useWords()
  const [session] = useState(
    () => new Session({ api, id: '', ui: () => {}, signedOut: end, watch: true, localize }),
  )
  const folds = useMemo(createFolds, [])
  const ui: Ui = {
    api,
    server: NO_SERVER,
    watches: true,
    tell: () => {},
    openPanel: () => {},
    closePanel: () => {},
    setPrompt: () => {},
    insert: () => {},
  }
  useLife(session)
  return (
    <SessionContext.Provider value={session}>
      <UiContext.Provider value={ui}>
        <FoldContext.Provider value={folds}>
          <Layout />
          <Announcer />
        </FoldContext.Provider>
      </UiContext.Provider>
    </SessionContext.Provider>
  )
}

const NO_SERVER = {
  version: '',
  cwd: '',
  single: true,
  rights: { bypass: false, shell: false, settings: false },
} as const

const Layout = () => {
  const words = useWords()
  const handle = useRef<TranscriptHandle>(undefined)
  const [atEnd, setAtEnd] = useState(true)
  return (
    <main class="session-view watch-view">
      <WatchHead />
      <LinkBar />
      <Transcript
        marked=""
        onHandle={made => {
          handle.current = made
        }}
        onAtEnd={at => setAtEnd(at === 'end')}
      />
      <div class="below">
        {!atEnd && (
          <button type="button" class="to-end" onClick={() => handle.current?.toEnd()}>
            <span aria-hidden="true">↓ </span>
            {words.toBottom}
          </button>
        )}
        <WorkLine />
      </div>
    </main>
  )
}

const WatchHead = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const title = useStore(session.state, state => state.title) || words.untitled
  const until = useStore(session.until)
  const count = useStore(
    session.state,
    state => state.clients.filter(({ kind }) => kind === 'watcher').length,
  )
  useWhen([title], () => {
    document.title = `${title} · Capstan`
  })
  return (
    <>
      <header class="session-head">
        <div class="names">
          <h1 dir="auto">{title}</h1>
          <span class="dim">{words.watching(count)}</span>
        </div>
      </header>
      <div class="bar" role="note">
        {words.onlyWatching} {until !== '' && words.watchUntil(words.dateTime(until))}
      </div>
    </>
  )
}
