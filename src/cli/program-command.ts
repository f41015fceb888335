import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PROFILE_VARIABLE } from '../host/profiles/profile.ts'
import { findProgram } from '../lib/find-program.ts'
import type { Env } from '../protocol/host.ts'
import { thisProgram } from './this-program.ts'

/** What to type at a shell to start this program again: its name where the shell finds it, else where it lies. */
export const programCommand = (env: Env, script: string = process.argv[1] ?? ''): string => {
  if (findProgram(NAME, env['PATH'] ?? '') !== undefined) return NAME
  const native = thisProgram([process.execPath, script]).script === undefined
  const launcher = native ? process.execPath : join(dirname(script), '..', 'bin', NAME)
  return existsSync(launcher) ? quoted(launcher) : NAME
}

/** The same with the profile that is in use: what goes on with a session goes on with its account. */
export const accountCommand = (env: Env, profile = env[PROFILE_VARIABLE]): string =>
  profile ? `${programCommand(env)} --profile ${profile}` : programCommand(env)

const NAME = 'capstan'

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
