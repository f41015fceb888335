import { readFileSync } from 'node:fs'

/** The flag of a socket that takes connections. */
const ACCEPTS = 0x10000

/** Paths of the sockets that programs listen on, out of the kernel's table (`/proc/net/unix`). */
export const listeningSockets = (table: string): readonly string[] => {
  const paths = new Set<string>()
  for (const line of table.split('\n')) {
    const row = /^\S+: \S+ \S+ ([0-9A-Fa-f]+) \S+ \S+ +\d+ (\/.*)$/.exec(line)
    if (row?.[1] !== undefined && row[2] !== undefined && (Number.parseInt(row[1], 16) & ACCEPTS) !== 0)
      paths.add(row[2])
  }
  return [...paths]
}

/** Variables that say where an agent, a bus or a daemon listens. */
const ADDRESSES = [
  'SSH_AUTH_SOCK',
  'DOCKER_HOST',
  'CONTAINER_HOST',
  'DBUS_SESSION_BUS_ADDRESS',
  'GPG_AGENT_INFO',
]

/** Sockets that the environment points to; those of another network namespace are not in the kernel's table. */
export const namedSockets = (
  env: Readonly<Record<string, string | undefined>>,
): readonly { readonly name: string; readonly path: string }[] =>
  ADDRESSES.flatMap(name => {
    const path = /^(?:unix:(?:path=|\/\/)?)?(\/[^,;:]+)/.exec(env[name] ?? '')?.[1]
    return path === undefined ? [] : [{ name, path }]
  })

/** The kernel's list of them. */
export const socketTable = (): string => {
  try {
    return readFileSync('/proc/net/unix', 'utf8')
  } catch {
    // Without the table the places where daemons listen are still hidden.
    return ''
  }
}
