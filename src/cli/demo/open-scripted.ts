import type { Scenario } from '../../features/models/scripted/scenario.ts'
import { createScriptedModel } from '../../features/models/scripted/scripted-model.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Host } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { Process } from '../process.ts'
import { demoEnvironment } from './demo-environment.ts'
import type { DemoProject } from './demo-project.ts'

/** A conversation with the scripted model in a project of its own: nothing of the person's is read or written. */
export const openScripted = (
  host: Host,
  { project, from }: { readonly project: DemoProject; readonly from: Pick<Process, 'env'> },
  { scenario, warn }: { readonly scenario: Scenario; readonly warn: Warn },
): Promise<Engine> =>
  host.open({
    env: demoEnvironment(from.env, project.home, process.execPath),
    session: { kind: 'new' },
    overrides: { model: 'scripted', settingSources: [] },
    partials: true,
    interactive: true,
    presentations: true,
    model: createScriptedModel(scenario),
    cwd: project.dir,
    warn,
  })
