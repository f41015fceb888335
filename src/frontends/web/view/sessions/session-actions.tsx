import { useContext, useState } from 'preact/hooks'
import { useWords, type Words } from '../../text/words.ts'
import { AppContext, type AppState } from '../app-context.ts'
import { Dialog } from '../dialog.tsx'
import { MenuItem } from '../menu.tsx'
import { useStore } from '../use-store.ts'

/** Export, rename and delete, for a session that is open or kept. */
export const SessionActions = ({ id, title }: { readonly id: string; readonly title: string }) => {
  const words = useWords()
  const app = useContext(AppContext)
  return (
    <>
      <MenuItem label={words.exportSession} choose={() => void saveExport(app, words, id)} />
      <MenuItem label={words.rename} choose={() => void rename(app, words, { id, title })} />
      {!app.server.single && (
        <MenuItem label={words.deleteSession} choose={() => app.deleting.set({ id, title })} />
      )}
    </>
  )
}

const pathOf = (id: string): string => `/sessions/${encodeURIComponent(id)}`

const tellProblem = (app: AppState, words: Words, error: unknown): void =>
  app.tell(error instanceof Error && error.message !== '' ? error.message : words.offline)

const rename = async (
  app: AppState,
  words: Words,
  { id, title }: { readonly id: string; readonly title: string },
): Promise<void> => {
  const name = prompt(words.renamePrompt, title)?.trim()
  if (!name) return
  try {
    await app.api.send('PATCH', pathOf(id), { title: name.slice(0, 200) })
    await app.refresh()
  } catch (error) {
    tellProblem(app, words, error)
  }
}

/** A file among the browser's downloads. The page never shows it: it would count as a part of this one. */
const saveExport = async (app: AppState, words: Words, id: string): Promise<void> => {
  try {
    const { name, text } = await app.api.get<{ readonly name: string; readonly text: string }>(
      `${pathOf(id)}/export`,
      { format: 'html' },
    )
    const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
    app.tell(words.exported(name))
  } catch (error) {
    tellProblem(app, words, error)
  }
}

/** Asks before a session is deleted; says why where this browser may not. */
export const DeleteDialog = ({ current }: { readonly current: string }) => {
  const words = useWords()
  const app = useContext(AppContext)
  const chosen = useStore(app.deleting)
  const [busy, setBusy] = useState(false)
  if (!chosen) return null
  const close = (): void => app.deleting.set(undefined)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await app.api.send('POST', `${pathOf(chosen.id)}/purge`)
      sessionStorage.removeItem(`capstan.draft.${chosen.id}`)
      if (current === chosen.id) location.hash = '#/'
      app.tell(words.deleted)
      close()
      await app.refresh()
    } catch (error) {
      tellProblem(app, words, error)
      close()
    }
    setBusy(false)
  }
  const isAllowed = app.server.rights.settings
  return (
    <Dialog title={words.deleteTitle} close={close}>
      <blockquote dir="auto">{chosen.title}</blockquote>
      <p>{isAllowed ? words.deleteText : words.noDelete}</p>
      {!isAllowed && (
        <p>
          <code dir="ltr">capstan sessions purge {chosen.id} --yes</code>
        </p>
      )}
      <div class="row-of-buttons">
        <button type="button" onClick={close}>
          {isAllowed ? words.cancel : words.close}
        </button>
        {isAllowed && (
          <button type="button" class="stop" disabled={busy} onClick={() => void remove()}>
            {words.deleteIt}
          </button>
        )}
      </div>
    </Dialog>
  )
}
