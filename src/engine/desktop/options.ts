import type { ComputerSettings } from '../../protocol/tools/computer.ts'

/** Whether the model is offered the person's desktop. */
export interface DesktopChoice {
  readonly on: boolean
  readonly settings: ComputerSettings
  /** Address of the display; absent: there is none. */
  readonly display?: string
  /** The window of the terminal that this runs in: nothing is clicked or typed there. */
  readonly ownWindow?: string
  /** Where the display is one that cannot be used: what it is. */
  readonly other?: 'wayland' | 'macos' | 'windows'
}
