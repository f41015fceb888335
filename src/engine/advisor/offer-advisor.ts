import { ADVISOR_DESCRIPTION, advisorSpec } from '../../features/advisor/advisor-spec.ts'
import { ADVISOR_TOOL } from '../../features/advisor/tool-name.ts'
import { advisorRows } from '../../features/advisor/tool-rows.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Contributions } from '../contributions/part.ts'
import type { SessionState } from '../live/state.ts'
import type { ModelPool } from '../live/usable-model.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

const says = modelTexts('advisor_news', {
  chosen: {
    en: 'The user has chosen an advisor for you. The tool {tool}, to load with ToolSearch (select:{tool}): {about}',
    zh: '用户为你选定了顾问。工具 {tool}（用 ToolSearch 加载，select:{tool}）：{about}',
  },
})

const KIND = 'advisor'

export interface AdvisorOptions {
  readonly config: ModelPool & {
    readonly models: Pick<ModelChoice, 'advisorOff'>
    readonly session: SessionHandle
    readonly tools: Toolbox
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly live: Pick<SessionState, 'advisor'>
  readonly contributions: Pick<Contributions, 'put'>
}

export interface OfferedAdvisor {
  news(): readonly Attachment[]
}

/**
 * Puts the advisor's tool beside the others; it then stays, for what was sent does not change. Where others were sent
 * already it is told of in the next request instead of standing among them.
 */
export const offerAdvisor = ({ config, live, contributions }: AdvisorOptions): OfferedAdvisor => {
  const { session, tools, prompt } = config
  const language = prompt.promptLanguage
  const wasSent = session.messages.some(({ type }) => type === 'assistant')
  const late = wasSent && !session.loadedTools.includes(ADVISOR_TOOL)
  const isOffered = tools.refuses?.(ADVISOR_TOOL) !== true
  if (isOffered) {
    const spec = advisorSpec({ language, late })
    const tool = { spec, load: advisorRows[ADVISOR_TOOL].load }
    contributions.put('advisor', [{ source: { level: 'built-in' }, tools: [tool] }])
  }
  return {
    news() {
      if (!isOffered || !late || live.advisor === undefined || session.view().some(isNews)) return []
      const about = inPromptLanguage(ADVISOR_DESCRIPTION, language)
      return [{ kind: KIND, text: forModel(says('chosen', { tool: ADVISOR_TOOL, about }), language) }]
    },
  }
}

const isNews = (message: Message): boolean =>
  message.type === 'attachment' && message.attachment.kind === KIND
