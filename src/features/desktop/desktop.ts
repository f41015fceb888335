import type { Pixels } from './pixels.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface DesktopWindow {
  readonly id: string
  /** How its application calls itself to the system. */
  readonly application: string
  /** Its title: foreign words. */
  readonly title: string
  readonly at: Point
  readonly width: number
  readonly height: number
}

/** A screen with pointer and keyboard. X11 has one; Wayland's portals and macOS would stand behind the same. */
export interface Desktop {
  picture(signal: AbortSignal): Promise<Pixels>
  pointer(signal: AbortSignal): Promise<Point>
  windowAt(point: Point, signal: AbortSignal): Promise<DesktopWindow | undefined>
  /** Where keys go. */
  focused(signal: AbortSignal): Promise<DesktopWindow | undefined>
  windows(signal: AbortSignal): Promise<readonly DesktopWindow[]>
  move(to: Point, signal: AbortSignal): Promise<void>
  click(button: 'left' | 'right', times: number, signal: AbortSignal): Promise<void>
  drag(to: Point, signal: AbortSignal): Promise<void>
  scroll(direction: 'up' | 'down' | 'left' | 'right', steps: number, signal: AbortSignal): Promise<void>
  type(text: string, signal: AbortSignal): Promise<void>
  /** Keys held together, such as `ctrl+s`, one after the other with blanks between them. */
  press(keys: readonly string[], signal: AbortSignal): Promise<void>
  focus(window: DesktopWindow, signal: AbortSignal): Promise<void>
}
