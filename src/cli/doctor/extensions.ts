import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { ExtensionEntry, ExtensionsReport } from '../../protocol/extensions/report.ts'
import { HostError } from '../../protocol/host.ts'
import { doctorEnvironmentText } from '../../protocol/messages/cli/doctor-environment.ts'
import { mapText, verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Model } from '../../protocol/model.ts'
import { createHost } from '../create-host.ts'
import { sourceText } from '../source-text.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'

const AREA = 'extensions'

/** What a session here would load, from where, and what is wrong with it. Nothing of it is started. */
export const examineExtensions: Examine = async place => {
  const report = await reportAt(place)
  if (report === undefined) return []
  const { entries, problems, waiting } = report
  return [
    summary(entries),
    ...problems.map(
      ({ source, file, message, localized, used }): HealthCheck => ({
        area: AREA,
        level: used ? 'warning' : 'error',
        text: mapText(
          file === undefined
            ? doctorEnvironmentText('extension_problem', {
                source: sourceText(source),
                problem: localized ?? message,
              })
            : doctorEnvironmentText('extension_problem_in', {
                source: sourceText(source),
                file,
                problem: localized ?? message,
              }),
          words => escapeLine(words, 500),
        ),
      }),
    ),
    ...waiting.map(
      ({ what, fix }): HealthCheck => ({
        area: AREA,
        level: 'info',
        text: doctorEnvironmentText('waiting', { what: escapeLine(what, 300) }),
        advice: verbatim(escapeLine(fix, 300)),
      }),
    ),
  ]
}

const summary = (entries: readonly ExtensionEntry[]): HealthCheck => {
  const loaded = entries.filter(({ inactive }) => !inactive)
  const idle = entries.filter(({ inactive }) => inactive)
  const unused = { idle: countKinds(idle) }
  if (loaded.length === 0)
    return {
      area: AREA,
      level: 'info',
      text:
        idle.length === 0
          ? doctorEnvironmentText('no_extensions')
          : doctorEnvironmentText('no_extensions_idle', unused),
      ...adviceFor(idle),
    }
  const tokens = loaded.reduce((sum, entry) => sum + (entry.tokens ?? 0), 0).toLocaleString('en-US')
  const counted = { loaded: loaded.length, tokens, kinds: countKinds(loaded) }
  return {
    area: AREA,
    level: 'good',
    text:
      idle.length === 0
        ? doctorEnvironmentText('extensions', counted)
        : doctorEnvironmentText('extensions_idle', { ...counted, ...unused }),
    ...adviceFor(entries),
  }
}

const KINDS = {
  plugin: 'plugins',
  skill: 'skills',
  agent: 'agents',
  server: 'servers',
  tool: 'tools',
  command: 'commands',
  style: 'styles',
  hook: 'hooks',
  'language server': 'language_servers',
  monitor: 'monitors',
} as const satisfies Record<ExtensionEntry['kind'], string>

const countKinds = (entries: readonly ExtensionEntry[]): readonly LocalizedText[] =>
  [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, group]) =>
    doctorEnvironmentText(KINDS[kind], { count: group.length }),
  )

const adviceFor = (entries: readonly ExtensionEntry[]): Pick<HealthCheck, 'advice'> =>
  entries.length === 0 ? {} : { advice: doctorEnvironmentText('see_extensions') }

/** A session that is never asked anything. */
const SILENT: Model = {
  stream() {
    throw new Error('Nobody asks here.')
  },
}

const reportAt = async ({
  overrides,
  cwd,
  home,
  configHome,
  env,
  version,
}: DoctorOptions): Promise<ExtensionsReport | undefined> => {
  await using host = createHost({ version })
  try {
    const engine = await host.open({
      cwd,
      env: { ...env, HOME: home, CAPSTAN_CONFIG_DIR: configHome },
      overrides,
      session: { kind: 'new', persist: false },
      model: SILENT,
      oneShot: true,
    })
    return await engine.query('extensions')
  } catch (error) {
    // Settings that forbid to start are said where they are examined.
    if (error instanceof HostError) return undefined
    throw error
  }
}
