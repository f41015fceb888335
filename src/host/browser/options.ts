import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserChoice } from '../../engine/browser/options.ts'
import type { Overrides } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'

/** The browser as the run says, else as the settings say; off where nobody says anything. A restricted session has none. */
export const chooseBrowser = (
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
