import type { Env } from '../../protocol/host.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isOn, variable } from '../environment.ts'

/** Variables that say the same as a setting, and which way. */
const SWITCHES = [
  ['CLAUDE_CODE_DISABLE_BUNDLED_SKILLS', 'disableBundledSkills', true],
  ['CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS', 'includeGitInstructions', false],
  ['CLAUDE_CODE_DISABLE_FAST_MODE', 'fastMode', false],
] as const

/** What the environment of the person says goes before the files. */
export const withVariables = (settings: Settings, env: Env): Settings => {
  const said: (readonly [string, boolean])[] = SWITCHES.filter(([name]) => isOn(env, name)).map(
    ([, key, value]) => [key, value],
  )
  const suggests = variable(env, 'CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION')
  if (suggests !== undefined)
    said.push(['promptSuggestionEnabled', isOn(env, 'CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION')])
  return said.length === 0 ? settings : { ...settings, ...Object.fromEntries(said) }
}
