import { dirname, join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

interface BoardOptions {
  readonly config: { readonly session: SessionHandle; readonly runtime: Runtime }
  /** With everything it started. */
  stop(id: string): Promise<void>
}

export interface AgentBoard extends Part {
  saw(info: AgentInfo): void
}

/**
 * The agents of this session where other processes of the person find them: who works, what it costs, and a place to
 * ask for their end. Nothing is written before there is an agent.
 */
export const createAgentBoard = ({ config, stop }: BoardOptions): AgentBoard => {
  const { session, runtime } = config
  if (session.path === undefined) return { saw: () => undefined }
  const directory = join(dirname(session.path), session.id, 'agents')
  type Files = typeof import('../../agents/agent-board-files.ts')
  let opening: Promise<InstanceType<Files['AgentBoardFiles']>> | undefined
  const quietly = (error: unknown): void => runtime.log?.(`agent board: ${errorText(error)}`)
  return {
    saw(info) {
      opening ??= import('../../agents/agent-board-files.ts').then(
        ({ AgentBoardFiles }) =>
          new AgentBoardFiles(directory, { stop: id => void stop(id).catch(quietly), log: quietly }),
      )
      opening.then(board => board.saw(info), quietly)
    },
    async [Symbol.asyncDispose]() {
      const board = await opening?.catch(() => undefined)
      board?.[Symbol.dispose]()
    },
  }
}
