import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { lifeOf, type ProcessIdentity } from '../../lib/process/process-identity.ts'
import {
  checkName,
  PRESENCE_TTL_MS,
  type Presence,
  type PresenceBook,
  takenMember,
} from '../../protocol/agents/team.ts'
import { changeFile, parseJson, readText, teamPaths, writeJson } from './team-folder.ts'

export interface PresenceOptions {
  /** `<config home>/teams`. */
  readonly directory: string
  readonly self: ProcessIdentity
  now(): number
  newId(): string
}

/** `<team>/presence/<member>.json`: a process of this machine is looked at, one of another has to beat. */
export const createPresenceFiles = (options: PresenceOptions, team: string): PresenceBook => {
  const { presence: directory } = teamPaths(options.directory, team)
  const read = (name: string): Presence | undefined => {
    const value = parseJson(readText(join(directory, `${name}.json`)) ?? '')
    return isProcess(value) ? { ...value, name, isAlive: isAlive(value, options.now()) } : undefined
  }
  return {
    async beat(member) {
      checkName('member', member)
      await changeFile({ directory, name: member }, options, () => {
        const before = read(member)
        if (before?.isAlive && !isSame(before, options.self)) throw takenMember(before, member, team)
        writeJson(join(directory, `${member}.json`), { ...options.self, seenAt: options.now() })
      })
    },
    async leave(member) {
      checkName('member', member)
      const present = read(member)
      if (present && isSame(present, options.self)) rmSync(join(directory, `${member}.json`), { force: true })
    },
    list: async () => names(directory).flatMap(name => read(name) ?? []),
  }
}

type Beat = ProcessIdentity & { readonly seenAt: number }

const isProcess = (value: unknown): value is Beat =>
  isObject(value) &&
  typeof value['host'] === 'string' &&
  typeof value['started'] === 'string' &&
  Number.isInteger(value['pid']) &&
  (value['pid'] as number) > 0 &&
  typeof value['seenAt'] === 'number'

const isSame = (a: ProcessIdentity, b: ProcessIdentity): boolean =>
  a.host === b.host && a.pid === b.pid && a.started === b.started

const isAlive = (beat: Beat, now: number): boolean => {
  const life = lifeOf(beat)
  return life === 'unknown' ? now - beat.seenAt < PRESENCE_TTL_MS : life === 'alive'
}

const names = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).flatMap(name => /^([A-Za-z0-9_][\w-]{0,63})\.json$/.exec(name)?.[1] ?? [])
  } catch (error) {
    // Nobody was there yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
