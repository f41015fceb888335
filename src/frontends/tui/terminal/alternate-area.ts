import { type Area, EMPTY_AREA, type PaintOptions, paint } from './paint.ts'
import type { Frame, Size } from './screen-port.ts'

/** The alternate screen: drawn from its top, without a past. Answers the bytes to write. */
export interface AlternateArea {
  readonly cursorShown: boolean
  draw(frame: Frame, size: Size): string
  /** Nothing that stands there is believed any more. */
  forget(): void
}

export const ENTER_ALTERNATE = '\u001b[?1049h\u001b[H\u001b[J'
export const LEAVE_ALTERNATE = '\u001b[?1049l'

export const createAlternateArea = (
  options: PaintOptions,
  begin: { readonly size: Size; readonly cursorShown: boolean },
): AlternateArea => {
  const blank = (cursorShown: boolean): Area => ({ ...EMPTY_AREA, cursor: { x: 0, y: 0 }, cursorShown })
  let area = blank(begin.cursorShown)
  let { size } = begin
  let known = true
  return {
    get cursorShown() {
      return area.cursorShown
    },
    draw(frame, now) {
      const whole = known && now.columns === size.columns && now.rows === size.rows
      if (!whole) area = blank(area.cursorShown)
      size = now
      known = true
      const painted = paint(area, { frame, print: [], size }, options)
      area = painted.area
      return (whole ? '' : '\u001b[H\u001b[J') + painted.bytes
    },
    forget() {
      known = false
    },
  }
}
