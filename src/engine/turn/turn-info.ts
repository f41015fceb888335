import { COMMANDS } from '../../features/commands/index.ts'
import type { TurnInfo } from '../../protocol/event.ts'
import type { EngineConfig, Live } from '../config.ts'

/** What a turn is frozen with, for front ends. */
export const turnInfo = (config: EngineConfig, live: Live, userMessageUuid: string): TurnInfo => ({
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
