import { useContext, useRef, useState } from 'preact/hooks'
import { labelled } from '../../../lib/text/written-signs.ts'
import { titleOf } from '../state/choices.ts'
import { useWords } from '../text/words.ts'
import { SessionContext } from './session-context.ts'
import { useStore } from './use-store.ts'
import { useWhen } from './use-when.ts'

const MOST = 600

/** Tells who hears the page what is new: replies when they are whole, questions at once. */
export const Announcer = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const rows = useStore(session.state, state => state.rows)
  const generation = useStore(session.state, state => state.generation)
  const request = useStore(session.state, state => state.requests[0])
  const last = useRef('')
  const [said, setSaid] = useState('')
  useWhen([generation], () => {
    last.current = rows.at(-1)?.id ?? ''
  })
  useWhen([rows], () => {
    const from = rows.findLastIndex(({ id }) => id === last.current) + 1
    last.current = rows.at(-1)?.id ?? last.current
    // What was read, and not said now.
    if (rows.length - from > 20) return
    const texts = rows.slice(from).flatMap(row => {
      if (row.kind === 'text' || row.kind === 'told') return [row.text]
      return row.kind === 'notice' || row.kind === 'answer' ? [words.localize(row.text)] : []
    })
    if (texts.length > 0) setSaid(texts.join('\n').slice(0, MOST))
  })
  return (
    <>
      <div class="unseen" aria-live="polite">
        {said}
      </div>
      <div class="unseen" aria-live="assertive">
        {request ? labelled(words.needsYou, titleOf(request, words)) : ''}
      </div>
    </>
  )
}
