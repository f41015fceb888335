import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram } from '../lib/find-program.ts'
import type { Env } from '../protocol/host.ts'
import { ownProgram } from './own-program.ts'

/** What to type at a shell to start this program again: its name where the shell finds it, else where it lies. */
export const ownCommand = (env: Env, script: string = process.argv[1] ?? ''): string => {
  if (findProgram(NAME, env['PATH'] ?? '') !== undefined) return NAME
  const native = ownProgram([process.execPath, script]).script === undefined
  const launcher = native ? process.execPath : join(dirname(script), '..', 'bin', NAME)
  return existsSync(launcher) ? quoted(launcher) : NAME
}

const NAME = 'capstan'

const quoted = (path: string): string =>
  /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
