/** Not for people: makes this program, inside a sandbox, the way to the proxy outside. */
export const BRIDGE_WORD = '--internal-sandbox-bridge'
