import type { BrowserChoice } from '../engine/browser/options.ts'
import type { DesktopChoice } from '../engine/desktop/options.ts'
import type { Env, Overrides } from '../protocol/host.ts'
import type { Settings } from '../protocol/settings.ts'
import { chooseBrowser } from './browser/options.ts'
import { chooseDesktop } from './desktop/options.ts'

/** What the model may look at and click in, where the person switched it on: a browser, their desktop. */
export const chooseScreens = (
  overrides: Overrides,
  gathered: { readonly settings: Settings },
  at: { readonly configHome: string; readonly env: Env },
): { readonly browser: BrowserChoice; readonly desktop: DesktopChoice } => ({
  ...chooseBrowser(overrides, gathered, at),
  ...chooseDesktop(overrides, gathered.settings, at.env),
})
