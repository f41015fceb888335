import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Processes } from '../../protocol/tool.ts'
import { type Environment, hardenEnvironment } from './child-environment.ts'

type RipgrepChoice = ReturnType<NonNullable<Processes['ripgrep']>>

/** `USE_BUILTIN_RIPGREP=0` asks for the system's; either way it is never taken from inside the working directories. */
export const ripgrepChoice = (env: Environment, roots: readonly string[]): RipgrepChoice => {
  const wish = env['CAPSTAN_USE_BUILTIN_RIPGREP'] || env['USE_BUILTIN_RIPGREP'] || '1'
  const system = (hardenEnvironment(env, roots)['PATH'] ?? '')
    .split(delimiter)
    .map(directory => join(directory, 'rg'))
    .find(isProgram)
  return {
    packaged: wish !== '0' && wish.toLowerCase() !== 'false',
    ...(system === undefined ? {} : { system }),
  }
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Not there: the next directory.
    return false
  }
}
