import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readTasks } from '../../features/task-list/task-file.ts'
import { thisProcess } from '../../lib/process/process-identity.ts'
import type { ListedTask, SharedTaskList, TaskList } from '../../protocol/agents/task-list.ts'
import { listIdOf, type TeamBackend, TeamError } from '../../protocol/agents/team.ts'
import type { TeamMembership } from '../../protocol/agents/team-work.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { TeamChoice } from './options.ts'

const says = modelTexts('session_teams', {
  noUrl: {
    en: 'Teams are set to use NATS, but "teams.url" is not set: the person has to set it.',
    zh: '团队设为使用 NATS，但没有设置 "teams.url"：需要用户设置。',
  },
  noCredentials: {
    en: 'The credentials file for NATS (CAPSTAN_NATS_CREDS) cannot be read: {why}',
    zh: '无法读取 NATS 的凭据文件（CAPSTAN_NATS_CREDS）：{why}',
  },
  noList: { en: 'This session has no task list.', zh: '此会话没有任务列表。' },
  noTeams: { en: 'This session has no teams.', zh: '此会话没有团队。' },
})

export interface SessionTeams extends Part {
  /** Opened with the first use. ToolError where there is none. */
  backend(): Promise<TeamBackend>
  /** The list that a thread works on; `memberOf`: its team, when it is a member of one. */
  tasks(memberOf?: string): Promise<SharedTaskList>
  /** What is on the session's list, as far as that is known without waiting. */
  knownTasks(): readonly ListedTask[]
  /** From now on the session leads this team, or none. */
  lead(team: string | undefined): void
}

export interface TeamsConfig {
  readonly place: SessionEnvironment
  readonly runtime: Runtime
  readonly teams?: TeamChoice
}

/** The teams and the task list of a session; what they are made of loads with its first use. */
export const createSessionTeams = ({ place, runtime, teams }: TeamsConfig): SessionTeams => {
  const { taskListDir } = place
  let leads: string | undefined
  let opening: Promise<TeamBackend> | undefined
  let known: readonly ListedTask[] = []
  const listId = (memberOf?: string): string => {
    if (taskListDir === undefined) throw new ToolError(says('noList'))
    const session = basename(taskListDir)
    return listIdOf({ override: teams?.list, memberOf, team: teams?.team, leads, session })
  }
  const backend = async (): Promise<TeamBackend> => {
    if (taskListDir === undefined) throw new ToolError(says('noTeams'))
    const directory = join(dirname(dirname(taskListDir)), 'teams')
    const choice: TeamChoice = teams ?? { backend: 'files', directory }
    opening ??= openBackend({ choice, runtime, lists: dirname(taskListDir) }).catch(error => {
      opening = undefined
      throw error
    })
    return await opening
  }
  return {
    backend,
    async tasks(memberOf) {
      const list = (await backend()).tasks(listId(memberOf))
      return {
        ...list,
        async list() {
          known = await list.list()
          return known
        },
      }
    },
    knownTasks() {
      if (taskListDir === undefined) return []
      return teams?.backend === 'nats' ? known : readListed(join(dirname(taskListDir), listId()))
    },
    lead(team) {
      leads = team
    },
    async [Symbol.asyncDispose]() {
      const opened = await opening?.catch(() => undefined)
      await opened?.close()
    },
  }
}

const readListed = (directory: string): readonly ListedTask[] => {
  try {
    return [...readTasks(directory).values()]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // The list is still in its files, and the tools for it say why they cannot be read.
    return []
  }
}

interface Opening {
  readonly choice: TeamChoice
  readonly runtime: Runtime
  /** Where the files of task lists are. */
  readonly lists: string
}

const openBackend = async ({ choice, runtime, lists }: Opening): Promise<TeamBackend> => {
  const common = { newId: runtime.newId, now: () => runtime.now().getTime(), self: thisProcess() }
  if (choice.backend === 'nats') {
    if (choice.url === undefined) throw new TeamError('unreachable', says('noUrl'))
    const { createTeamNats } = await import('../../features/team-nats/team-nats.ts')
    return createTeamNats({ ...common, url: choice.url, credentials: readCredentials(choice) })
  }
  const [{ createTeamFiles }, { createTaskList }] = await Promise.all([
    import('../../features/team-files/team-files.ts'),
    import('../../features/task-list/task-list.ts'),
  ])
  return createTeamFiles({
    ...common,
    directory: choice.directory,
    openTasks: listId => createTaskList({ ...common, directory: join(lists, listId) }),
  })
}

const readCredentials = ({ credentials: { path, ...rest } = {} }: TeamChoice) => {
  try {
    return { ...rest, ...(path === undefined ? {} : { file: readFileSync(path, 'utf8') }) }
  } catch (error) {
    throw new TeamError('unreachable', says('noCredentials', { why: (error as Error).message }))
  }
}

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
