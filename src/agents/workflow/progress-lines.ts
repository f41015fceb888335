import type { StepInfo, WorkflowInfo } from '../../protocol/agents/workflow.ts'
import { workflowText } from '../../protocol/messages/engine/workflows.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'

/** What has happened between two looks at a run, a line for each. */
export const progressLines = (before: WorkflowInfo | undefined, now: WorkflowInfo): readonly Text[] =>
  now.steps.flatMap((step, index) => {
    const earlier = before?.steps[index]
    if (step.state === 'waiting') return []
    if (step.state === earlier?.state)
      return step.items && step.items.done !== earlier.items?.done && step.items.done > 0
        ? [workflowText('progress', { id: `  ${step.id}`, done: step.items.done, total: step.items.total })]
        : step.repeated && !earlier.repeated
          ? [workflowText('run_again', { id: `  ${step.id}` })]
          : []
    return [stepLine(step)]
  })

const stepLine = (step: StepInfo): Text => {
  const { state, error, kept } = step
  const id = `${SIGNS[state]} ${step.id}`
  if (state === 'running') return id
  const facts = [...(kept ? [workflowText('done_earlier')] : []), ...usedWords(step)]
  const ended =
    state === 'done' || state === 'waiting'
      ? id
      : workflowText(state === 'failed' ? 'step_failed_line' : `step_${state}`, { id })
  const head = facts.length === 0 ? ended : workflowText('step_facts', { head: ended, facts })
  if (error === undefined) return head
  return workflowText('step_error', { head, error: error.replace(/\s+/g, ' ').slice(0, 300) })
}

const SIGNS: Readonly<Record<StepInfo['state'], string>> = {
  waiting: '·',
  running: '▶',
  done: '✔',
  failed: '✘',
  skipped: '–',
  stopped: '■',
}

const usedWords = ({ ms, tokens, usd }: StepInfo): readonly Text[] => [
  ...(ms >= 1000 ? [workflowText('took', { seconds: Math.round(ms / 1000) })] : []),
  ...(tokens > 0 ? [workflowText('tokens', { number: tokens.toLocaleString('en-US') })] : []),
  ...(usd > 0 ? [`$${usd.toFixed(usd < 0.1 ? 4 : 2)}`] : []),
]
