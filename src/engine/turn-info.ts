import { COMMANDS } from '../features/commands/index.ts'
import type { TurnInfo } from '../protocol/event.ts'
import type { EngineConfig, Live } from './config.ts'

/** What a turn is frozen with, for front ends. */
export const turnInfo = (config: EngineConfig, live: Live, userMessageUuid: string): TurnInfo => ({
  sessionId: config.session.id,
  cwd: live.cwd,
  tools: config.tools.specs.map(spec => spec.name),
  model: live.model,
  mode: live.mode,
  credential: config.credential,
  commands: COMMANDS.map(command => command.name),
  userMessageUuid,
  ...(config.models.effort ? { effort: config.models.effort } : {}),
})
