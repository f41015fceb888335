import { createTeamNats } from '../../src/features/team-nats/team-nats.ts'
import type { ProcessIdentity } from '../../src/lib/process/process-identity.ts'
import type { TeamBackend } from '../../src/protocol/agents/team.ts'

/** The teams of a server, as a process of that name sees them. */
export const openTeamNats = (
  url: string,
  self: ProcessIdentity,
  more: Partial<Parameters<typeof createTeamNats>[0]> = {},
): TeamBackend =>
  createTeamNats({
    url,
    self,
    newId: () => crypto.randomUUID(),
    now: () => Date.now(),
    waitMs: 60_000,
    requestMs: 1_000,
    ...more,
  })
