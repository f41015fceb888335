import type { LocalizedText } from '../messages/localized-text.ts'
import type { BrowserSettings } from './browser.ts'

/** Settings of the desktop that the model may use; absent fields have a default. */
export interface ComputerSettings {
  readonly enabled?: boolean
  /** Of a picture that the model is shown: the longer side, in pixels. */
  readonly pictureSize?: number
}

/** What the model may look at and click in. */
export interface ScreenSettings {
  readonly browser?: BrowserSettings
  readonly computer?: ComputerSettings
}

export const COMPUTER_ACTIONS = [
  'screenshot',
  'click',
  'double_click',
  'right_click',
  'move',
  'drag',
  'scroll',
  'type',
  'key',
  'focus',
  'windows',
  'wait',
] as const
export type ComputerActionName = (typeof COMPUTER_ACTIONS)[number]

/** These only look, or wait: no application hears of them. */
export const LOOKING_AT_SCREEN: ReadonlySet<ComputerActionName> = new Set(['screenshot', 'windows', 'wait'])

/** What a rule calls the whole screen, which shows what all applications show. */
export const SCREEN = 'screen'

export interface ComputerWish {
  readonly action: ComputerActionName
  /** In pixels of the last picture. */
  readonly x?: number | undefined
  readonly y?: number | undefined
  readonly toX?: number | undefined
  readonly toY?: number | undefined
  readonly text?: string | undefined
  readonly direction?: 'up' | 'down' | 'left' | 'right' | undefined
  readonly amount?: number | undefined
  readonly seconds?: number | undefined
}

export interface ComputerPicture {
  /** PNG, base64. */
  readonly data: string
  readonly width: number
  readonly height: number
}

/** What became of an action: our words, and names that applications chose. */
export interface ComputerAnswer {
  readonly said?: LocalizedText
  readonly foreign?: string
  readonly picture?: ComputerPicture
}

export interface ComputerCall {
  /** The application that was decided about. */
  readonly application: string
  readonly approved: boolean
  readonly signal: AbortSignal
}

/** What a call has where the desktop is switched on. */
export interface WithComputer {
  readonly computer?: ComputerPort
}

/** The desktop of the person, as tools reach it. Throws ToolError for what the model should read. */
export interface ComputerPort {
  /** Which application an action would reach. */
  target(wish: ComputerWish, signal: AbortSignal): Promise<string>
  act(wish: ComputerWish, call: ComputerCall): Promise<ComputerAnswer>
}
