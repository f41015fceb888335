import type { LocalizedText } from '../messages/localized-text.ts'
import { modelTexts } from '../messages/model-texts.ts'

/** How the model is told in which state agents and tasks are, and how one is named with it. */
export const modelState = modelTexts('model_state', {
  of: { en: '{id} ({state})', zh: '{id}（{state}）' },
  of_name: { en: '{id} ({name}, {state})', zh: '{id}（{name}，{state}）' },
  pending: { en: 'pending', zh: '等待中' },
  running: { en: 'running', zh: '运行中' },
  idle: { en: 'idle', zh: '空闲' },
  completed: { en: 'completed', zh: '已完成' },
  failed: { en: 'failed', zh: '失败' },
  stopped: { en: 'stopped', zh: '已停止' },
  killed: { en: 'killed', zh: '已终止' },
})

type State = Exclude<keyof typeof modelState.rows, 'of' | 'of_name'>

/** An agent or a task as a list of those that are there names it. */
export const namedWithState = ({
  id,
  name,
  status,
}: {
  readonly id: string
  readonly name?: string | undefined
  readonly status: State
}): LocalizedText => {
  const state = modelState(status)
  return name === undefined ? modelState('of', { id, state }) : modelState('of_name', { id, name, state })
}
