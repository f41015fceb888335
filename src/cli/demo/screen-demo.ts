import { join } from 'node:path'
import type { Env } from '../../protocol/host.ts'
import { emptyOptions } from '../args/run-options.ts'
import type { Process } from '../process.ts'
import { startTui } from '../tui/start.ts'
import type { DemoPlay } from './open-demo.ts'

/** The demo on the screen a person works at, in the project as if they had gone there. Answers how it was left. */
export const playOnScreen = async (play: DemoPlay, from: Process): Promise<number> => {
  const { project } = play
  const back = process.cwd()
  process.chdir(project.dir)
  try {
    return await startTui({
      options: { ...emptyOptions(), model: 'scripted', settingSources: ['user'] },
      env: screenEnvironment(from.env, project.home),
      version: from.version,
      argv: from.argv,
      demo: play,
    })
  } finally {
    // The folder is about to be removed: nobody should stand in it.
    process.chdir(back)
  }
}

/** What tells one terminal from another stays; what leads to a key, a model or settings of the person does not. */
export const screenEnvironment = (env: Env, home: string): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && (!OURS.test(name) || name === 'CLAUDE_CODE_DISABLE_TERMINAL_TITLE'))
      kept[name] = value
  return { ...kept, HOME: home, CAPSTAN_CONFIG_DIR: join(home, '.capstan') }
}

const OURS = /^(?:ANTHROPIC|CLAUDE|CAPSTAN)_/
