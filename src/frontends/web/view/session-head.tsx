import { useContext } from 'preact/hooks'
import { money } from '../state/money.ts'
import { shortFolder } from '../state/session-groups.ts'
import { useWords } from '../text/words.ts'
import { AppContext } from './app-context.ts'
import { Menu, MenuItem } from './menu.tsx'
import { SessionContext, UiContext } from './session-context.ts'
import { SessionActions } from './sessions/session-actions.tsx'
import { useStore } from './use-store.ts'
import { useWhen } from './use-when.ts'

/** Name, folder and figures of the session, and the way to its panels. */
export const SessionHead = ({ find, toStart }: { find(): void; toStart(): void }) => {
  const words = useWords()
  const app = useContext(AppContext)
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const cwd = useStore(session.state, state => state.cwd)
  const own = useStore(session.state, state => state.title)
  const listed = useStore(app.sessions, all => all?.find(({ id }) => id === session.id)?.title)
  const title = own || listed || words.untitled
  const asks = useStore(session.state, state => state.requests.length > 0)
  useWhen([title, asks], () => {
    document.title = `${asks ? '● ' : ''}${title} · Capstan`
    return () => {
      document.title = 'Capstan'
    }
  })
  const close = (): void => {
    app.api.send('DELETE', session.path).then(
      () => {
        location.hash = '#/'
        void app.refresh()
      },
      (error: unknown) => app.tell(error instanceof Error ? error.message : String(error)),
    )
  }
  return (
    <header class="session-head">
      <a class="icon back" href="#/" aria-label={words.allSessions}>
        ‹
      </a>
      <div class="names">
        <h1 dir="auto">{title}</h1>
        <span class="dim" title={cwd} dir="ltr">
          {shortFolder(cwd)}
        </span>
      </div>
      <Figures />
      <button type="button" class="icon" aria-label={words.find} title={words.find} onClick={find}>
        ⌕
      </button>
      <Menu label={words.menu}>
        <MenuItem label={words.agents} choose={() => ui.openPanel({ name: 'agents' })} />
        <MenuItem label={words.tasks} choose={() => ui.openPanel({ name: 'tasks' })} />
        <MenuItem label={words.changes} choose={() => ui.openPanel({ name: 'changes' })} />
        <MenuItem label={words.details} choose={() => ui.openPanel({ name: 'details' })} />
        <MenuItem label={words.rewind} choose={() => ui.openPanel({ name: 'rewind' })} />
        <AssistantItem />
        <MenuItem label={words.toTop} choose={toStart} />
        <SessionActions id={session.id} title={title} />
        <MenuItem label={words.share} choose={() => ui.openPanel({ name: 'share' })} />
        <MenuItem label={words.newLink} choose={() => ui.openPanel({ name: 'link' })} />
        {!app.server.single && <MenuItem label={words.closeSession} choose={close} />}
      </Menu>
    </header>
  )
}

const AssistantItem = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const on = useStore(session.state, state => state.assistant !== null)
  const choose = (): void => {
    session
      .send({ type: 'set_assistant', enabled: !on })
      .catch((error: unknown) => ui.tell(error instanceof Error ? error.message : String(error)))
  }
  return <MenuItem label={on ? words.assistantEnd : words.assistantBegin} choose={choose} />
}

const Figures = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const cost = useStore(session.state, state => state.cost)
  const context = useStore(session.state, state => state.context)
  const clients = useStore(session.state, state => state.clients.length)
  const watchers = useStore(
    session.state,
    state => state.clients.filter(({ kind }) => kind === 'watcher').length,
  )
  const share = context ? Math.min(100, Math.round((context.tokens / context.window) * 100)) : 0
  return (
    <>
      {watchers > 0 && (
        <button type="button" class="quiet watchers" onClick={() => ui.openPanel({ name: 'share' })}>
          {words.watching(watchers)}
        </button>
      )}
      {clients > 1 && (
        <span class="dim clients" title={words.following(clients)}>
          <span aria-hidden="true">⧉ {clients}</span>
          <span class="unseen">{words.following(clients)}</span>
        </span>
      )}
      {cost && context && (
        <button
          type="button"
          class="figures-button"
          title={words.details}
          onClick={() => ui.openPanel({ name: 'details' })}
        >
          <span>{money(cost.totalCostUSD)}</span>
          <span class="dim" aria-hidden="true">
            {share}%
          </span>
          <span class="unseen">{words.contextUse(share)}</span>
        </button>
      )}
    </>
  )
}
