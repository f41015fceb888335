import { useState } from 'preact/hooks'
import type { ServerInfo, SessionInfo } from '../../../protocol/serve/wire.ts'
import { createPainter, PainterContext } from '../markdown/code.tsx'
import { createStore } from '../state/store.ts'
import { useWords } from '../text/words.ts'
import { type Api, ApiError } from '../wire/api.ts'
import { AppContext, type AppState } from './app-context.ts'
import { EVALS, EvalsView } from './evals/evals-view.tsx'
import { FLEET, FleetView } from './fleet/fleet-view.tsx'
import { SessionView } from './session-view.tsx'
import { DeleteDialog } from './sessions/session-actions.tsx'
import { SessionList } from './sessions/session-list.tsx'
import { StartPage } from './sessions/start-page.tsx'
import { useStore } from './use-store.ts'
import { useWhen } from './use-when.ts'

/** The whole page: who is signed in sees the sessions, and the one that is open. */
export const App = ({ api }: { readonly api: Api | undefined }) => {
  const words = useWords()
  const [server, setServer] = useState<ServerInfo | 'signed out' | 'offline' | undefined>(
    api ? undefined : 'signed out',
  )
  const load = (): void => {
    api?.get<ServerInfo>('/server').then(setServer, (error: unknown) => {
      setServer(error instanceof ApiError && error.kind === 'offline' ? 'offline' : 'signed out')
    })
  }
  useWhen([api], () => void load())
  useWhen([server], () => {
    if (server !== 'offline') return
    const timer = setTimeout(load, 2_000)
    return () => clearTimeout(timer)
  })
  if (server === 'signed out' || !api) return <SignIn />
  if (server === undefined || server === 'offline')
    return (
      <main class="middle">
        <p role="status">{server === undefined ? words.connecting : words.offline}</p>
      </main>
    )
  return <Signed api={api} server={server} signedOut={() => setServer('signed out')} />
}

const Signed = ({
  api,
  server,
  signedOut,
}: {
  readonly api: Api
  readonly server: ServerInfo
  signedOut(): void
}) => {
  const [app] = useState(() => createApp(api, server, signedOut))
  const [painter] = useState(createPainter)
  const id = useRoute()
  const told = useStore(app.told)
  useWhen([told], () => {
    if (told === '') return
    const timer = setTimeout(() => app.told.set(''), 6_000)
    return () => clearTimeout(timer)
  })
  return (
    <AppContext.Provider value={app}>
      <PainterContext.Provider value={painter}>
        <div class={id === '' ? 'layout at-list' : 'layout at-session'}>
          <SessionList current={id} />
          {id === '' ? (
            <Start single={app.server.single} />
          ) : id === EVALS ? (
            <EvalsView />
          ) : id === FLEET ? (
            <FleetView />
          ) : (
            <SessionView key={id} id={id} />
          )}
        </div>
        <DeleteDialog current={id} />
        <div class="toast" role="status">
          {told !== '' && <p>{told}</p>}
        </div>
      </PainterContext.Provider>
    </AppContext.Provider>
  )
}

/** A server of one session has nothing to begin. */
const Start = ({ single }: { readonly single: boolean }) => {
  const words = useWords()
  if (!single) return <StartPage />
  return (
    <main class="middle">
      <p class="dim">{words.noneOpen}</p>
    </main>
  )
}

const createApp = (api: Api, server: ServerInfo, signedOut: () => void): AppState => {
  const sessions = createStore<readonly SessionInfo[] | undefined>(undefined)
  const told = createStore('')
  let reading: Promise<void> | undefined
  /** Asked for since the last reading began: what it brings may be old. */
  let again = false
  const read = async (): Promise<void> => {
    try {
      sessions.set((await api.get<{ readonly sessions: readonly SessionInfo[] }>('/sessions')).sessions)
    } catch (error) {
      // Away for a moment: the list stays as it was.
      if (error instanceof ApiError && error.kind === 'unauthorized') signedOut()
    }
  }
  const readUntilNew = async (): Promise<void> => {
    while (again) {
      again = false
      await read()
    }
  }
  return {
    api,
    server,
    sessions,
    told,
    deleting: createStore<{ readonly id: string; readonly title: string } | undefined>(undefined),
    toSend: new Set(),
    tell: text => told.set(text),
    signedOut,
    refresh: () => {
      again = true
      reading ??= readUntilNew().finally(() => {
        reading = undefined
      })
      return reading
    },
  }
}

/** The session in the address, or that evaluations or the fleet are looked at. */
const useRoute = (): string => {
  const read = (): string =>
    location.hash.startsWith('#/evals')
      ? EVALS
      : location.hash === '#/fleet'
        ? FLEET
        : decodeURIComponent(/^#\/s\/([^/]+)/.exec(location.hash)?.[1] ?? '')
  const [id, setId] = useState(read)
  useWhen([], () => {
    const change = (): void => setId(read())
    addEventListener('hashchange', change)
    return () => removeEventListener('hashchange', change)
  })
  return id
}

/** For a browser that has no key, or one that no longer opens anything. */
const SignIn = () => {
  const words = useWords()
  return (
    <main class="middle">
      <div class="card">
        <h1>{words.signInTitle}</h1>
        <p>{words.signInText}</p>
        <p>
          <code>capstan serve link</code>
        </p>
        <p>{words.signInThen}</p>
      </div>
    </main>
  )
}
