import { findProgram } from '../../lib/find-program.ts'
import { type Environment, hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { Processes } from '../../protocol/tool.ts'

type RipgrepChoice = ReturnType<NonNullable<Processes['ripgrep']>>

/** `USE_BUILTIN_RIPGREP=0` asks for the system's; either way it is never taken from inside the working directories. */
export const ripgrepChoice = (env: Environment, roots: readonly string[]): RipgrepChoice => {
  const wish = env['CAPSTAN_USE_BUILTIN_RIPGREP'] || env['USE_BUILTIN_RIPGREP'] || '1'
  const system = findProgram('rg', hardenEnvironment(env, roots)['PATH'] ?? '')
  return {
    packaged: wish !== '0' && wish.toLowerCase() !== 'false',
    ...(system === undefined ? {} : { system }),
  }
}
