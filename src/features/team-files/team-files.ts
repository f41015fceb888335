import type { ProcessIdentity } from '../../lib/process/process-identity.ts'
import type { SharedTaskList } from '../../protocol/agents/task-list.ts'
import type { TeamBackend } from '../../protocol/agents/team.ts'
import { checkListId } from '../../protocol/agents/team.ts'
import { createInboxes } from './inboxes.ts'
import { createPresenceFiles } from './presence-files.ts'
import { createTeams } from './team-configs.ts'

export interface TeamFilesOptions {
  /** `<config home>/teams`. */
  readonly directory: string
  readonly self: ProcessIdentity
  /** Where task lists are is somebody else's affair. */
  openTasks(listId: string): SharedTaskList
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
  /** How often a watch looks by itself. */
  readonly pollMs?: number
  /** How long to wait for a lock. */
  readonly waitMs?: number
}

/** Teams in the files of one machine; several processes may use them at once. */
export const createTeamFiles = (options: TeamFilesOptions): TeamBackend => {
  const opened = new Map<string, SharedTaskList>()
  /** The same for the same name: it knows what it has read already. */
  const tasks = (listId: string): SharedTaskList => {
    checkListId(listId)
    const list = opened.get(listId) ?? options.openTasks(listId)
    opened.set(listId, list)
    return list
  }
  return {
    kind: 'files',
    teams: createTeams({ ...options, removeTasks: listId => tasks(listId).remove() }),
    tasks,
    mailbox: team => createInboxes({ ...options, pollMs: options.pollMs ?? 1_000 }, team),
    presence: team => createPresenceFiles(options, team),
    close: async () => {},
  }
}
