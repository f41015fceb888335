import { useContext, useRef, useState } from 'preact/hooks'
import type { Picture } from '../../state/row.ts'
import type { Store } from '../../state/store.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { readImages } from './read-images.ts'
import { useSay } from './use-say.ts'

/** What is being written, and what can be done with it. */
export const usePrompt = (draft: Store<string>) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const say = useSay()
  const text = useStore(draft)
  const [pictures, setPictures] = useState<readonly Picture[]>([])
  const [caret, setCaret] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  const write = (next: string, at = next.length): void => {
    draft.set(next)
    setCaret(at)
    requestAnimationFrame(() => field.current?.setSelectionRange(at, at))
  }
  const isEmpty = text.trim() === '' && pictures.length === 0
  return {
    text,
    caret,
    field,
    pictures,
    isEmpty,
    write,
    typed(element: HTMLTextAreaElement): void {
      draft.set(element.value)
      setCaret(element.selectionStart)
    },
    add: (files: Iterable<File>): void =>
      void readImages(files, words, ui.tell).then(more => setPictures(before => [...before, ...more])),
    remove: (at: number): void => setPictures(pictures.filter((_, each) => each !== at)),
    send(): void {
      if (isEmpty) return
      say(text.trim(), pictures)
      write('')
      setPictures([])
    },
    /** Ends the turn; what waits comes back, so that nothing typed is lost. */
    stop(): void {
      const waiting = session.state.get().queue.map(each => each.text)
      session.state.change(state => ({ ...state, queue: [] }))
      if (waiting.length > 0 && text.trim() === '') write(waiting.join('\n'))
      session
        .send({ type: 'interrupt', cancelQueued: true, reason: 'user' })
        .catch(() => ui.tell(words.offline))
    },
  }
}

export type PromptText = ReturnType<typeof usePrompt>
