import type { Policy } from '../../../protocol/permission.ts'

/** Where a session keeps what is its own, with links resolved. */
export interface SessionPaths {
  readonly memoryDirectory?: string | undefined
  readonly teamMemoryDirectory?: string | undefined
  readonly scratchpad?: string | undefined
  /** What was too long for the conversation. */
  readonly results?: string | undefined
  readonly configHome?: string | undefined
}

type SessionPathPolicy = Pick<Policy, 'ownRoots' | 'ownWrites' | 'memory' | 'scratchpad' | 'configHomes'>

/** What a policy says of them: the same for a run and for whoever explains what a run would decide. */
export const sessionPathPolicy = (own: SessionPaths): SessionPathPolicy => {
  const { memoryDirectory: memory, teamMemoryDirectory, scratchpad, results, configHome } = own
  const present = (...paths: readonly (string | undefined)[]): readonly string[] =>
    paths.filter(path => path !== undefined)
  return {
    // Looked at freely; what is written for a team goes out to others, and is asked unless it lies below the person's own.
    ownRoots: present(results, memory, teamMemoryDirectory),
    ownWrites: present(memory, scratchpad),
    ...(scratchpad === undefined ? {} : { scratchpad }),
    ...(memory === undefined ? {} : { memory }),
    ...(configHome === undefined ? {} : { configHomes: [configHome] }),
  }
}
