import type { Event } from '../../protocol/event.ts'
import { OpError } from '../../protocol/op.ts'
import { applyGrants, checkByHand, isNoMode } from '../calls/grants.ts'
import { createConfigChange } from '../calls/hooks.ts'
import type { PermissionDesk } from '../calls/permission-desk.ts'
import type { EngineConfig, Live } from '../config.ts'
import { KeptSettings } from '../settings/kept-settings.ts'
import type { SessionSettings, SettingsDeps } from '../settings/settings.ts'
import type { Ports } from './ports.ts'

interface SettingsLoan {
  readonly config: EngineConfig
  readonly live: Live
  readonly ports: Ports
  readonly desk: PermissionDesk
  emit(event: Event): void
}

/** The settings of a conversation, with its hooks and its questions. */
export const createSessionSettings = ({ config, live, ports, desk, emit }: SettingsLoan): SessionSettings => {
  if (!config.settings) return passing({ config, live, emit })
  const configChange = createConfigChange({
    get hooks() {
      return live.hooks ?? config.hooks
    },
    get variables() {
      return ports.childEnv
    },
    projectDir: config.place.cwd,
    sessionId: config.session.id,
    transcriptPath: config.session.path ?? '',
    newId: config.means.newId,
    cwd: () => live.cwd,
    mode: () => live.mode,
    onReport: report => emit({ type: 'hook', hook: report }),
  })
  return new KeptSettings({ config, live, desk, emit, configChange }, config.settings)
}

/** Without files, every answer lasts as long as the session. */
const passing = ({ config, live, emit }: Pick<SettingsDeps, 'config' | 'live' | 'emit'>): SessionSettings => {
  const place = { anchorOf: () => config.place.cwd, managedOnly: false }
  return {
    start: () => undefined,
    grant(updates) {
      const forNow = updates.map(update => ({ ...update, destination: 'session' as const }))
      for (const text of applyGrants(live, forNow, place)) emit({ type: 'notice', level: 'warning', text })
    },
    async change(updates) {
      const forNow = updates.map(update => ({ ...update, destination: 'session' as const }))
      checkByHand(forNow, live, place)
      const problems = applyGrants(live, forNow.filter(isNoMode), place)
      for (const update of forNow) if (update.type === 'setMode') live.mode = update.mode
      if (problems.length > 0) throw new OpError(problems.join(' '))
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
