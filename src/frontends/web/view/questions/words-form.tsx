import { useRef } from 'preact/hooks'
import { useWords } from '../../text/words.ts'
import { useWhen } from '../use-when.ts'

export type Answer = string

/** A few words that go with an answer. */
export const WordsForm = ({
  label,
  initial = '',
  keepsEnter = false,
  send,
  back,
}: {
  readonly label: string
  readonly initial?: string
  /** Lines of a file: Enter makes another one. */
  readonly keepsEnter?: boolean
  send(text: Answer): void
  back(): void
}) => {
  const words = useWords()
  const field = useRef<HTMLTextAreaElement>(null)
  useWhen([], () => void field.current?.focus())
  const submit = (): void => send(field.current?.value ?? '')
  return (
    <form
      class="words-form"
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <textarea
        ref={field}
        rows={keepsEnter ? Math.min(20, initial.split('\n').length + 1) : 2}
        defaultValue={initial}
        aria-label={label}
        placeholder={label}
        onKeyDown={event => {
          if (event.key === 'Escape') back()
          else if (
            event.key === 'Enter' &&
            (keepsEnter ? event.ctrlKey || event.metaKey : !event.shiftKey) &&
            !event.isComposing
          )
            submit()
          else return
          event.preventDefault()
        }}
      />
      <div class="row-of-buttons">
        <button type="button" onClick={back}>
          {words.back}
        </button>
        <button type="submit" class="primary">
          {words.send}
        </button>
      </div>
    </form>
  )
}
