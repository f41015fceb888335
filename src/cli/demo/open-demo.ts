import type { Engine } from '../../protocol/engine.ts'
import type { Host } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import { uiLanguage } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { createDemoProject, type DemoProject } from './demo-project.ts'
import { demoPrompt, demoScenario, flowing } from './demo-scenario.ts'
import { openScripted } from './open-scripted.ts'

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
  host: Host,
  from: Pick<Process, 'env'> & { readonly demo?: DemoPlay },
  warn: Warn,
): Promise<OpenedDemo> => {
  const { demo } = from
  const language = uiLanguage(from.env)
  const project = demo?.project ?? createDemoProject(language)
  project.restore()
  const scenario = flowing(demoScenario(demo?.fast ?? false, language))
  const engine = await openScripted(host, { project, from }, { scenario, warn })
  return { engine, prompt: demoPrompt(language), remove: demo ? () => {} : project.remove }
}
