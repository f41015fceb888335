import { readdirSync, rmSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { LockOptions } from '../../lib/files/file-lock.ts'
import { keepDamaged } from '../../lib/files/stored-object.ts'
import { existingTeam, type Team, type Teams, unknownTeam } from '../../protocol/agents/team.ts'
import { parseTeam } from '../../protocol/agents/team-file.ts'
import { changeFile, parseJson, readText, setAside, teamPaths, writeJson } from './team-folder.ts'

export interface ConfigOptions extends LockOptions {
  /** `<config home>/teams`. */
  readonly directory: string
  /** The task list of that name goes with its team. */
  removeTasks(listId: string): Promise<void>
}

const CONFIG = 'config.json'

/** `<team>/config.json`, changed under a lock beside it. */
export const createTeams = (options: ConfigOptions): Teams => {
  const { directory: root } = options
  const locked = async <T>(name: string, act: () => T): Promise<T> =>
    await changeFile({ directory: teamPaths(root, name).directory, name: CONFIG }, options, act)
  const read = (name: string): Team | undefined => readTeam(root, name)
  return {
    create: team =>
      locked(team.name, () => {
        const { config } = teamPaths(root, team.name)
        const before = read(team.name)
        if (before && !isDeepStrictEqual(before, team)) throw existingTeam(team.name)
        if (!before) setAside(config, options.now())
        else keepDamaged(config)
        writeJson(config, team)
      }),
    read: async name => read(name),
    list: async () => names(root).flatMap(name => read(name) ?? []),
    async change(name, change) {
      // Without a team there must not be a directory for its lock either.
      if (!read(name)) throw unknownTeam(name)
      return await locked(name, () => {
        const before = read(name)
        if (!before) throw unknownTeam(name)
        const after = { ...change(before), name }
        keepDamaged(teamPaths(root, name).config)
        writeJson(teamPaths(root, name).config, after)
        return after
      })
    },
    async remove(name) {
      const { directory } = teamPaths(root, name)
      rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
      await options.removeTasks(name)
    },
  }
}

export const readTeam = (root: string, name: string): Team | undefined => {
  const text = readText(teamPaths(root, name).config)
  return text === undefined ? undefined : parseTeam(name, parseJson(text))
}

const names = (root: string): readonly string[] => {
  try {
    return readdirSync(root, { withFileTypes: true })
      .filter(entry => entry.isDirectory() && /^[A-Za-z0-9_][\w-]{0,63}$/.test(entry.name))
      .map(entry => entry.name)
      .sort()
  } catch (error) {
    // Nobody made a team yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
