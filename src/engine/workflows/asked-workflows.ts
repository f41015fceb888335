import { findModel } from '../../features/models/catalogue.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Message } from '../../protocol/message.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { ThreadState } from '../live/state.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { PromptSettings } from '../prompt/options.ts'
import type { Part } from '../scope.ts'
import { spokenIn } from '../turn/spoken.ts'

/** When the model is asked to make workflows, beside what the person's sentences say. */
export interface WorkflowWish {
  /** The word in a message asks for none. */
  readonly wordOff?: boolean
  /** For every substantive task, unasked. */
  readonly always?: boolean
}

interface WishOptions {
  readonly config: {
    readonly workflowsOff?: boolean
    readonly workflowWish?: WorkflowWish
    readonly prompt: Pick<PromptSettings, 'promptLanguage'>
    readonly tools: Pick<Toolbox, 'specs' | 'toolsIn'>
    readonly models: Pick<ModelChoice, 'rows'>
  }
  readonly live: Pick<ThreadState, 'model'>
}

const ALWAYS = 'workflows_always'

const says = modelTexts('workflow_wish', {
  once: {
    en: 'The user\'s message says "ultracode": do this task with a workflow that you write and run with the Workflow tool. Only if it is a plain question, answer it directly.',
    zh: '用户的消息含有 "ultracode"：请编写工作流并用 Workflow 工具运行，以此完成该任务。只有纯粹的提问才直接回答。',
  },
  always: {
    en: 'In this session the user wants workflows without asking for each: for every substantive task, plan a workflow and run it with the Workflow tool. Questions and small changes need none.',
    zh: '本会话中用户希望无需逐次要求就使用工作流：对每个较大的任务，先规划工作流，再用 Workflow 工具运行。提问和小改动不需要。',
  },
})

/** Code is quoted, not said. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

const isAskedFor = (said: readonly Message[]): boolean =>
  /\bultracode\b/i.test(said.map(spokenIn).join('\n').replace(CODE, ' '))

const isTold = (message: Message): boolean =>
  message.type === 'attachment' && message.attachment.kind === ALWAYS

/** Tells the model that the person wants workflows: for one task, where a message has the word, or for all. */
export const createWorkflowWish = ({ config, live }: WishOptions): Part => {
  const { workflowsOff, workflowWish: wish = {}, models, tools, prompt } = config
  const runners = tools.toolsIn?.('workflows') ?? []
  const isOff = workflowsOff === true || !tools.specs.some(({ name }) => runners.includes(name))
  const pending: Attachment[] = []
  let told = false
  const tell = (kind: string, row: 'once' | 'always'): void =>
    void pending.push({ kind, text: forModel(says(row), prompt.promptLanguage) })
  /** Planning one for everything is left to models that think hard enough. */
  const mayPlan = (): boolean => findModel(live.model, models.rows).facts.effort?.includes('xhigh') !== false
  return {
    turnStarts({ said }) {
      pending.length = 0
      if (isOff) return
      if (wish.always && !told && mayPlan()) {
        told = true
        tell(ALWAYS, 'always')
      }
      if (!wish.wordOff && isAskedFor(said)) tell('workflow_asked', 'once')
    },
    news: [{ name: 'workflow wish', isClean: true, collect: () => pending.splice(0) }],
    restarted(history) {
      told = history.some(isTold)
    },
  }
}
