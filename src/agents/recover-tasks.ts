import type { Team, TeamBackend } from '../protocol/agents/team.ts'
import type { ListedTask } from '../protocol/task-list.ts'

export interface Recovered {
  readonly owner: string
  /** As they were; they are pending now, and nobody's. */
  readonly tasks: readonly ListedTask[]
}

/**
 * Puts back what members that are not alive have begun, and tells the leader. Members that have begun nothing may still
 * come; the leader itself is whoever asks.
 */
export const recoverTasks = async (
  backend: TeamBackend,
  name: string,
  leader: string,
): Promise<readonly Recovered[]> => {
  const team = await backend.teams.read(name)
  if (!team) return []
  const list = backend.tasks(name)
  const present = await backend.presence(name).list()
  const alive = new Set(present.filter(({ isAlive }) => isAlive).map(member => member.name))
  const recovered: Recovered[] = []
  for (const owner of ownersOf(await list.list(), team)) {
    if (alive.has(owner) || owner === leader) continue
    const tasks = await list.release(owner)
    if (tasks.length === 0) continue
    recovered.push({ owner, tasks })
    await backend.mailbox(name).send({ to: leader, from: owner, ...told({ owner, tasks }) })
  }
  return recovered
}

/** Members with something they began. Owners outside of the team are somebody else's affair. */
const ownersOf = (tasks: readonly ListedTask[], { members }: Team): readonly string[] =>
  members
    .map(member => member.name)
    .filter(name => tasks.some(task => task.owner === name && task.status === 'in_progress'))

const told = ({ owner, tasks }: Recovered) => ({
  summary: `${owner} is gone`,
  text: `${owner} is gone. Its unfinished tasks are pending again: ${tasks
    .map(task => `${task.id}. ${task.subject}${task.status === 'in_progress' ? ' (was begun)' : ''}`)
    .join('; ')}. Look at what it left behind before somebody begins them again.`,
})
