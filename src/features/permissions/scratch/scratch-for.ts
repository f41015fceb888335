import { isAbsolute, resolve } from 'node:path'
import { isInside } from '../../../lib/paths.ts'
import type { Access } from '../../../protocol/access.ts'
import type { Policy } from '../../../protocol/permission.ts'

type ScratchPolicy = Pick<Policy, 'mode' | 'roots' | 'cwd' | 'caseSensitive' | 'scratchpad'>

/** Where systems keep temporary files; a link among them is listed by both of its names. */
const TEMPORARY: readonly string[] = [
  '/tmp',
  '/var/tmp',
  '/dev/shm',
  '/var/folders',
  '/private/tmp',
  '/private/var/tmp',
  '/private/var/folders',
]

/** Absolute paths in the text of a command. */
const PATHS = /(?<![\w./~-])\/[^\s"'`;&|()<>$]*/g
const BY_NAME = /\bmktemp\b|\$\{?TMPDIR\b/

/**
 * The scratch directory, for a call that would write a temporary file elsewhere. It is advice and nothing else: a
 * command is looked at as text, and what a working directory holds is no temporary file wherever it lies.
 */
export const scratchFor = (
  accesses: readonly Access[],
  policy: ScratchPolicy,
  named: readonly string[],
): string | undefined => {
  const { mode, roots, cwd, caseSensitive, scratchpad } = policy
  // In plan mode nothing but the plan is written.
  if (scratchpad === undefined || mode === 'plan') return undefined
  const isIn = (path: string, directories: readonly string[]): boolean =>
    directories.some(directory => isInside(path, directory, { caseSensitive }))
  // Settings may name anything: what is no absolute path, or everything there is, holds no temporary files.
  const temporary = [
    ...TEMPORARY,
    ...named.filter(path => isAbsolute(path) && resolve(path) !== '/').map(path => resolve(path)),
  ]
  const isTemporary = (path: string): boolean => {
    const full = resolve(cwd, path)
    return isIn(full, temporary) && !isIn(full, [...roots, scratchpad])
  }
  const writes = accesses.some(access => {
    if (access.kind === 'write') return isTemporary(access.path)
    if (access.kind !== 'shell') return false
    return BY_NAME.test(access.command) || (access.command.match(PATHS) ?? []).some(isTemporary)
  })
  return writes ? scratchpad : undefined
}
