import { useLayoutEffect, useRef } from 'preact/hooks'

/** A few lines that go with an answer; the focus is there at once. */
export const NoteField = ({
  label,
  note,
  change,
}: {
  readonly label: string
  readonly note: string
  change(note: string): void
}) => {
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <textarea
      ref={field}
      class="note-field"
      rows={2}
      aria-label={label}
      placeholder={label}
      value={note}
      onInput={event => change(event.currentTarget.value)}
    />
  )
}
