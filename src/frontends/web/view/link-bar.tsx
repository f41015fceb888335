import { useContext } from 'preact/hooks'
import { errorText } from '../../../lib/error-text.ts'
import { useWords } from '../text/words.ts'
import type { Session } from '../wire/session.ts'
import { SessionContext } from './session-context.ts'
import { useStore } from './use-store.ts'

/** That the connection is lost, that the session was closed, or why it cannot be opened. */
export const LinkBar = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const link = useStore(session.link)
  const problem = useStore(session.problem)
  const busy = useStore(session.busy)
  if (problem !== '')
    return (
      <div class="bar bad" role="alert">
        {words.cannotOpen}: {problem}
        {busy && <WaysOn session={session} />}
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

/** Another program has it: the same choices as in a terminal. */
const WaysOn = ({ session }: { readonly session: Session }) => {
  const words = useWords()
  const attempt = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => session.problem.set(errorText(error)))
  const copy = attempt(async () => {
    location.hash = `#/s/${encodeURIComponent(await session.copy())}`
  })
  const takeOver = attempt(async () => {
    await session.takeOver()
    location.reload()
  })
  return (
    <>
      {' '}
      <button type="button" onClick={copy}>
        {words.openCopy}
      </button>{' '}
      <button type="button" onClick={takeOver}>
        {words.takeOver}
      </button>
    </>
  )
}
