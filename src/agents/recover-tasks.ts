import type { ListedTask } from '../protocol/agents/task-list.ts'
import { PRESENCE_TTL_MS, type TeamBackend, type TeamMember } from '../protocol/agents/team.ts'
import { releasedLine } from './team/farewells.ts'

export interface Recovered {
  readonly owner: string
  /** As they were; they are pending now, and nobody's. */
  readonly tasks: readonly ListedTask[]
}

export interface RecoverOptions {
  readonly leader: string
  now(): number
  /** Somebody else puts back what it had, and tells of it. */
  isOurs?(member: string): boolean
}

/** Puts back what members that are dead had been given or had begun, and tells the leader, which is whoever asks. */
export const recoverTasks = async (
  backend: TeamBackend,
  name: string,
  { leader, now, isOurs }: RecoverOptions,
): Promise<readonly Recovered[]> => {
  const team = await backend.teams.read(name)
  if (!team) return []
  const list = backend.tasks(name)
  const present = await backend.presence(name).list()
  const unfinished = (await list.list()).filter(task => task.status !== 'completed')
  const isGone = (member: TeamMember): boolean => {
    const beat = present.find(each => each.name === member.name)
    if (beat) return !beat.isAlive
    const begun = unfinished.some(task => task.owner === member.name && task.status === 'in_progress')
    // Whoever was added a moment ago is still starting.
    return begun || (member.joinedAt !== undefined && member.joinedAt + PRESENCE_TTL_MS < now())
  }
  const recovered: Recovered[] = []
  // Owners outside of the team are somebody else's affair.
  for (const member of team.members) {
    const owner = member.name
    if (owner === leader || isOurs?.(owner)) continue
    if (!unfinished.some(task => task.owner === owner) || !isGone(member)) continue
    const tasks = await list.release(owner)
    if (tasks.length === 0) continue
    recovered.push({ owner, tasks })
    await backend.mailbox(name).send({ to: leader, from: owner, ...told({ owner, tasks }) })
  }
  return recovered
}

const told = ({ owner, tasks }: Recovered) => {
  const isBegun = ({ status }: ListedTask): boolean => status === 'in_progress'
  const named = tasks.map(releasedLine)
  const look = tasks.some(isBegun) ? ' Look at what it left behind before somebody begins them again.' : ''
  return {
    summary: `${owner} is gone`,
    text: `${owner} is gone. Its unfinished tasks are pending again: ${named.join('; ')}.${look}`,
  }
}
