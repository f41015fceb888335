import type { Process } from '../../host/compose.ts'
import type { Engine } from '../../protocol/engine.ts'
import { composeDemo } from './compose-demo.ts'
import { createDemoProject, type DemoProject } from './demo-project.ts'
import { DEMO_PROMPT, demoScenario, flowing } from './demo-scenario.ts'

/** What `capstan demo` plays with: a project that outlives the conversations in it. */
export interface DemoPlay {
  readonly project: DemoProject
  readonly fast: boolean
}

export interface OpenedDemo {
  readonly engine: Engine
  /** What to ask it. */
  readonly prompt: string
  /** Ends with the conversation. */
  remove(): void
}

/** The demo as a conversation, for a person at the screen; without a play in a project of its own. */
export const openDemo = async (
  from: Process & { readonly demo?: DemoPlay },
  warn: (text: string) => void,
): Promise<OpenedDemo> => {
  const { demo } = from
  const project = demo?.project ?? createDemoProject()
  project.restore()
  const { engine } = await composeDemo(project, from, {
    scenario: flowing(demoScenario(demo?.fast ?? false)),
    warn,
  })
  return { engine, prompt: DEMO_PROMPT, remove: demo ? () => {} : project.remove }
}
