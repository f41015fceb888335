import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hooksOf } from '../features/settings/hooks-of.ts'
import { type LoadedSettings, loadSettings } from '../features/settings/load.ts'
import { rulesOf } from '../features/settings/rules-of.ts'
import type { HookSettings } from '../protocol/hook.ts'
import type { Behavior, Rule } from '../protocol/permission.ts'
import type { Settings } from '../protocol/settings.ts'
import type { RunOptions } from './args/run-options.ts'
import type { Env } from './environment.ts'
import { ExitError } from './exit-error.ts'

export interface Gathered {
  readonly settings: Settings
  readonly rules: readonly Rule[]
  readonly hooks: HookSettings
  /** For stderr. */
  readonly warnings: readonly string[]
}

/** All settings files that count here, joined with what the command line adds. */
export const gatherSettings = (
  options: RunOptions,
  place: { readonly cwd: string; readonly home: string; readonly configHome: string; readonly env: Env },
): Gathered => {
  const compatHome = join(place.home, '.claude')
  const loaded = loadSettings({
    configHome: place.configHome,
    projectDir: place.cwd,
    localDir: findGitRoot(place.cwd) ?? place.cwd,
    sources: options.settingSources ?? ['user', 'project', 'local'],
    trusted: isTrusted(options, place.env),
    compat: place.env['CAPSTAN_COMPAT'] !== '0',
    ...(compatHome === place.configHome ? {} : { compatHome }),
    ...(options.settings === undefined ? {} : { flag: options.settings }),
  })
  const fatal = loaded.problems.find(problem => problem.kind === 'fatal')
  if (fatal) throw new ExitError(1, fatal.message)
  return {
    settings: loaded.merged,
    hooks: hooksOf(loaded.layers),
    rules: [...rulesOf(loaded.layers), ...flagRules(options, loaded, place.cwd)],
    warnings: loaded.problems.map(problem => problem.message),
  }
}

/** A host that speaks the control protocol, or names the project's settings, has made that decision itself. */
const isTrusted = (options: RunOptions, env: Env): boolean =>
  options.trust ||
  // By this name and these words alone: a variable of another program, or a "no", must not open the folder.
  ['1', 'true'].includes((env['CAPSTAN_TRUST_WORKSPACE'] ?? '').toLowerCase()) ||
  options.inputFormat === 'stream-json' ||
  (options.settingSources?.includes('project') ?? false)

const flagRules = (options: RunOptions, loaded: LoadedSettings, anchor: string): readonly Rule[] => {
  const toRule =
    (behavior: Behavior) =>
    (text: string): Rule => ({ text, behavior, source: 'cli', anchor })
  const managedOnly = loaded.layers.some(
    layer => layer.source === 'managed' && layer.settings.allowManagedPermissionRulesOnly,
  )
  return [
    ...options.disallowedTools.map(toRule('deny')),
    ...(managedOnly ? [] : options.allowedTools.map(toRule('allow'))),
  ]
}

/** The checkout a directory belongs to, by looking upwards; no program is run. */
export const findGitRoot = (from: string): string | undefined => {
  for (let at = from; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}
