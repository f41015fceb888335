import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import type { UiRequest } from '../../../protocol/ui-request.ts'
import { createStore, type Store } from '../state/store.ts'
import { useWords } from '../text/words.ts'
import { Session } from '../wire/session.ts'
import { Announcer } from './announcer.tsx'
import { AppContext } from './app-context.ts'
import { BrowserLine } from './browser-line.tsx'
import { createFolds, FoldContext } from './fold.ts'
import { LinkBar } from './link-bar.tsx'
import { Panels } from './panels/panels.tsx'
import { PANELS } from './prompt/panel-names.ts'
import { Prompt } from './prompt/prompt.tsx'
import { Questions } from './questions/questions.tsx'
import { type Panel, SessionContext, type Ui, UiContext } from './session-context.ts'
import { SessionHead } from './session-head.tsx'
import { FindBar } from './transcript/find-bar.tsx'
import { Transcript, type TranscriptHandle } from './transcript/transcript.tsx'
import { useLife } from './use-life.ts'
import { useStore } from './use-store.ts'
import { useWhen } from './use-when.ts'
import { WorkLine } from './work-line.tsx'

/** One session: its transcript, what waits for an answer, and the prompt. */
export const SessionView = ({ id }: { readonly id: string }) => {
  const words = useWords()
  const app = useContext(AppContext)
  const { localize } = words
  const [panel, openPanel] = useState<Panel>()
  const draft = useDraft(id)
  const served = useRef<(request: UiRequest) => void>(() => {})
  const session = useMemo(
    () =>
      new Session({
        api: app.api,
        id,
        ui: request => served.current(request),
        signedOut: app.signedOut,
        localize,
      }),
    [app, id, localize],
  )
  const ui: Ui = {
    api: app.api,
    server: app.server,
    tell: app.tell,
    openPanel,
    closePanel: () => openPanel(undefined),
    setPrompt(text) {
      draft.set(text)
      document.getElementById('prompt')?.focus()
    },
    insert(text) {
      const before = draft.get()
      draft.set(`${before}${/\S$/.test(before) ? ' ' : ''}${text} `)
      document.getElementById('prompt')?.focus()
    },
  }
  served.current = request => serve(request, { ui, words, session })
  const folds = useMemo(createFolds, [])
  useLife(session)
  return (
    <SessionContext.Provider value={session}>
      <UiContext.Provider value={ui}>
        <FoldContext.Provider value={folds}>
          <Layout draft={draft} />
          <Listed />
          <Announcer />
          <Panels panel={panel} close={() => openPanel(undefined)} />
        </FoldContext.Provider>
      </UiContext.Provider>
    </SessionContext.Provider>
  )
}

const Layout = ({ draft }: { readonly draft: Store<string> }) => {
  const words = useWords()
  const handle = useRef<TranscriptHandle>(undefined)
  const [finding, setFinding] = useState(false)
  const [marked, setMarked] = useState('')
  const [atEnd, setAtEnd] = useState(true)
  useFindKey(() => setFinding(true))
  return (
    <main class="session-view">
      <button type="button" class="skip" onClick={() => document.getElementById('prompt')?.focus()}>
        {words.skip}
      </button>
      <SessionHead
        find={() => setFinding(true)}
        toStart={() => void handle.current?.toStart().catch(() => undefined)}
      />
      {finding && (
        <FindBar
          show={id => {
            setMarked(id)
            handle.current?.show(id)
          }}
          close={() => {
            setFinding(false)
            setMarked('')
            document.getElementById('prompt')?.focus()
          }}
        />
      )}
      <LinkBar />
      <Transcript
        marked={marked}
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
        <BrowserLine />
        <WorkLine />
        <Questions />
        <Prompt draft={draft} page={direction => handle.current?.page(direction)} />
      </div>
    </main>
  )
}

/** What is written and not sent outlives a reload. */
const useDraft = (id: string): Store<string> => {
  const draft = useMemo(() => createStore(sessionStorage.getItem(`capstan.draft.${id}`) ?? ''), [id])
  useWhen([draft], () => draft.listen(() => sessionStorage.setItem(`capstan.draft.${id}`, draft.get())))
  return draft
}

/** The list of sessions hears at once what this one tells of itself. Draws nothing, so that nothing is drawn again for it. */
const Listed = (): null => {
  const app = useContext(AppContext)
  const session = useContext(SessionContext)
  const facts = useStore(
    session.state,
    ({ running, requests, title, cost }) =>
      `${running} ${requests.length} ${title} ${cost?.totalCostUSD ?? ''}`,
  )
  useWhen([facts], () => void app.refresh())
  // What is done beside a turn (a title, a memory) is told by nobody: the list is read every few seconds.
  const listed = useStore(app.sessions, all => all?.find(({ id }) => id === session.id)?.costUsd)
  useWhen([listed], () => {
    const shown = session.state.get().cost?.totalCostUSD
    if (listed !== undefined && shown !== undefined && listed !== shown) session.figuresSoon()
  })
  return null
}

/** The browser's own search would only see what is drawn; pressed again it opens all the same. */
const useFindKey = (open: () => void): void => {
  useWhen([], () => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      if (document.querySelector('.find')?.contains(document.activeElement)) return
      event.preventDefault()
      open()
      document.querySelector<HTMLInputElement>('.find input')?.focus()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/** What a slash command wants of a screen. */
const serve = (
  request: UiRequest,
  {
    ui,
    words,
    session,
  }: { readonly ui: Ui; readonly words: ReturnType<typeof useWords>; readonly session: Session },
): void => {
  switch (request.kind) {
    case 'panel': {
      const panel = PANELS[request.panel]
      if (panel === undefined) ui.tell(words.terminalOnly(`/${request.panel}`))
      else if (panel === 'sessions') location.hash = '#/'
      else if (panel === 'model') document.getElementById('model')?.focus()
      else ui.openPanel(panel)
      return
    }
    case 'copy':
      copyAnswers(session, request, () => ui.tell(words.copied))
      return
    case 'exit':
      location.hash = '#/'
      return
    case 'share':
      ui.openPanel({ name: 'share' })
      return
    case 'set_prompt':
      ui.setPrompt(request.text)
      return
    case 'insert':
      ui.insert(request.text)
      return
    case 'switch_session':
      location.hash = request.sessionId === undefined ? '#/' : `#/s/${encodeURIComponent(request.sessionId)}`
      return
    default:
      ui.tell(words.terminalOnly(`/${request.kind.replace('_', '-')}`))
  }
}

const copyAnswers = (
  session: Session,
  { which, text: given }: Extract<UiRequest, { readonly kind: 'copy' }>,
  done: () => void,
): void => {
  const texts = session.state.get().rows.flatMap(row => (row.kind === 'text' ? [row.text] : []))
  const text = given ?? (which === 'all' ? texts.join('\n\n') : (texts.at(-which) ?? ''))
  void navigator.clipboard?.writeText(text).then(done)
}
