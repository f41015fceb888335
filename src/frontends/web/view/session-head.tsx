import { useContext } from 'preact/hooks'
import { shortFolder } from '../state/session-groups.ts'
import { useWords } from '../text/words.ts'
import { AppContext } from './app-context.ts'
import { SessionContext, UiContext } from './session-context.ts'
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
  const rename = (): void => {
    const name = prompt(words.renamePrompt, title)?.trim()
    if (!name) return
    app.api.send('PATCH', session.path, { title: name }).then(
      () => app.refresh(),
      (error: unknown) => app.tell(String(error)),
    )
  }
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
      <details class="menu" onToggle={closeOutside}>
        <summary class="icon" aria-label={words.menu} title={words.menu}>
          ⋯
        </summary>
        <ul
          onClick={event => (event.currentTarget.parentElement as HTMLDetailsElement).removeAttribute('open')}
          onKeyUp={() => {}}
        >
          <Item label={words.agents} choose={() => ui.openPanel({ name: 'agents' })} />
          <Item label={words.tasks} choose={() => ui.openPanel({ name: 'tasks' })} />
          <Item label={words.details} choose={() => ui.openPanel({ name: 'details' })} />
          <Item label={words.rewind} choose={() => ui.openPanel({ name: 'rewind' })} />
          <Item label={words.toTop} choose={toStart} />
          <Item label={words.rename} choose={rename} />
          <Item label={words.newLink} choose={() => ui.openPanel({ name: 'link' })} />
          {!app.server.single && <Item label={words.closeSession} choose={close} />}
        </ul>
      </details>
    </header>
  )
}

const Item = ({ label, choose }: { readonly label: string; choose(): void }) => (
  <li>
    <button type="button" onClick={choose}>
      {label}
    </button>
  </li>
)

/** An open menu closes when somebody goes elsewhere. */
const closeOutside = (event: Event): void => {
  const menu = event.currentTarget as HTMLDetailsElement
  if (!menu.open) return
  const away = (after: Event): void => {
    if (after.target instanceof Node && menu.contains(after.target) && !(after instanceof KeyboardEvent))
      return
    if (after instanceof KeyboardEvent && after.key !== 'Escape') return
    menu.open = false
    removeEventListener('pointerdown', away)
    removeEventListener('keydown', away)
  }
  addEventListener('pointerdown', away)
  addEventListener('keydown', away)
}

const Figures = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const cost = useStore(session.state, state => state.cost)
  const context = useStore(session.state, state => state.context)
  const clients = useStore(session.state, state => state.clients.length)
  const share = context ? Math.min(100, Math.round((context.tokens / context.window) * 100)) : 0
  return (
    <>
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
          <span>${cost.totalCostUSD.toFixed(2)}</span>
          <span class="dim" aria-hidden="true">
            {share}%
          </span>
          <span class="unseen">{words.contextUse(share)}</span>
        </button>
      )}
    </>
  )
}
