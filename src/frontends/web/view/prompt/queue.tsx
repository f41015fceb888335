import { useContext } from 'preact/hooks'
import { useWords } from '../../text/words.ts'
import { SessionContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'

/** What was said and waits for its turn. */
export const Queue = ({ takeBack }: { takeBack(text: string): void }) => {
  const words = useWords()
  const session = useContext(SessionContext)
  const queue = useStore(session.state, state => state.queue)
  if (queue.length === 0) return null
  const back = ({ uuid, text }: (typeof queue)[number]): void => {
    session.send({ type: 'take_back', uuid }).then(
      () => {
        session.state.change(state => ({ ...state, queue: state.queue.filter(each => each.uuid !== uuid) }))
        takeBack(text)
      },
      // Delivered in this moment: it is on its way and cannot be had back.
      () => undefined,
    )
  }
  return (
    <ul class="queue" aria-label={words.queued}>
      {queue.map(item => (
        <li key={item.uuid}>
          <span class="tag">{words.queued}</span>
          <span class="text" dir="auto">
            {item.text}
          </span>
          <button type="button" class="quiet" onClick={() => back(item)}>
            {words.takeBack}
          </button>
        </li>
      ))}
    </ul>
  )
}
