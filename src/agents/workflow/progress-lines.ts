import type { StepInfo, WorkflowInfo } from '../../protocol/agents/workflow.ts'

/** What has happened between two looks at a run, a line for each. */
export const progressLines = (before: WorkflowInfo | undefined, now: WorkflowInfo): readonly string[] =>
  now.steps.flatMap((step, index) => {
    const earlier = before?.steps[index]
    if (step.state === 'waiting') return []
    if (step.state === earlier?.state)
      return step.items && step.items.done !== earlier.items?.done && step.items.done > 0
        ? [`  ${step.id}: ${step.items.done} of ${step.items.total}`]
        : step.repeated && !earlier.repeated
          ? [`  ${step.id}: it was interrupted before, and is run again`]
          : []
    return [stepLine(step)]
  })

const stepLine = (step: StepInfo): string => {
  const { id, state, error, kept } = step
  if (state === 'running') return `▶ ${id}`
  const facts = [...(kept ? ['done earlier'] : []), ...usedWords(step)]
  const head = `${SIGNS[state]} ${id}${state === 'done' ? '' : `: ${state}`}`
  const tail = facts.length === 0 ? '' : ` (${facts.join(', ')})`
  return `${head}${tail}${error === undefined ? '' : ` — ${error.replace(/\s+/g, ' ').slice(0, 300)}`}`
}

const SIGNS: Readonly<Record<StepInfo['state'], string>> = {
  waiting: '·',
  running: '▶',
  done: '✔',
  failed: '✘',
  skipped: '–',
  stopped: '■',
}

const usedWords = ({ ms, tokens, usd }: StepInfo): readonly string[] => [
  ...(ms >= 1000 ? [`${Math.round(ms / 1000)} s`] : []),
  ...(tokens > 0 ? [`${tokens.toLocaleString('en-US')} tokens`] : []),
  ...(usd > 0 ? [`$${usd.toFixed(usd < 0.1 ? 4 : 2)}`] : []),
]
