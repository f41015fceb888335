import { useLayoutEffect, useRef } from 'react'
import { type Press, useUi } from './ui.ts'

/**
 * Keys while the component is mounted and `active`. The listener answers true for keys it took. What is mounted later
 * is asked first; of what is mounted together, the outer goes before the inner.
 */
export const useKeys = (context: string, listener: (press: Press) => boolean, active = true): void => {
  const latest = useRef(listener)
  latest.current = listener
  // Of the first look of the program: another size or theme must not change who is asked first.
  const onKeys = useRef(useUi().onKeys)
  // Before the next key can arrive: a layout effect runs in the same breath as the drawing.
  useLayoutEffect(
    () => (active ? onKeys.current(context, press => latest.current(press)) : undefined),
    [context, active],
  )
}
