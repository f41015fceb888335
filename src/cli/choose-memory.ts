import { join } from 'node:path'
import type { Place } from '../engine/config.ts'
import { checkMemoryDirectory } from '../features/memory/check-directory.ts'
import { projectKey } from '../features/sessions/project-key.ts'
import { findCheckout } from '../lib/find-checkout.ts'
import { expandHome } from '../lib/paths.ts'
import type { Settings } from '../protocol/settings.ts'
import type { RunOptions } from './args/run-options.ts'
import { type Env, isOn, variable } from './environment.ts'

export interface MemoryFrom {
  readonly options: Pick<RunOptions, 'bare' | 'noSessionPersistence' | 'record' | 'replay'>
  readonly env: Env
  readonly settings: Pick<Settings, 'autoMemoryEnabled' | 'autoMemoryDirectory'>
}

/** Where memories are kept, if they are. A place that cannot be used is said, and then nothing is remembered. */
export const chooseMemory = (
  { options, env, settings }: MemoryFrom,
  at: Pick<Place, 'cwd' | 'home' | 'caseSensitive'> & { readonly configHome: string },
  warn: (text: string) => void,
): Pick<Place, 'memoryDirectory'> => {
  const off = settings.autoMemoryEnabled === false || isOn(env, 'CLAUDE_CODE_DISABLE_AUTO_MEMORY')
  // A recording must say the same wherever it is played.
  const taped = options.record !== undefined || options.replay !== undefined
  if (off || taped || options.bare || options.noSessionPersistence) return {}
  const named = variable(env, 'CLAUDE_CODE_MEMORY_DIR') ?? settings.autoMemoryDirectory
  const wanted =
    named === undefined
      ? join(at.configHome, 'projects', projectKey(findCheckout(at.cwd)?.main ?? at.cwd), 'memory')
      : expandHome(named, at.home)
  const checked = checkMemoryDirectory(wanted, at)
  if (checked.ok) return { memoryDirectory: checked.path }
  const hint = named === undefined ? '' : ' Change CAPSTAN_MEMORY_DIR or "autoMemoryDirectory".'
  warn(
    `Nothing is remembered: ${JSON.stringify(wanted)} cannot hold memories, because ${checked.why}.${hint}`,
  )
  return {}
}
