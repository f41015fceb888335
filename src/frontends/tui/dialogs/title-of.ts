import type { PermissionRequest } from '../../../protocol/permission.ts'
import type { Words } from '../text/words.ts'
import { safeLine } from '../transcript/safe-text.ts'

/** The title of a question, with the agent that asks it where it is not the conversation. */
export const titleOf = (
  { agent }: Pick<PermissionRequest, 'agent'>,
  title: string,
  { dialogs }: Pick<Words, 'dialogs'>,
): string => (agent ? dialogs.agentAsks(safeLine(agent.name), title) : title)
