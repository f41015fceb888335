import type { MemoryDirectory } from './memory-directory.ts'

/** What stands before the name of a memory that is the team's. */
const TEAM = 'team/'

/** Whether the memory of this name is the team's. */
export const isTeams = (file: string): boolean => file.startsWith(TEAM)

/** For finding memories: the person's own and the team's as one. Nothing is written through it. */
export type ReadableMemories = Pick<MemoryDirectory, 'list' | 'outline' | 'find' | 'read'>

export const withTeam = (own: MemoryDirectory, team: MemoryDirectory | undefined): ReadableMemories => {
  if (!team) return own
  const named = <F extends { readonly file: string }>(files: readonly F[]): readonly F[] =>
    files.map(file => ({ ...file, file: `${TEAM}${file.file}` }))
  const inTeam = (file: string): string | undefined => (isTeams(file) ? file.slice(TEAM.length) : undefined)
  return {
    list: () => [...own.list(), ...named(team.list())].sort((a, b) => b.mtimeMs - a.mtimeMs),
    outline: () => [...own.outline(), ...named(team.outline())],
    find(file) {
      const name = inTeam(file)
      if (name === undefined) return own.find(file)
      const found = team.find(name)
      return found && { ...found, file }
    },
    read(file) {
      const name = inTeam(file)
      return name === undefined ? own.read(file) : team.read(name)
    },
  }
}
