import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { useWords } from '../text/words.ts'
import { SessionContext, UiContext } from '../view/session-context.ts'
import { useStore } from '../view/use-store.ts'
import { filePlaces } from './file-places.ts'

/** Inside of a link nothing else can be clicked. */
export const InLink = createContext(false)

/** Text of others; places in files of the project can be clicked to copy them. Nothing is opened or run by it. */
export const FileText = ({ text }: { readonly text: string }) => {
  const { state } = useContext(SessionContext)
  const cwd = useStore(state, value => value.cwd)
  const isInLink = useContext(InLink)
  const places = isInLink ? [] : filePlaces(text, cwd)
  if (places.length === 0) return <>{text}</>
  const pieces: ComponentChildren[] = []
  let done = 0
  for (const { from, to, place } of places) {
    pieces.push(text.slice(done, from), <Place key={from} place={place} text={text.slice(from, to)} />)
    done = to
  }
  return (
    <>
      {pieces}
      {text.slice(done)}
    </>
  )
}

const Place = ({ place, text }: { readonly place: string; readonly text: string }) => {
  const words = useWords()
  const ui = useContext(UiContext)
  const copy = (): void =>
    void navigator.clipboard?.writeText(place).then(() => ui.tell(words.copiedPlace(place)))
  return (
    <button type="button" class="file-place" title={words.copyPlace(place)} onClick={copy}>
      {text}
    </button>
  )
}
