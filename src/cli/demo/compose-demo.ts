import type { Scenario } from '../../features/models/scripted/scenario.ts'
import { createScriptedModel } from '../../features/models/scripted/scripted-model.ts'
import { type Composed, compose, type Process } from '../../host/compose.ts'
import { emptyOptions } from '../args/run-options.ts'
import { demoEnvironment } from './demo-environment.ts'
import type { DemoProject } from './demo-project.ts'

/** A conversation with the scripted model in a project of its own: nothing of the person's is read or written. */
export const composeDemo = (
  project: DemoProject,
  from: Process,
  {
    scenario,
    warn,
  }: {
    readonly scenario: Scenario
    warn(text: string): void
  },
): Promise<Composed> =>
  compose(
    { ...emptyOptions(), model: 'scripted', settingSources: [], includePartialMessages: true },
    {
      env: demoEnvironment(from.env, project.home, process.execPath),
      version: from.version,
      argv: from.argv,
      model: createScriptedModel(scenario),
      cwd: project.dir,
      interactive: true,
    },
    warn,
  )
