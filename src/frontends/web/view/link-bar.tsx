import { useContext } from 'preact/hooks'
import { useWords } from '../text/words.ts'
import { SessionContext } from './session-context.ts'
import { useStore } from './use-store.ts'

/** That the connection is lost, that the session was closed, or why it cannot be opened. */
export const LinkBar = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const link = useStore(session.link)
  const problem = useStore(session.problem)
  if (problem !== '')
    return (
      <div class="bar bad" role="alert">
        {words.cannotOpen}: {problem}
      </div>
    )
  if (link === 'closed')
    return (
      <div class="bar" role="status">
        {words.closed}{' '}
        <button type="button" onClick={() => location.reload()}>
          {words.reopen}
        </button>
      </div>
    )
  return (
    <div role="status" class={link === 'lost' ? 'bar bad' : 'bar none'}>
      {link === 'lost' && (
        <>
          {words.lost}{' '}
          <button type="button" onClick={() => session.retry()}>
            {words.retryNow}
          </button>
        </>
      )}
    </div>
  )
}
