import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useWords } from '../text/words.ts'
import { useWhen } from './use-when.ts'

/** A window of its own: the browser keeps the focus in it, and Escape closes it. */
export const Dialog = ({
  title,
  close,
  children,
}: {
  readonly title: string
  close(): void
  readonly children: ComponentChildren
}) => {
  const words = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useWhen([], () => {
    dialog.current?.showModal()
  })
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={close}>
      <div class="dialog-head">
        <h2 id="dialog-title" dir="auto">
          {title}
        </h2>
        <button type="button" class="icon" aria-label={words.close} onClick={() => dialog.current?.close()}>
          ✕
        </button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  )
}
