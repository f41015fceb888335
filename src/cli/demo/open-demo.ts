import { createScriptedModel } from '../../features/models/scripted/scripted-model.ts'
import type { Engine } from '../../protocol/engine.ts'
import { emptyOptions } from '../args/run-options.ts'
import { compose } from '../compose.ts'
import type { Env } from '../environment.ts'
import { demoEnvironment } from './demo-environment.ts'
import { createDemoProject } from './demo-project.ts'
import { DEMO_PROMPT, demoScenario } from './demo-scenario.ts'

export interface OpenedDemo {
  readonly engine: Engine
  /** What to ask it. */
  readonly prompt: string
  remove(): void
}

/** The demo as a conversation, for a person at the screen. */
export const openDemo = async (
  from: { readonly env: Env; readonly version: string; readonly argv: readonly string[] },
  warn: (text: string) => void,
): Promise<OpenedDemo> => {
  const project = createDemoProject()
  const { engine } = await compose(
    { ...emptyOptions(), model: 'scripted', settingSources: [] },
    {
      version: from.version,
      argv: from.argv,
      env: demoEnvironment(from.env, project.home, process.execPath),
      model: createScriptedModel(demoScenario(false)),
      cwd: project.dir,
      interactive: true,
    },
    warn,
  )
  return { engine, prompt: DEMO_PROMPT, remove: project.remove }
}
