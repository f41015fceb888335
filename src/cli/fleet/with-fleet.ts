import type { Fleet } from '../../features/fleet/fleet.ts'
import type { Role } from '../../features/fleet/member-file.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { connectFleet, readMember } from './fleet-home.ts'

/** The fleet of this machine, for a command that ends. */
export const withFleet = async (
  { configHome }: SessionsDeps,
  roles: readonly Role[],
  act: (fleet: Fleet) => Promise<number>,
): Promise<number> => {
  const fleet = connectFleet(readMember({ configHome, roles }))
  try {
    return await act(fleet)
  } finally {
    await fleet.connection.close()
  }
}
