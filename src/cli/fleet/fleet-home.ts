import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Fleet, openFleet } from '../../features/fleet/fleet.ts'
import { type MemberFile, type Role, readMemberFile } from '../../features/fleet/member-file.ts'
import { inboxOf } from '../../features/fleet/server-config.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { createConnection } from '../../lib/nats/connection.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { ExitError } from '../exit-error.ts'

const fleetHome = (configHome: string): string => join(configHome, 'fleet')
export const memberPath = (configHome: string): string => join(fleetHome(configHome), 'member.json')

/** Keys lie in it: nobody else may read it. */
export const writeSecret = (path: string, text: string): void => {
  writeFileAtomically(path, Buffer.from(text), { mode: 0o600 })
  chmodSync(path, 0o600)
}

export const makeFleetHome = (configHome: string): string => {
  const home = fleetHome(configHome)
  mkdirSync(home, { recursive: true, mode: 0o700 })
  return home
}

export interface MemberWish {
  readonly configHome: string
  /** A file elsewhere. */
  readonly path?: string | undefined
  readonly roles: readonly Role[]
}

/** Who this machine is in its fleet; a sentence where it is nobody, or not what is needed. */
export const readMember = ({ configHome, path = memberPath(configHome), roles }: MemberWish): MemberFile => {
  if (!existsSync(path)) throw new ExitError(1, fleetText('no_member', { path }))
  const file = readMemberFile(readFileSync(path, 'utf8'))
  if (!file) throw new ExitError(1, fleetText('bad_member', { path }))
  if (!roles.includes(file.role)) throw new ExitError(1, fleetText('wrong_role', { path, role: file.role }))
  return file
}

const isLoopback = (url: string): boolean =>
  /^nats:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(url)

/** Connects with the first thing that is asked. */
export const connectFleet = (file: MemberFile, { url = file.url, waitMs = 30_000 } = {}): Fleet => {
  const urls = url.split(',').map(each => each.trim())
  // What is said and who says it would be in the open, and anybody could answer.
  const open = urls.find(each => !each.startsWith('tls://') && !isLoopback(each))
  if (open !== undefined) throw new ExitError(2, fleetText('needs_tls', { url: open }))
  const connection = createConnection({
    url,
    name: `capstan ${file.role} ${file.self.name}`,
    waitMs,
    requestMs: 5_000,
    inbox: inboxOf(file.self.name),
    ...(file.seed === '' ? {} : { credentials: { seed: file.seed } }),
    ...(file.ca === undefined || !urls.every(each => each.startsWith('tls://')) ? {} : { ca: file.ca }),
    unreachable: why => new ExitError(1, fleetText('unreachable', { url, why })),
  })
  return openFleet({ file, connection, now: () => Date.now() })
}
