import type { AgentParent } from '../../agents/agent-parent.ts'
import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Prefix } from '../../protocol/thread.ts'
import type { SessionState, ThreadState } from '../live/state.ts'
import type { Prompt } from '../prompt/part.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Toolset } from '../toolset/part.ts'
import type { ReplyWatch } from './reply-watch.ts'

/** Of a thread, what its requests begin with. */
interface Beginning {
  readonly prefix?: Prefix | undefined
  readonly prompt: Pick<Prompt, 'system'>
  readonly toolset: Pick<Toolset, 'sent' | 'referable'>
  readonly config: { readonly session: Pick<SessionHandle, 'view'>; readonly agents?: AgentSettings }
  readonly live: ThreadState & Pick<SessionState, 'coordinator'>
}

/** As the next request of a thread would begin. */
export const prefixOf = ({ prefix, prompt, toolset, config, live }: Beginning): Prefix => ({
  system: prefix?.system ?? prompt.system(),
  tools: prefix?.tools ?? toolset.sent(),
  deferredTools: prefix?.deferredTools ?? toolset.referable(),
  messages: config.session.view(),
  model: live.model,
  ...(live.thinking ? { thinking: live.thinking } : {}),
  ...(live.effort ? { effort: live.effort } : {}),
})

/** A thread as the agents see it that it starts: always as it is now. */
export const parentOf = (
  thread: Beginning & {
    readonly agent?: AgentOrigin | undefined
    readonly depth?: number | undefined
    readonly replies: ReplyWatch
  },
): AgentParent => {
  const { agent, depth = 0, live, prefix, config } = thread
  const types = agent ? undefined : config.agents?.main?.types
  return {
    ...(agent ? { agent } : {}),
    depth,
    isFork: prefix !== undefined,
    ...(types ? { types } : {}),
    get coordinates() {
      return !agent && live.coordinator === true
    },
    get mode() {
      return live.mode
    },
    get model() {
      return live.model
    },
    get cwd() {
      return live.cwd
    },
    get roots() {
      return live.roots
    },
    prefix: () => prefixOf(thread),
    replied: (replyId, signal) => thread.replies.over(replyId, signal),
  }
}
