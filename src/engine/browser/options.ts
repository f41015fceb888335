import type { BrowserSettings } from '../../protocol/tools/browser.ts'

/** Whether the model is offered a browser, and which. */
export interface BrowserChoice {
  /** From the first turn on; the person may switch it on and off later. */
  readonly on: boolean
  readonly settings: BrowserSettings
  /** Where a profile that stays is kept. */
  readonly keptProfile: string
  /** For profiles that do not stay. */
  readonly tmpDir: string
}
