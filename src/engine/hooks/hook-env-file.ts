import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'

/** A file that hooks may write `export` lines to; later shell commands begin with them. */
export interface HookEnvFile {
  /** For hooks; made when first asked for. */
  path(): string | undefined
  /** For commands; undefined while nobody has written anything. */
  filled(): string | undefined
}

export const createHookEnvFile = (
  directory: () => string,
  { newId, log }: { newId(): string; log?(line: string): void },
): HookEnvFile => {
  let made: string | undefined
  return {
    path() {
      if (made !== undefined) return made
      try {
        const root = directory()
        makeDirectories(root, 0o700)
        const file = join(root, `hook-env-${newId()}.sh`)
        closeSync(openSync(file, 'wx', 0o600))
        made = file
      } catch (error) {
        log?.(`no file for variables of hooks: ${String(error)}`)
      }
      return made
    },
    filled: () =>
      made !== undefined && (statSync(made, { throwIfNoEntry: false })?.size ?? 0) > 0 ? made : undefined,
  }
}
