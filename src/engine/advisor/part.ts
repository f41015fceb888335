import { ADVISOR_DESCRIPTION, ADVISOR_TOOL, advisorSpec } from '../../features/advisor/advisor-spec.ts'
import { advisorRows } from '../../features/advisor/tool-rows.ts'
import { modelText } from '../../protocol/messages/engine/model-choice.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { OpError } from '../../protocol/op.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { Contributions } from '../contributions/part.ts'
import type { SessionState } from '../live/state.ts'
import { type ModelPool, usableModel } from '../live/usable-model.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part } from '../scope.ts'
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

/**
 * A second model that the first may ask for advice. Its tool is there from when one was chosen, and then stays: what was
 * sent does not change. Chosen while the session runs, it is told of in the next request instead.
 */
export const createAdvisor = ({ config, live, contributions }: AdvisorOptions): Part => {
  const { session, prompt } = config
  const language = prompt.promptLanguage
  let offered: 'from the start' | 'late' | undefined
  const offer = (): void => {
    if (offered || live.advisor === undefined || config.tools.refuses?.(ADVISOR_TOOL)) return
    const wasSent = session.messages.some(({ type }) => type === 'assistant')
    offered = wasSent && !session.loadedTools.includes(ADVISOR_TOOL) ? 'late' : 'from the start'
    const spec = advisorSpec({ language, late: offered === 'late' })
    const tools = [{ spec, load: advisorRows[ADVISOR_TOOL].load }]
    contributions.put('advisor', [{ source: { level: 'built-in' }, tools }])
  }
  offer()
  return {
    ops: {
      set_advisor({ model }) {
        if (config.models.advisorOff) throw new OpError(modelText('advisor_off'))
        live.advisor = model === undefined ? undefined : usableModel(config, model)
        offer()
      },
    },
    news: [
      {
        name: 'advisor',
        isClean: true,
        collect() {
          if (offered !== 'late' || live.advisor === undefined || session.view().some(isNews)) return []
          const about = inPromptLanguage(ADVISOR_DESCRIPTION, language)
          return [{ kind: KIND, text: forModel(says('chosen', { tool: ADVISOR_TOOL, about }), language) }]
        },
      },
    ],
  }
}

const isNews = (message: ReturnType<SessionHandle['view']>[number]): boolean =>
  message.type === 'attachment' && message.attachment.kind === KIND
