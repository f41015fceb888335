import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'

interface Saying {
  readonly environment: Pick<EnvironmentOptions, 'coordinator'>
  readonly gathered: Pick<Gathered, 'settings'>
  readonly session: Pick<SessionHandle, 'coordinator'>
  readonly warn: Warn
}

/**
 * Whether the conversation begins in coordinator mode: as it was left, else as environment or settings say. One that
 * runs as an agent has the words and tools of that agent.
 */
export const chooseCoordinator = (
  { environment, gathered, session, warn }: Saying,
  agent: string | undefined,
): { readonly coordinator?: true } => {
  const wanted = environment.coordinator ?? gathered.settings.coordinator ?? false
  const on = session.coordinator ?? wanted
  if (on && agent !== undefined) {
    warn(openingText('no_coordinator', { agent }))
    return {}
  }
  if (on !== wanted) warn(openingText(on ? 'coordinator_on' : 'coordinator_off'))
  return on ? { coordinator: true } : {}
}
