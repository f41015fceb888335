import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { Attachment, AttachmentSource } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import { agentText } from '../../protocol/messages/engine/agents.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Skills } from '../skills/part.ts'

export interface MainAgentOptions {
  readonly config: {
    readonly agents?: AgentSettings
    readonly session: Pick<SessionHandle, 'id' | 'agent' | 'note'>
  }
  readonly skills: Pick<Skills, 'ready' | 'find'>
  emit(event: Event): void
}

/**
 * A conversation that runs as an agent is given the skills of its definition whole, before the first words and after
 * each compaction. Its file says which agent that is: whoever resumes it must not get more tools than it had.
 */
export const createMainAgent = ({ config, skills, emit }: MainAgentOptions): Part => {
  const { name = '', skills: wanted = [], reminder } = config.agents?.main ?? {}
  let told = wanted.length === 0
  let warned = false
  const { session } = config
  let noted = session.agent ?? ''
  const collect = async (): Promise<readonly Attachment[]> => {
    if (told) return []
    told = true
    await skills.ready()
    const found: Attachment[] = []
    for (const skill of wanted) {
      const text = await skills.find(skill)?.body()
      if (text !== undefined)
        found.push({ kind: 'agent_skill', text: `<skill name="${skill}">\n${text}\n</skill>` })
      else if (!warned) emit(notice('warning', agentText('no_skill', { agent: name, skill })))
    }
    warned = true
    return found
  }
  return {
    restarted(history, why) {
      // A summary does not hold them.
      told = wanted.length === 0 || (why !== 'compaction' && why !== 'clear' && history.length > 0)
    },
    async turnStarts() {
      if (noted === name) return
      await session.note({ type: 'agent-setting', agentSetting: name, sessionId: session.id })
      noted = name
    },
    news: [{ name: 'agent-skills', collect }, ...reminding(reminder)],
  }
}

/** What an agent is told again with each of its requests. */
export const reminding = (text: string | undefined): readonly AttachmentSource[] =>
  text === undefined ? [] : [{ name: 'agent-reminder', collect: () => [{ kind: 'agent_reminder', text }] }]
