import type { ListedTask, TaskList } from '../../protocol/agents/task-list.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Hooks } from './part.ts'

const says = modelTexts('task_hooks', {
  refused: { en: 'A hook refused it.', zh: '钩子拒绝了它。' },
  notCreated: { en: 'The task was not created: {why}', zh: '任务未创建：{why}' },
  notCompleted: { en: 'The task is not completed: {why}', zh: '任务未完成：{why}' },
})

/** The task list, with hooks that may refuse what comes onto it and what is called done. */
export const withTaskHooks = (
  list: TaskList,
  hooks: Pick<Hooks, 'fire' | 'isSet'>,
  member?: TeamMembership,
): TaskList => {
  const { signal } = new AbortController()
  const by = member ? { teammate_name: member.name, team_name: member.team } : {}
  const refusal = async (
    event: 'TaskCreated' | 'TaskCompleted',
    { id, subject, description }: ListedTask,
  ): Promise<Text | undefined> => {
    const fields = { task_id: id, task_subject: subject, task_description: description, ...by }
    const { permission, reason, stop } = await hooks.fire(event, fields, signal)
    return permission === 'deny' ? (reason ?? stop ?? says('refused')) : undefined
  }
  return {
    list: () => list.list(),
    async create(task) {
      const made = await list.create(task)
      if (!hooks.isSet('TaskCreated')) return made
      const why = await refusal('TaskCreated', made)
      if (why === undefined) return made
      await list.update(made.id, { status: 'deleted' })
      throw new ToolError(says('notCreated', { why }))
    },
    async update(id, change) {
      if (change.status !== 'completed' || !hooks.isSet('TaskCompleted')) return await list.update(id, change)
      const task = (await list.list()).find(each => each.id === id)
      const why = task && task.status !== 'completed' ? await refusal('TaskCompleted', task) : undefined
      if (why !== undefined) throw new ToolError(says('notCompleted', { why }))
      return await list.update(id, change)
    },
  }
}
