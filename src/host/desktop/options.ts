import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserChoice } from '../../engine/browser/options.ts'
import type { DesktopChoice } from '../../engine/desktop/options.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'

/** The browser as the run says, else as the settings say; off where nobody says anything. A restricted session has none. */
const chooseBrowser = (
  { browser, restricted }: Pick<Overrides, 'browser' | 'restricted'>,
  { settings: { browser: settings = {} } }: { readonly settings: Pick<Settings, 'browser'> },
  { configHome }: { readonly configHome: string },
): { readonly browser: BrowserChoice } => ({
  browser: {
    on: !restricted && (browser ?? settings.enabled ?? false),
    settings,
    keptProfile: join(configHome, 'browser', 'profile'),
    tmpDir: tmpdir(),
  },
})

/** The desktop as the run says, else as the settings say; off where nobody says anything. A restricted session has none. */
const chooseDesktop = (
  { computer, restricted }: Pick<Overrides, 'computer' | 'restricted'>,
  { computer: settings = {} }: Pick<Settings, 'computer'>,
  env: Env,
): { readonly desktop: DesktopChoice } => {
  const { platform } = process
  const { DISPLAY: display, WAYLAND_DISPLAY: wayland, WINDOWID: ownWindow } = env
  const other =
    platform === 'darwin' ? 'macos' : platform === 'win32' ? 'windows' : wayland ? 'wayland' : undefined
  const isX11 = display !== undefined && display !== '' && other === undefined
  return {
    desktop: {
      on: !restricted && (computer ?? settings.enabled ?? false),
      settings,
      ...(isX11 ? { display } : {}),
      ...(other ? { other } : {}),
      ...(ownWindow !== undefined && /^\d+$/.test(ownWindow) ? { ownWindow } : {}),
    },
  }
}

/** What the model may look at and click in, where the person switched it on: a browser, their desktop. */
export const chooseScreens = (
  overrides: Overrides,
  gathered: { readonly settings: Settings },
  at: { readonly configHome: string; readonly env: Env },
): { readonly browser: BrowserChoice; readonly desktop: DesktopChoice } => ({
  ...chooseBrowser(overrides, gathered, at),
  ...chooseDesktop(overrides, gathered.settings, at.env),
})
