import { type Inputs, useEffect, useRef } from 'preact/hooks'

type Undo = () => void

/** Does something after the first picture, and again when one of these has become another; what it answers undoes it. */
export const useWhen = (changed: Inputs, act: () => Undo | undefined): void => {
  const last = useRef<{ readonly changed: Inputs; readonly undo: Undo | undefined }>(undefined)
  useEffect(() => {
    const before = last.current
    if (before?.changed.every((value, at) => Object.is(value, changed[at]))) return
    before?.undo?.()
    last.current = { changed, undo: act() }
  })
  useEffect(() => () => last.current?.undo?.(), [])
}
