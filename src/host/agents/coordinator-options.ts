import type { SessionHandle } from '../../engine/session-file/session-handle.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Gathered } from '../settings/gather-settings.ts'

interface Saying {
  readonly environment: Pick<EnvironmentOptions, 'coordinator'>
  readonly gathered: Pick<Gathered, 'settings'>
  readonly session: Pick<SessionHandle, 'coordinator'>
  warn(text: string): void
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
    warn(`Coordinator mode is off: this session runs as the agent ${agent}.`)
    return {}
  }
  if (on !== wanted)
    warn(
      on
        ? 'This session was left in coordinator mode and continues in it. Turn it off with /coordinator off.'
        : 'This session was left with coordinator mode off and continues without it. Turn it on with /coordinator on.',
    )
  return on ? { coordinator: true } : {}
}
