import type { DOMElement } from 'ink'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useUi } from './ui.ts'

/** The real cursor stands at this place of the node, as long as the component says so. Input methods show there. */
export const useCaret = (
  node: RefObject<DOMElement | null>,
  at: { readonly x: number; readonly y: number } | undefined,
): void => {
  const { setCaret } = useUi()
  const owner = useRef(Symbol('caret'))
  useLayoutEffect(() => {
    setCaret(owner.current, at && { node, x: at.x, y: at.y })
  })
  useLayoutEffect(() => () => setCaret(owner.current, undefined), [setCaret])
}
