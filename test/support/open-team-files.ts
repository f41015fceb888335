import { join } from 'node:path'
import { createTaskList } from '../../src/features/task-list/task-list.ts'
import { createTeamFiles } from '../../src/features/team-files/team-files.ts'
import type { ProcessIdentity } from '../../src/lib/process/process-identity.ts'
import type { TeamBackend } from '../../src/protocol/agents/team.ts'

/** The teams of a config home, as a process of that name sees them. */
export const openTeamFiles = (home: string, self: ProcessIdentity): TeamBackend => {
  const runtime = { newId: () => crypto.randomUUID(), now: () => Date.now(), waitMs: 120_000, pollMs: 100 }
  return createTeamFiles({
    ...runtime,
    directory: join(home, 'teams'),
    self,
    openTasks: listId => createTaskList({ ...runtime, directory: join(home, 'tasks', listId) }),
  })
}
