import type { SettingsInForce } from '../../features/settings/loosen.ts'
import { settingsText } from '../../protocol/messages/engine/settings-changes.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { Rule } from '../../protocol/permission.ts'
import { modeRefused } from '../live/live.ts'
import type { Live } from '../live/state.ts'
import type { DerivedSettings } from '../options/settings-port.ts'

/** Settings a session works with, and what they mean for it. */
export interface SettingsNow extends SettingsInForce {
  readonly derived: DerivedSettings
}

/**
 * Puts other settings in the place of those the session worked with. What was granted or taken away during the session
 * stays so, unless the new settings say it themselves. Gives back what the person should know.
 */
export const replaceSettings = (live: Live, was: SettingsNow, next: SettingsNow): readonly Text[] => {
  live.rules = replaceRules(live.rules, was.rules, next.rules)
  live.roots = replaceRoots(live.roots, was.derived.roots, next.derived.roots)
  live.hooks = next.settings.hooks ?? {}
  live.env = next.derived.env
  live.bypassRefused = next.derived.bypassRefused
  live.autoRefused = next.derived.autoRefused
  const refused = modeRefused(live.mode, live)
  if (refused === undefined) return next.derived.problems
  live.mode = 'default'
  return [...next.derived.problems, settingsText('mode_default', { reason: refused })]
}

const nameOf = ({ behavior, text, source }: Rule): string => JSON.stringify([behavior, text, source])

const replaceRules = (
  live: readonly Rule[],
  was: readonly Rule[],
  next: readonly Rule[],
): readonly Rule[] => {
  const kept = new Set(live)
  const gone = new Set(was.filter(rule => !kept.has(rule)).map(nameOf))
  const known = new Set(was)
  const there = new Set(next.map(nameOf))
  // A saved rule now comes from its file, with its line.
  const granted = live.filter(rule => !known.has(rule) && !there.has(nameOf(rule)))
  return [...next.filter(rule => !gone.has(nameOf(rule))), ...granted]
}

const replaceRoots = (
  live: readonly string[],
  was: readonly string[],
  next: readonly string[],
): readonly string[] => {
  const gone = was.filter(root => !live.includes(root))
  const added = live.filter(root => !was.includes(root))
  return [...new Set([...next.filter(root => !gone.includes(root)), ...added])]
}
