import { nextTask } from '../../protocol/agents/task-list.ts'
import { LEADER, type TeamBackend, TeamError } from '../../protocol/agents/team.ts'

interface Present {
  readonly present: readonly string[]
  works(name: string): boolean
}

/** Of those who are there: who works, has unread mail, or is about to take a task. */
export const membersAtWork = async (
  backend: () => Promise<TeamBackend>,
  team: string,
  there: Present,
): Promise<readonly string[]> => {
  try {
    return await busyIn(await backend(), team, there)
  } catch (error) {
    // Out of reach: what is known here has to do.
    if (!(error instanceof TeamError)) throw error
    return there.present.filter(there.works)
  }
}

const busyIn = async (
  backend: TeamBackend,
  team: string,
  { present, works }: Present,
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
