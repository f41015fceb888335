import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import type { TaskList } from '../../protocol/task-list.ts'
import type { SessionTeams } from '../teams/session-teams.ts'

/** The task list for calls of a thread. */
export const createTaskListPort = (
  teams: Pick<SessionTeams, 'tasks'>,
  member?: TeamMembership,
): TaskList => ({
  create: async task => (await teams.tasks(member?.team)).create(task),
  list: async () => (await teams.tasks(member?.team)).list(),
  update: async (id, change) =>
    (await teams.tasks(member?.team)).update(id, member ? { ...change, by: member.name } : change),
})
