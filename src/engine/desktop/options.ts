import type { ComputerSettings } from '../../protocol/tools/computer.ts'
import type { Contributions } from '../contributions/part.ts'
import type { Live } from '../live/state.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { SettingsPart } from '../settings/part.ts'

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

/** What a session gives it. */
export interface DesktopOptions {
  readonly config: {
    readonly session: SessionHandle
    readonly tools: Toolbox
    readonly prompt: { readonly promptLanguage?: 'en' | 'zh' }
    readonly desktop?: DesktopChoice
  }
  readonly live: Readonly<Live>
  readonly settings: Pick<SettingsPart, 'grant'>
  readonly contributions: Pick<Contributions, 'put'>
}
