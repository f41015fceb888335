import { COMMANDS } from '../../features/commands/index.ts'
import type { TurnInfo } from '../../protocol/event.ts'
import type { ThreadState } from '../live/state.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/** What a turn is frozen with, for front ends. */
export const turnInfo = (
  config: {
    readonly session: SessionHandle
    readonly tools: Toolbox
    readonly credential: string
    releaseNotes?(): Promise<string>
  },
  live: Readonly<ThreadState>,
  userMessageUuid: string,
): TurnInfo => ({
  sessionId: config.session.id,
  cwd: live.cwd,
  tools: config.tools.specs.map(spec => spec.name),
  model: live.model,
  mode: live.mode,
  credential: config.credential,
  commands: COMMANDS.filter(command => command.headless && command.available?.(config) !== false).map(
    command => command.name,
  ),
  userMessageUuid,
  ...(live.effort ? { effort: live.effort } : {}),
})
