import { type Fleet, openFleet } from '../../src/features/fleet/fleet.ts'
import { type Identity, memberOf, newIdentity } from '../../src/features/fleet/identity.ts'
import type { JobWork } from '../../src/features/fleet/job.ts'
import type { MemberFile, Role } from '../../src/features/fleet/member-file.ts'
import { setUpFleet } from '../../src/features/fleet/setup.ts'
import { createConnection } from '../../src/lib/nats/connection.ts'

/** A fleet on a server without roles: who is who is a matter of keys alone. */
export interface FleetWorld extends AsyncDisposable {
  /** As that member sees it, over a connection of its own. */
  open(name: string): Fleet
  fileOf(name: string): MemberFile
}

const roleOf = (name: string): Role =>
  name.startsWith('owner') ? 'owner' : name.startsWith('worker') ? 'worker' : 'watcher'

/** Members are what their names begin with; a stranger has keys and a connection, and nobody was told of it. */
export const openFleetWorld = async (
  url: string,
  names: readonly string[],
  replicas = 1,
): Promise<FleetWorld> => {
  const all = new Map<string, Identity>(names.map(name => [name, newIdentity(name)]))
  const withRole = (role: Role) =>
    [...all.values()].filter(({ name }) => !name.includes('stranger') && roleOf(name) === role).map(memberOf)
  const fileOf = (name: string): MemberFile => {
    const self = all.get(name)
    if (!self) throw new Error(`nobody is called ${name}`)
    const role = roleOf(name)
    const [owners, workers, watchers] = [withRole('owner'), withRole('worker'), withRole('watcher')]
    return { version: 1, role, url, seed: '', self, owners, workers, watchers }
  }
  const opened: Fleet[] = []
  const open = (name: string): Fleet => {
    const connection = createConnection({
      url,
      waitMs: 30_000,
      requestMs: 1_000,
      unreachable: why => new Error(`unreachable: ${why}`),
    })
    const fleet = openFleet({ file: fileOf(name), connection, now: () => Date.now() })
    opened.push(fleet)
    return fleet
  }
  const first = open(names[0] ?? '')
  const workers = withRole('worker').map(({ name }) => name)
  await first.connection.run(nats => setUpFleet(nats, { workers, replicas }))
  return {
    open,
    fileOf,
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map(fleet => fleet.connection.close()))
    },
  }
}

export const workOf = (more: Partial<JobWork> = {}): JobWork => ({
  title: 'a job',
  prompts: ['do it'],
  limits: { seconds: 60, memoryMb: 1024, diskMb: 1024 },
  permissions: { mode: 'acceptEdits', allow: [], deny: [] },
  network: 'off',
  secrets: [],
  back: { patch: true, transcript: false, files: [] },
  ...more,
})
