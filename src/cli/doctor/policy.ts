import { isDeepStrictEqual } from 'node:util'
import { loadSettings } from '../../features/settings/load.ts'
import type { PolicyReader } from '../../features/settings/policy/policy-reader.ts'
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
  const places = settingsLocations(options.overrides, options, folder)
  const { policy: reader } = places
  let written: readonly SettingsLayer[] = []
  const join: PolicyReader['join'] = files => {
    written = files.flat()
    return reader?.join(files) ?? written
  }
  const { layers, problems } = loadSettings({ ...places, ...(reader ? { policy: { ...reader, join } } : {}) })
  const joined = layers.filter(({ source }) => source === 'managed')
  const faults = problems.filter(({ source }) => source === 'managed')
  if (written.length === 0 && faults.length === 0)
    return [{ area, level: 'info', text: doctorPolicyText('none') }]
  return [
    ...faults.map(({ kind, message }): HealthCheck => ({ area, level: LEVELS[kind], text: message })),
    ...written.flatMap(layer => keysOf(layer, { written, joined })),
  ]
}

interface Policy {
  /** As the files have it. */
  readonly written: readonly SettingsLayer[]
  /** As it counts. */
  readonly joined: readonly SettingsLayer[]
}

const keysOf = (layer: SettingsLayer, { written, joined }: Policy): readonly HealthCheck[] =>
  POLICY_ROWS.flatMap(({ key }): readonly HealthCheck[] => {
    const value = at(layer.settings, key)
    if (value === undefined) return []
    const file = escapeLine(layer.path, MOST_CHARS)
    const values = joined.map(({ settings }) => at(settings, key)).filter(each => each !== undefined)
    const counts = values.at(-1)
    if (typeof value !== 'object' && value !== counts) {
      const over = written.findLast(({ settings }) => at(settings, key) === counts)
      const other = escapeLine(over?.path ?? '', MOST_CHARS)
      return [{ area, level: 'info', text: doctorPolicyText('replaced', { key, file, other }) }]
    }
    const said = Array.isArray(value) ? entriesThatCount(value, values.flat()) : value
    return [{ area, level: 'good', text: doctorPolicyText('key', { key, value: shown(key, said), file }) }]
  })

const entriesThatCount = (written: readonly unknown[], joined: readonly unknown[]): readonly unknown[] =>
  written.filter(entry => joined.some(each => isDeepStrictEqual(each, entry)))

const at = (settings: object, key: string): unknown =>
  key.split('.').reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), settings)

/** What may hold a secret is only said to be set; nothing that only policy has does. */
const shown = (key: string, value: unknown): string => {
  const isOpen = policyRows.some(row => row.key === key) || /^permissions\./.test(key)
  const [listed] = isOpen ? [] : shownSettings([{ key, value }])
  return listed && 'hidden' in listed ? '…' : escapeLine(JSON.stringify(value), MOST_CHARS)
}
