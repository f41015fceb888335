import type { LanguageServerChoice } from '../../engine/language-servers/options.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Overrides } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { SharedServers } from './shared-servers.ts'

/**
 * Language servers start programs of the machine and of the project, and some of them run what the project says: in a
 * folder that nobody trusts there are none.
 */
export const chooseLanguageServers = (
  { bare, safeMode }: Pick<Overrides, 'bare' | 'safeMode'>,
  { settings, trusted }: { readonly settings: Pick<Settings, 'languageServers'>; readonly trusted: boolean },
  shared: SharedServers,
): { readonly languageServers: LanguageServerChoice } => {
  const { languageServers: written = {} } = settings
  const off = written === false || bare || safeMode ? 'setting' : trusted ? undefined : 'untrusted'
  return {
    languageServers: {
      ...(off ? { off } : {}),
      rows: isObject(written) ? written : {},
      known: true,
      pool: shared.pool,
    },
  }
}
