/** Not for people: makes this program, inside a sandbox, the way to the proxy outside. */
export const BRIDGE_WORD = '--internal-sandbox-bridge'

/** By this the program knows that it is started as a member of a team. */
export const TEAMMATE_WORD = '--internal-teammate'

/** By this the program knows that it runs by itself: what it does stands in a file. */
export const BACKGROUND_WORD = '--internal-background'

/** By this the program knows that it is one slot of a worker of a fleet. */
export const FLEET_SLOT_WORD = '--internal-fleet-slot'

/** By this the program knows that it is the agent of a session on another machine. */
export const REMOTE_AGENT_WORD = '--internal-remote-agent'
