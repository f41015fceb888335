import { createContext, useLayoutEffect, useRef } from 'react'
import { type Guarded, type Press, useUi } from './ui.ts'

interface KeyOptions {
  readonly active?: boolean
  /** What is typed is text for it just now, also while a question stands. Absent: only for fields. */
  takesText?(): boolean
}

/** While the component is mounted a question stands: typing goes to the prompt and never answers, see KeyHub. */
export const useQuestion = (): void => {
  const question = useRef(useUi().question)
  useLayoutEffect(() => question.current(), [])
}

/** Within a dialog that came up by itself: the person may be typing something else. */
export const UnaskedContext = createContext(false)

/**
 * Something came up that keys answer: those on their way to what was there before do nothing, see KeyHub. Begins once
 * for each `of`, and before it is drawn: it points at an answer only when keys are for it.
 */
export const useGuard = (what: Guarded, of: string | false = ''): void => {
  const { guard } = useUi()
  const begun = useRef<string | false>(undefined)
  if (begun.current === of) return
  begun.current = of
  if (of !== false) guard(what)
}

/**
 * Keys while the component is mounted and `active`. The listener answers true for keys it took. What is mounted later
 * is asked first; of what is mounted together, the outer goes before the inner.
 */
export const useKeys = (
  context: string,
  listener: (press: Press) => boolean,
  when: boolean | KeyOptions = true,
): void => {
  const { active = true, takesText } = typeof when === 'boolean' ? { active: when } : when
  const latestText = useRef(takesText)
  latestText.current = takesText
  const saysText = takesText !== undefined
  const latest = useRef(listener)
  latest.current = listener
  // Of the first look of the program: another size or theme must not change who is asked first.
  const onKeys = useRef(useUi().onKeys)
  // Before the next key can arrive: a layout effect runs in the same breath as the drawing.
  useLayoutEffect(
    () =>
      active
        ? onKeys.current(
            context,
            press => latest.current(press),
            saysText ? () => latestText.current?.() === true : undefined,
          )
        : undefined,
    [context, active, saysText],
  )
}
