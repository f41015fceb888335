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
