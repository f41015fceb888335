import { useContext, useState } from 'preact/hooks'
import { errorText } from '../../../../lib/error-text.ts'
import type { NewShare, ShareInfo } from '../../../../protocol/serve/wire.ts'
import { useWords } from '../../text/words.ts'
import { SessionContext, UiContext } from '../session-context.ts'
import { useStore } from '../use-store.ts'
import { useWhen } from '../use-when.ts'

const HOURS = [1, 24, 7 * 24, 30 * 24]

/** Links to watch this session: makes one, shows who is there, ends them. */
export const SharePanel = () => {
  const words = useWords()
  const session = useContext(SessionContext)
  const ui = useContext(UiContext)
  const [shares, setShares] = useState<readonly ShareInfo[]>([])
  const [made, setMade] = useState<NewShare>()
  const [copied, setCopied] = useState(false)
  const [hours, setHours] = useState(24)
  const clients = useStore(session.state, state => state.clients)
  const path = `${session.path}/shares`
  const fail = (error: unknown): void => ui.tell(errorText(error))
  const read = (): Promise<void> =>
    ui.api
      .get<{ readonly shares: readonly ShareInfo[] }>(path)
      .then(answer => setShares(answer.shares))
      .catch(fail)
  useWhen([clients], () => void read())
  const make = (): void => {
    ui.api
      .send<NewShare>('POST', path, { hours })
      .then(share => {
        setMade(share)
        setCopied(false)
        return read()
      })
      .catch(fail)
  }
  const end = (id: string): void => {
    ui.api
      .send('DELETE', `${path}/${id}`)
      .then(() => {
        if (made?.id === id) setMade(undefined)
        return read()
      })
      .catch(fail)
  }
  return (
    <>
      <p>{words.shareText}</p>
      <p class="share-make">
        <label>
          {words.shareFor}{' '}
          <select value={hours} onChange={event => setHours(Number(event.currentTarget.value))}>
            {HOURS.map(each => (
              <option key={each} value={each}>
                {words.shareHours(each)}
              </option>
            ))}
          </select>
        </label>{' '}
        <button type="button" onClick={make}>
          {words.shareMake}
        </button>
      </p>
      {made && (
        <>
          <p class="link">
            <code>{made.url}</code>
          </p>
          <button
            type="button"
            onClick={() => void navigator.clipboard?.writeText(made.url).then(() => setCopied(true))}
          >
            {copied ? words.copied : words.copy}
          </button>
        </>
      )}
      <ul class="shares">
        {shares.map(share => (
          <li key={share.id}>
            <span>
              {words.watchUntil(words.dateTime(share.expiresAt))} {words.watching(share.watchers.length)}
              {share.watchers.map(({ id, since }) => (
                <span key={id} class="dim">
                  {' '}
                  {words.since(words.dateTime(since ?? ''))}
                </span>
              ))}
            </span>{' '}
            <button type="button" onClick={() => end(share.id)}>
              {words.shareEnd}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
