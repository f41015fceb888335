import type { TeamBackend } from '../../protocol/agents/team.ts'
import { nextTask } from '../../protocol/task-list.ts'
import { LEADER } from './leader-inbox.ts'

/** Of those who are there: who works, has unread mail, or is about to take a task. */
export const membersAtWork = async (
  backend: TeamBackend,
  team: string,
  { present, works }: { readonly present: readonly string[]; works(name: string): boolean },
): Promise<readonly string[]> => {
  const tasks = await backend.tasks(team).list()
  const isBusy = (name: string): boolean =>
    tasks.some(({ owner, status }) => owner === name && status === 'in_progress')
  const mail = await Promise.all(
    present.map(async name => (await backend.mailbox(team).receive(name)).length > 0),
  )
  return present.filter(
    (name, at) => works(name) || mail[at] || (!isBusy(name) && nextTask(tasks, name) !== undefined),
  )
}

/** Members that are there and that the leader did not start. */
export const othersPresent = async (
  backend: TeamBackend,
  team: string,
  ours: readonly string[],
): Promise<readonly string[]> =>
  (await backend.presence(team).list())
    .filter(({ name, isAlive }) => isAlive && name !== LEADER && !ours.includes(name))
    .map(({ name }) => name)
