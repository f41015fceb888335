import { applyImport } from '../../features/import/apply-import.ts'
import { FOREIGN_AGENTS } from '../../features/import/foreign-agents.ts'
import { importSources } from '../../features/import/import-sources.ts'
import { agentNamed, planImport } from '../../features/import/plan-import.ts'
import { renderOutcome, renderPlan } from '../../features/import/render-import.ts'
import { changeSettings } from '../../features/settings/change-settings.ts'
import { pluginAnswer } from '../../protocol/messages/commands/plugins.ts'
import { extensionText } from '../../protocol/messages/engine/extensions.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import { configHomeOf } from '../session-file/session-directories.ts'

/** `/import`: the same as the command line does, for the directory of the session. Secrets stay where they are. */
export const importInto = async (
  config: {
    readonly place: SessionEnvironment
    readonly settings?: SettingsPort
    readonly runtime: Pick<Runtime, 'newId' | 'now'>
  },
  { names, write }: { readonly names: readonly string[]; readonly write: boolean },
): Promise<LocalizedText> => {
  const configHome = configHomeOf(config)
  if (configHome === undefined) throw new OpError(extensionText('nowhere_to_import'))
  const agents = names.map(name => {
    const agent = agentNamed(name)
    if (agent) return agent
    const known = FOREIGN_AGENTS.map(each => each.name)
    throw new OpError(extensionText('unknown_agent', { name, known }))
  })
  const { cwd, home } = config.place
  const places = importSources({ cwd, home, configHome }, { secrets: false })
  const plan = planImport(agents.length > 0 ? agents : FOREIGN_AGENTS, places)
  if (write) {
    const { runtime } = config
    const lock = { newId: runtime.newId, now: () => runtime.now().getTime() }
    const change = changeSettings(configHome, lock)
    return renderOutcome(await applyImport(plan, change))
  }
  const planned = renderPlan(plan)
  return plan.items.length > 0 ? lines([planned, pluginAnswer('nothing_written')]) : planned
}
