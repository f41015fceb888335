import type { Effect } from '../../protocol/context.ts'
import type { TaskInfo } from '../../protocol/tool.ts'

/**
 * The ledger as of now: what was started in the background has the end it came to since, and a changed file that a
 * call told of itself is not told again because it was also found.
 */
export const currentEffects = (effects: readonly Effect[], tasks: readonly TaskInfo[]): readonly Effect[] => {
  const byId = new Map(tasks.map(task => [task.id, task]))
  const ended = new Map(effects.filter(isEnd).map(effect => [effect.taskId, effect]))
  const told = new Set(effects.filter(({ toolUseId }) => toolUseId !== undefined).map(sameThing))
  const single = effects.filter(effect => effect.toolUseId !== undefined || !told.has(sameThing(effect)))
  return single
    .filter(effect => !isEnd(effect))
    .map(effect => {
      if (effect.outcome !== 'running') return effect
      const { outcome, detail } = ended.get(effect.taskId) ?? endOf(byId.get(effect.taskId ?? ''))
      return { ...effect, outcome, ...(detail === undefined ? {} : { detail }) }
    })
}

/** Only says what became of background work. */
const isEnd = ({ text, taskId, outcome }: Effect): boolean =>
  text === '' && taskId !== undefined && outcome !== 'running'

const sameThing = ({ kind, text, userMessageUuid }: Effect): string => `${kind} ${userMessageUuid} ${text}`

const endOf = (task: TaskInfo | undefined): Pick<Effect, 'outcome' | 'detail'> => {
  // An earlier run of the program started it.
  if (!task) return { outcome: 'interrupted', detail: 'it ran in the background when the program ended' }
  const code = task.exitCode === undefined ? {} : { detail: `exit code ${task.exitCode}` }
  switch (task.status) {
    case 'running':
      return { outcome: 'running' }
    case 'completed':
      return { outcome: 'done', ...code }
    case 'failed':
      return { outcome: 'failed', ...code }
    case 'stopped':
      return { outcome: 'done', detail: 'stopped' }
  }
}
