import { whySettingAbsent } from '../../features/compatibility/why-absent.ts'
import { hookProblems } from '../../features/hooks/check-hooks.ts'
import { settingsContent } from '../../features/settings/file-content.ts'
import { hooksOf } from '../../features/settings/hooks-of.ts'
import { JsoncError } from '../../features/settings/jsonc.ts'
import { keysWithoutEffect } from '../../features/settings/known-keys.ts'
import { type LoadedSettings, loadSettings, settingsFiles } from '../../features/settings/load.ts'
import type { SettingsProblem } from '../../features/settings/problem.ts'
import { readBounded } from '../../features/settings/read-bounded.ts'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { settingsLocations } from '../../host/settings/gather-settings.ts'
import { type FolderTrust, findFolderTrust } from '../../host/trust/folder-trust.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import { mapText, sentences } from '../../protocol/messages/layout.ts'
import type { Examine } from './doctor-options.ts'

const LEVELS: Readonly<Record<SettingsProblem['kind'], HealthCheck['level']>> = {
  fatal: 'error',
  rejected: 'error',
  invalid: 'warning',
  note: 'warning',
  ignored: 'info',
}
const MOST_KEYS = 10
const MOST_ABSENT = 40

/** Settings files, what is wrong in them, trust and hooks. */
export const examineSettings: Examine = options => {
  const folder = findFolderTrust(options.overrides, options)
  const places = settingsLocations(options.overrides, options, folder)
  const loaded = loadSettings(places)
  const found = settingsFiles(places)
    .map(({ file }) => file)
    .filter(file => readBounded(file).kind === 'text')
  const wrong = new Set(loaded.problems.filter(({ kind }) => LEVELS[kind] !== 'info').map(({ file }) => file))
  return [
    ...readChecks(found, wrong),
    ...loaded.problems.map(problemCheck),
    ...found.flatMap(keysCheck),
    ...trustChecks(folder),
    hooksCheck(loaded),
  ]
}

/** Of a file with something wrong only that is said: it is not well at the same time. */
const readChecks = (found: readonly string[], wrong: ReadonlySet<string>): readonly HealthCheck[] => {
  if (found.length === 0) return [{ area: 'settings', level: 'info', text: doctorText('no_settings') }]
  const fine = found.filter(file => !wrong.has(file))
  if (fine.length === 0) return []
  return [
    {
      area: 'settings',
      level: 'good',
      text: doctorText('settings_read', { files: fine.map(file => escapeLine(file, 200)) }),
    },
  ]
}

const problemCheck = ({ kind, message, waits }: SettingsProblem): HealthCheck => ({
  area: 'settings',
  level: LEVELS[kind],
  text: message,
  ...(waits === 'trust' ? { advice: doctorText('waits_for_trust') } : {}),
})

/** Names nobody goes by: those of other programs with the reason, and what is left over. */
const keysCheck = (file: string): readonly HealthCheck[] => {
  const names = keysWithoutEffect(contentOf(file)).map(({ path }) => path.join('.'))
  const known = names.flatMap(name => {
    const why = whySettingAbsent(name)
    return why ? [doctorText('key_absent', { key: escapeLine(name, 80), why })] : []
  })
  const others = names.filter(name => whySettingAbsent(name) === undefined)
  const shown = others.slice(0, MOST_KEYS).map(name => escapeLine(name, 80))
  const more = others.length > MOST_KEYS ? ' …' : ''
  const at = escapeLine(file, 200)
  const checks = [
    ...(known.length > 0
      ? [doctorText('keys_of_others', { file: at, keys: known.slice(0, MOST_ABSENT) })]
      : []),
    ...(others.length > 0
      ? [doctorText('keys_unknown', { file: at, keys: `${shown.join(', ')}${more}` })]
      : []),
  ]
  return checks.map(text => ({ area: 'settings', level: 'info', text }))
}

const contentOf = (file: string): Readonly<Record<string, unknown>> => {
  try {
    return settingsContent(file)
  } catch (error) {
    // Said already, with the place.
    if (error instanceof JsoncError) return {}
    throw error
  }
}

const trustChecks = ({ trusted, root, warnings }: FolderTrust): readonly HealthCheck[] => {
  const folder = escapeLine(root, 200)
  return [
    ...warnings.map((text): HealthCheck => ({ area: 'trust', level: 'warning', text })),
    trusted
      ? { area: 'trust', level: 'good', text: doctorText('trusted', { folder }) }
      : {
          area: 'trust',
          level: 'info',
          text: doctorText('not_trusted', { folder }),
          advice: doctorText('run_trust'),
        },
  ]
}

const hooksCheck = ({ layers, merged }: LoadedSettings): HealthCheck => {
  const counts = Object.entries(hooksOf(layers)).map(([event, matchers]) => ({
    event,
    count: matchers.reduce((sum, { hooks }) => sum + hooks.length, 0),
  }))
  if (merged.disableAllHooks === true) return { area: 'hooks', level: 'info', text: doctorText('hooks_off') }
  const [problem, ...more] = hookProblems({ source: { level: 'settings' }, hooks: hooksOf(layers) })
  if (problem !== undefined)
    return {
      area: 'hooks',
      level: 'warning',
      text: sentences([problem, ...more].map(text => mapText(text, words => escapeLine(words, 300)))),
      advice: doctorText('hooks_list'),
    }
  return {
    area: 'hooks',
    level: 'info',
    text:
      counts.length === 0
        ? doctorText('no_hooks')
        : doctorText('hooks', {
            events: counts.map(({ event, count }) =>
              doctorText('hook_event', { event: escapeLine(event, 40), count }),
            ),
          }),
  }
}
