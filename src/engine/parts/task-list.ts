import type { TaskList } from '../../protocol/task-list.ts'
import type { SessionTeams } from './agents/session-teams.ts'

/** For a thread that is a member of a team: whose list, and in whose name. */
export interface Member {
  readonly team: string
  readonly name: string
}

/** The task list for calls of a thread. */
export const createTaskListPort = (teams: Pick<SessionTeams, 'tasks'>, member?: Member): TaskList => ({
  create: async task => (await teams.tasks(member?.team)).create(task),
  list: async () => (await teams.tasks(member?.team)).list(),
  update: async (id, change) =>
    (await teams.tasks(member?.team)).update(id, member ? { ...change, by: member.name } : change),
})
