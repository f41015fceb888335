import { sessionPathPolicy } from '../../features/permissions/paths/session-paths.ts'
import { ruleWarnings } from '../../features/permissions/rules/rule-warnings.ts'
import { chooseMemory } from '../../host/memory/options.ts'
import { chooseMode } from '../../host/permissions/options.ts'
import { type Gathered, gatherSettings } from '../../host/settings/gather-settings.ts'
import { settingsFileOf } from '../../host/settings/settings-file-of.ts'
import { findStart, sessionEnvironment } from '../../host/start.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { RunOptions } from '../args/run-options.ts'
import { overridesOf } from '../open-request.ts'
import type { Process } from '../process.ts'

/** What a run with these options, started here, would decide by. */
export interface PolicyHere {
  readonly policy: Policy
  readonly gathered: Gathered
  readonly configHome: string
  /** The file that an answer "always" is saved in; undefined for what lasts as long as the session. */
  readonly fileFor: ReturnType<typeof settingsFileOf>
}

/** Reads the real settings as a run does; what a run would say on stderr goes to `warn`. */
export const policyHere = (options: RunOptions, from: Process, warn: Warn): PolicyHere => {
  const start = findStart(from)
  const overrides = overridesOf(options)
  const gathered = gatherSettings(overrides, { ...start, env: from.env })
  for (const warning of gathered.warnings) warn(warning)
  const { cwd, home, roots, caseSensitive } = sessionEnvironment(overrides, {
    ...start,
    env: from.env,
    gathered,
  })
  const { configHome } = start
  const env = { ...from.env, ...gathered.settings.env }
  const at = { cwd, home, caseSensitive, configHome }
  const memories = chooseMemory({ options: overrides, env, settings: gathered.settings }, at, warn)
  const mode = chooseMode({ overrides, env: from.env }, gathered, warn)
  const policy: Policy = {
    mode,
    rules: gathered.rules,
    ...sessionPathPolicy({ ...memories, configHome }),
    ...{ cwd, home, roots, caseSensitive },
    ...sandboxOf(gathered),
  }
  for (const warning of ruleWarnings(policy)) warn(warning)
  return {
    policy,
    gathered,
    configHome,
    fileFor: settingsFileOf({ ...start, localDir: gathered.places.localDir }),
  }
}

/** A sandbox that settings ask for is taken for working: trying it would run something. */
const sandboxOf = ({ settings: { sandbox } }: Gathered): Pick<Policy, 'sandbox'> =>
  sandbox?.enabled
    ? {
        sandbox: {
          autoAllow: sandbox.autoAllowBashIfSandboxed ?? false,
          excluded: sandbox.excludedCommands ?? [],
          mayLeave: sandbox.allowUnsandboxedCommands ?? true,
        },
      }
    : {}
