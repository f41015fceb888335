import { useContext, useRef, useState } from 'preact/hooks'
import type { SessionInfo } from '../../../../protocol/serve/wire.ts'
import { money } from '../../state/money.ts'
import { groupSessions, shortFolder, stateWord } from '../../state/session-groups.ts'
import { useWords } from '../../text/words.ts'
import { AppContext, type AppState } from '../app-context.ts'
import { EVALS } from '../evals/evals-view.tsx'
import { FLEET } from '../fleet/fleet-view.tsx'
import { Menu } from '../menu.tsx'
import { PushSwitch } from '../push-switch.tsx'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'
import { NewSession } from './new-session.tsx'
import { foldersOf } from './open-session.ts'
import { SessionActions } from './session-actions.tsx'

/** Sessions that are open and those that are kept, with a search and a way to a new one. */
export const SessionList = ({ current }: { readonly current: string }) => {
  const words = useWords()
  const app = useContext(AppContext)
  const sessions = useStore(app.sessions)
  const [search, setSearch] = useState('')
  const [making, setMaking] = useState(false)
  useRefresh(app)
  const { open, kept } = groupSessions(sessions ?? [], search)
  const isEmpty = sessions !== undefined && open.length + kept.length === 0
  return (
    <nav class="sessions" aria-label={words.sessions}>
      <div class="sessions-head">
        <h1 class="brand">Capstan</h1>
        {!app.server.single && (
          <button type="button" class="primary" onClick={() => setMaking(true)}>
            <span aria-hidden="true">+ </span>
            {words.newSession}
          </button>
        )}
      </div>
      <input
        type="search"
        class="search"
        value={search}
        aria-label={words.searchSessions}
        placeholder={words.searchSessions}
        onInput={event => setSearch(event.currentTarget.value)}
      />
      <div class="sessions-scroll">
        <Group title={words.open} sessions={open} current={current} />
        <Group title={words.earlier} sessions={kept} current={current} />
        {!app.server.single && (
          <a class="evals-link" href="#/evals" aria-current={current === EVALS ? 'page' : undefined}>
            {words.evals}
          </a>
        )}
        {app.server.fleet && (
          <a class="evals-link" href="#/fleet" aria-current={current === FLEET ? 'page' : undefined}>
            {words.fleet.title}
          </a>
        )}
        {isEmpty && <p class="dim pad">{search === '' ? words.noSessions : words.noMatch}</p>}
      </div>
      <PushSwitch />
      {making && <NewSession close={() => setMaking(false)} folders={foldersOf(sessions ?? [])} />}
    </nav>
  )
}

const EVERY = 5_000

/** Looked at again while somebody looks at it. */
const useRefresh = (app: AppState): void => {
  useWhen([app], () => {
    const refresh = (): void => {
      if (document.visibilityState === 'visible') void app.refresh()
    }
    refresh()
    const timer = setInterval(refresh, EVERY)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  })
}

const FIRST = 60

const Group = ({
  title,
  sessions,
  current,
}: {
  readonly title: string
  readonly sessions: readonly SessionInfo[]
  readonly current: string
}) => {
  const words = useWords()
  const [most, setMost] = useState(FIRST)
  if (sessions.length === 0) return null
  return (
    <section>
      <h2 class="group">{title}</h2>
      <ul>
        {sessions.slice(0, most).map(info => (
          <Entry key={info.id} info={info} current={current === info.id} />
        ))}
      </ul>
      {sessions.length > most && (
        <button type="button" class="quiet pad" onClick={() => setMost(most + 200)}>
          {words.showMore}
        </button>
      )}
    </section>
  )
}

const SIGNS = { waits: '●', works: '◐', idle: '○', elsewhere: '◇' } as const

const Entry = ({ info, current }: { readonly info: SessionInfo; readonly current: boolean }) => {
  const words = useWords()
  const link = useRef<HTMLAnchorElement>(null)
  const state = stateWord(info)
  const title = info.title ?? info.firstPrompt ?? words.untitled
  return (
    <li class="session-entry">
      <a
        ref={link}
        class="session"
        href={`#/s/${encodeURIComponent(info.id)}`}
        aria-current={current ? 'page' : undefined}
      >
        <span class="session-title" dir="auto">
          {title}
        </span>
        <span class="session-facts">
          {state !== undefined && (
            <span class={`state ${state}`}>
              <span aria-hidden="true">{SIGNS[state]} </span>
              {words[state]}
            </span>
          )}
          {info.member && <span dir="auto">{words.memberOf(info.member.name, info.member.team)}</span>}
          {info.cwd !== undefined && (
            <span class="folder" title={info.cwd} dir="ltr">
              {shortFolder(info.cwd)}
            </span>
          )}
          {info.costUsd !== undefined && info.costUsd > 0 && <span>{money(info.costUsd)}</span>}
          {!info.open && info.modifiedAt !== undefined && (
            <span>{words.ago(Date.now() - info.modifiedAt)}</span>
          )}
        </span>
      </a>
      <Menu label={words.menuOf(title)}>
        <SessionActions id={info.id} title={title} />
      </Menu>
    </li>
  )
}
