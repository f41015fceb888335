import { useContext, useState } from 'preact/hooks'
import { escapeLine } from '../../../lib/escape-text.ts'
import { useWords } from '../text/words.ts'
import { SessionContext, UiContext } from './session-context.ts'
import { useStore } from './use-store.ts'
import { useWhen } from './use-when.ts'

const LOOK_MS = 1_000

/** The browser that the model drives: what it shows now, as long as somebody looks, and the way to end it. */
export const BrowserLine = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const browser = useStore(session.state, state => state.browser)
  const [open, setOpen] = useState(false)
  const [picture, setPicture] = useState('')
  const running = browser?.running === true
  useWhen([open, running], () => {
    if (!open || !running) return undefined
    const look = (): void => {
      if (document.visibilityState !== 'visible') return
      ui.api
        .ask(session.id, 'browserPicture')
        .then(found => setPicture(found ? `data:${found.mediaType};base64,${found.data}` : ''))
        .catch(() => undefined)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  })
  if (!running) return null
  const tab = browser.tabs.find(({ current }) => current) ?? browser.tabs.at(-1)
  const title = escapeLine(tab?.title || tab?.url || '', 60)
  const stop = (): void => {
    session
      .send({ type: 'browser', action: 'stop' })
      .catch((error: unknown) => ui.tell(error instanceof Error ? error.message : String(error)))
  }
  return (
    <div class="browser-line">
      <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
        {words.browser}
        {title === '' ? '' : `: ${title}`}
      </button>
      <button type="button" class="quiet" onClick={stop}>
        {words.browserStop}
      </button>
      {open && picture !== '' && <img src={picture} alt={title === '' ? words.browser : title} />}
    </div>
  )
}
