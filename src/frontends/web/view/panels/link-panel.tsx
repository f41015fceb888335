import { useContext, useState } from 'preact/hooks'
import { useWords } from '../../text/words.ts'
import { UiContext } from '../session-context.ts'
import { useWhen } from '../use-when.ts'

/** A link that signs another browser in. */
export const LinkPanel = () => {
  const words = useWords()
  const ui = useContext(UiContext)
  const [url, setUrl] = useState('')
  const [copied, setCopied] = useState(false)
  useWhen([], () => {
    ui.api.send<{ readonly url: string }>('POST', '/links').then(
      link => setUrl(link.url),
      (error: unknown) => ui.tell(String(error)),
    )
  })
  return (
    <>
      <p>{words.newLinkText}</p>
      <p class="link">
        <code>{url}</code>
      </p>
      <button
        type="button"
        disabled={url === ''}
        onClick={() => void navigator.clipboard?.writeText(url).then(() => setCopied(true))}
      >
        {copied ? words.copied : words.copy}
      </button>
    </>
  )
}
