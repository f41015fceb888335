import { loadSettings } from '../../features/settings/load.ts'
import { POLICY_ROWS } from '../../features/settings/policy/read-policy.ts'
import type { SettingsProblem } from '../../features/settings/problem.ts'
import { policyRows } from '../../features/settings/rows/policy.ts'
import { shownSettings } from '../../features/settings/shown-settings.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { settingsLocations } from '../../host/settings/gather-settings.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { doctorPolicyText } from '../../protocol/messages/cli/doctor-policy.ts'
import type { SettingsLayer } from '../../protocol/settings.ts'
import type { Examine } from './doctor-options.ts'

const area = 'policy'
const MOST_CHARS = 200

const LEVELS: Readonly<Record<SettingsProblem['kind'], HealthCheck['level']>> = {
  fatal: 'error',
  rejected: 'error',
  invalid: 'warning',
  ignored: 'warning',
  note: 'info',
}

/** What an administrator demands here, key by key, and which file says it. */
export const examinePolicy: Examine = options => {
  const folder = findFolderTrust(options.overrides, options)
  const { layers, problems } = loadSettings(settingsLocations(options.overrides, options, folder))
  const policy = layers.filter(({ source }) => source === 'managed')
  const faults = problems.filter(({ source }) => source === 'managed')
  if (policy.length === 0 && faults.length === 0)
    return [{ area, level: 'info', text: doctorPolicyText('none') }]
  return [
    ...faults.map(({ kind, message }): HealthCheck => ({ area, level: LEVELS[kind], text: message })),
    ...policy.flatMap(layer => keysOf(layer, policy)),
  ]
}

const keysOf = (layer: SettingsLayer, all: readonly SettingsLayer[]): readonly HealthCheck[] => {
  const later = all.slice(all.indexOf(layer) + 1)
  return POLICY_ROWS.flatMap(({ key }): readonly HealthCheck[] => {
    const value = at(layer.settings, key)
    if (value === undefined) return []
    const file = escapeLine(layer.path, MOST_CHARS)
    const over = later.findLast(({ settings }) => at(settings, key) !== undefined)
    // Lists and maps of all files count together.
    if (over && typeof value !== 'object') {
      const other = escapeLine(over.path, MOST_CHARS)
      return [{ area, level: 'info', text: doctorPolicyText('replaced', { key, file, other }) }]
    }
    return [{ area, level: 'good', text: doctorPolicyText('key', { key, value: shown(key, value), file }) }]
  })
}

const at = (settings: object, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), settings)

/** What may hold a secret is only said to be set; nothing that only policy has does. */
const shown = (key: string, value: unknown): string => {
  const isOpen = policyRows.some(row => row.key === key) || /^permissions\./.test(key)
  const [listed] = isOpen ? [] : shownSettings([{ key, value }])
  return listed && 'hidden' in listed ? '…' : escapeLine(JSON.stringify(value), MOST_CHARS)
}
