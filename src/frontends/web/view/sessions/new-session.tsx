import { useContext, useState } from 'preact/hooks'
import { useWords } from '../../text/words.ts'
import { AppContext } from '../app-context.ts'
import { Dialog } from '../dialog.tsx'
import { openSession } from './open-session.ts'

/** A new session in a folder. */
export const NewSession = ({ close, folders }: { close(): void; readonly folders: readonly string[] }) => {
  const words = useWords()
  const app = useContext(AppContext)
  const [cwd, setCwd] = useState(app.server.cwd)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      await openSession(app, { cwd: cwd.trim() })
      close()
    } catch (error) {
      setProblem(error instanceof Error ? error.message || words.offline : words.offline)
      setBusy(false)
    }
  }
  return (
    <Dialog title={words.newSession} close={close}>
      <form
        class="new-session"
        onSubmit={event => {
          event.preventDefault()
          void start()
        }}
      >
        <label>
          {words.folder}
          <input
            type="text"
            value={cwd}
            list="folders"
            autocomplete="off"
            spellcheck={false}
            aria-describedby="folder-hint"
            onInput={event => setCwd(event.currentTarget.value)}
          />
        </label>
        <datalist id="folders">
          {folders.map(folder => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
        <p id="folder-hint" class="dim">
          {words.folderHint}
        </p>
        {problem !== '' && (
          <p class="warn" role="alert">
            {problem}
          </p>
        )}
        <div class="row-of-buttons">
          <button type="button" onClick={close}>
            {words.cancel}
          </button>
          <button type="submit" class="primary" disabled={busy || cwd.trim() === ''}>
            {words.start}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
