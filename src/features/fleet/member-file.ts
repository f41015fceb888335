import { isObject } from '../../lib/is-object.ts'
import { type Identity, type Member, readMember } from './identity.ts'
import { isName } from './names.ts'

export type Role = 'owner' | 'worker' | 'watcher'

/** What one member of a fleet needs to take part: made by `fleet init`, carried to its machine, read by nobody else. */
export interface MemberFile {
  readonly version: 1
  readonly role: Role
  readonly url: string
  /** The only authority whose servers are believed, as PEM; absent: no TLS. */
  readonly ca?: string
  /** Opens the server. */
  readonly seed: string
  readonly self: Identity
  /** Whose jobs count, and who may work on them: a worker takes jobs of these owners and of nobody else. */
  readonly owners: readonly Member[]
  readonly workers: readonly Member[]
  readonly watchers: readonly Member[]
}

const ROLES: readonly Role[] = ['owner', 'worker', 'watcher']

/** Undefined for what is no such file. */
export const readMemberFile = (text: string): MemberFile | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value) || value['version'] !== 1) return undefined
    const { role, url, ca, seed, self } = value
    if (!ROLES.includes(role as Role) || typeof url !== 'string' || typeof seed !== 'string') return undefined
    if (ca !== undefined && typeof ca !== 'string') return undefined
    if (!isObject(self) || !isName(self['name'])) return undefined
    if (typeof self['signKey'] !== 'string' || typeof self['boxKey'] !== 'string') return undefined
    if (!readMember(self)) return undefined
    const [owners, workers, watchers] = ['owners', 'workers', 'watchers'].map(name => membersOf(value[name]))
    if (!owners || !workers || !watchers) return undefined
    const file = { version: 1, role: role as Role, url, seed, self: self as unknown as Identity } as const
    return { ...file, ...(ca === undefined ? {} : { ca }), owners, workers, watchers }
  } catch {
    return undefined
  }
}

const membersOf = (value: unknown): readonly Member[] | undefined => {
  if (!Array.isArray(value)) return undefined
  const members = value.map(readMember)
  return members.every(member => member !== undefined) ? members : undefined
}
