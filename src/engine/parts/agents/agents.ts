import type { Agents } from '../../../protocol/agents/agents.ts'
import { OpError } from '../../../protocol/op.ts'
import { ToolError } from '../../../protocol/tool.ts'
import type { Part } from '../../scope.ts'

export interface SessionAgents extends Part {
  /** For the calls of one thread. */
  readonly port: Agents
}

/** The agents of a session. */
export const createAgents = (): SessionAgents => {
  const none = (id: string): string => `There is no agent ${id}.`
  return {
    port: {
      async *run() {
        yield { text: '' }
        throw new ToolError('This session cannot start agents.')
      },
      send: ({ to }) => Promise.reject(new ToolError(none(to))),
      stop: id => Promise.reject(new ToolError(none(id))),
      list: () => [],
    },
    ops: {
      tell_agent: ({ agentId }) => Promise.reject(new OpError(none(agentId))),
      stop_agent: ({ agentId }) => Promise.reject(new OpError(none(agentId))),
    },
    answers: { runningAgents: () => [] },
  }
}
