import { useContext, useRef, useState } from 'preact/hooks'
import { shortFolder } from '../../state/session-groups.ts'
import { useWords } from '../../text/words.ts'
import { AppContext } from '../app-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'
import { foldersOf, openSession } from './open-session.ts'

const DRAFT = 'capstan.draft.new'

/** Where nothing is open yet: what is typed here begins a session. */
export const StartPage = () => {
  const words = useWords()
  const app = useContext(AppContext)
  const sessions = useStore(app.sessions)
  const [text, setText] = useState(() => sessionStorage.getItem(DRAFT) ?? '')
  const [cwd, setCwd] = useState(app.server.cwd)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useWhen([], () => {
    // On a phone the keyboard would cover the list.
    if (!matchMedia('(pointer: coarse)').matches) field.current?.focus()
  })
  const write = (next: string): void => {
    setText(next)
    sessionStorage.setItem(DRAFT, next)
  }
  const begin = async (): Promise<void> => {
    if (text.trim() === '' || busy) return
    setBusy(true)
    try {
      await openSession(app, { cwd, prompt: text.trim() })
      sessionStorage.removeItem(DRAFT)
    } catch (error) {
      app.tell(error instanceof Error && error.message !== '' ? error.message : words.offline)
      setBusy(false)
    }
  }
  const folders = [...new Set([app.server.cwd, ...foldersOf(sessions ?? [])])].slice(0, 30)
  return (
    <main class="start">
      <h2>{words.empty}</h2>
      <form
        class="prompt"
        onSubmit={event => {
          event.preventDefault()
          void begin()
        }}
      >
        <textarea
          ref={field}
          id="first-prompt"
          rows={2}
          value={text}
          dir="auto"
          aria-label={words.prompt}
          aria-description={words.enterSends}
          placeholder={words.promptHint}
          onInput={event => write(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
            if (matchMedia('(pointer: coarse)').matches) return
            event.preventDefault()
            void begin()
          }}
        />
        <div class="prompt-foot">
          <select
            aria-label={words.folder}
            title={words.startIn(cwd)}
            value={cwd}
            onChange={event => setCwd(event.currentTarget.value)}
          >
            {folders.map(folder => (
              <option key={folder} value={folder}>
                {shortFolder(folder)}
              </option>
            ))}
          </select>
          <span class="grow" />
          <button type="submit" class="primary" disabled={busy || text.trim() === ''}>
            {words.send}
          </button>
        </div>
      </form>
    </main>
  )
}
