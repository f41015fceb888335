import { useContext } from 'preact/hooks'
import { errorText } from '../../../lib/error-text.ts'
import { useWords } from '../text/words.ts'
import { beginAnew } from '../wire/embedded.ts'
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
        {busy !== undefined && <WaysOn session={session} holder={busy} />}
      </div>
    )
  if (link === 'closed')
    return (
      <div class="bar" role="status">
        {words.closed}{' '}
        <button type="button" onClick={beginAnew}>
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

/** Programs whose sessions a terminal can join. A page of another server is not signed in there, so it names the command. */
const JOINABLE: ReadonlySet<string> = new Set(['background', 'serve', 'cli'])

/** Another program has it: the same choices as in a terminal. */
const WaysOn = ({ session, holder }: { readonly session: Session; readonly holder: string }) => {
  const words = useWords()
  const attempt = (work: () => Promise<void>) => () =>
    void work().catch((error: unknown) => session.problem.set(errorText(error)))
  const copy = attempt(async () => {
    location.hash = `#/s/${encodeURIComponent(await session.copy())}`
  })
  const takeOver = attempt(async () => {
    await session.takeOver()
    beginAnew()
  })
  return (
    <>
      {' '}
      <button type="button" onClick={copy}>
        {words.openCopy}
      </button>{' '}
      <button type="button" onClick={takeOver}>
        {words.takeOver}
      </button>{' '}
      <button type="button" onClick={beginAnew}>
        {words.retryNow}
      </button>
      {JOINABLE.has(holder) && (
        <p>
          {holder === 'cli' ? words.attachShared : words.attachBy}{' '}
          <code dir="ltr">capstan attach {session.id}</code>
        </p>
      )}
    </>
  )
}
