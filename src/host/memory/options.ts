import { statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { SessionEnvironment } from '../../engine/options/session-environment.ts'
import { checkMemoryDirectory } from '../../features/memory/check-directory.ts'
import { projectKey } from '../../features/sessions/project-key.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import { expandHome, isInside, resolveReal } from '../../lib/paths.ts'
import type { Env, Overrides } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isOn, variable } from '../environment.ts'

export interface MemoryFrom {
  readonly options: Pick<Overrides, 'bare' | 'record' | 'replay' | 'safeMode'>
  /** False: nothing of the session is kept either. */
  readonly persist?: boolean
  readonly env: Env
  readonly settings: Pick<Settings, 'autoMemoryEnabled' | 'autoMemoryDirectory' | 'teamMemoryDirectory'>
}

type Memories = Pick<SessionEnvironment, 'memoryDirectory' | 'memoryIsNamed' | 'teamMemoryDirectory'>
type Around = Pick<SessionEnvironment, 'cwd' | 'home' | 'caseSensitive'> & { readonly configHome: string }

/** Where memories are kept, if they are. A place that cannot be used is said, and then nothing is remembered. */
export const chooseMemory = (
  { options, persist = true, env, settings }: MemoryFrom,
  at: Around,
  warn: Warn,
): Memories => {
  const off = settings.autoMemoryEnabled === false || isOn(env, 'CLAUDE_CODE_DISABLE_AUTO_MEMORY')
  // A recording must say the same wherever it is played.
  const taped = options.record !== undefined || options.replay !== undefined
  if (off || taped || options.bare || options.safeMode || !persist) return {}
  const named = variable(env, 'CLAUDE_CODE_MEMORY_DIR') ?? settings.autoMemoryDirectory
  const wanted =
    named === undefined
      ? join(at.configHome, 'projects', projectKey(findCheckout(at.cwd)?.main ?? at.cwd), 'memory')
      : expandHome(named, at.home)
  const checked = named !== undefined && goesUp(named) ? GOES_UP : checkMemoryDirectory(wanted, at)
  if (checked.ok)
    return {
      memoryDirectory: checked.path,
      ...(named === undefined ? {} : { memoryIsNamed: true }),
      ...chooseTeam(settings.teamMemoryDirectory, checked.path, { at, warn }),
    }
  const path = JSON.stringify(checked === GOES_UP ? named : wanted)
  const row = named === undefined ? 'memory_off' : 'named_memory_off'
  warn(openingText(row, { path, reason: checked.why ?? openingText('goes_up') }))
  return {}
}

const GOES_UP = { ok: false, why: undefined } as const

/** As it was written: once `~` is replaced, the path may have no ".." any more. */
const goesUp = (written: string): boolean => written.split(/[\\/]/).includes('..')

/** The directory a person named for the team, or `team` in the own one when somebody made it. */
const chooseTeam = (
  named: string | undefined,
  memory: string,
  { at, warn }: { readonly at: Around; readonly warn: Warn },
): Memories => {
  if (named === undefined && !isDirectory(join(memory, 'team'))) return {}
  const path = named === undefined ? join(memory, 'team') : expandHome(named, at.home)
  const root = findCheckout(at.cwd)?.root ?? at.cwd
  const wanted = isAbsolute(path) ? path : join(root, path)
  const checked = goesUp(named ?? '') ? GOES_UP : checkMemoryDirectory(wanted, at)
  const reason = checked.ok ? whyOutside({ path, real: checked.path, root }, at) : checked.why
  if (checked.ok && reason === undefined) return { teamMemoryDirectory: checked.path }
  const shown = JSON.stringify(checked === GOES_UP ? named : wanted)
  warn(openingText('team_memory_off', { path: shown, reason: reason ?? openingText('goes_up') }))
  return {}
}

/** What is named below a repository must not lead out of it: the repository may bring links. */
const whyOutside = (
  { path, real, root }: { readonly path: string; readonly real: string; readonly root: string },
  { caseSensitive }: Around,
): LocalizedText | undefined => {
  if (isAbsolute(path)) return undefined
  const resolved = resolveReal(root)
  return resolved.ok && isInside(real, resolved.real, { caseSensitive })
    ? undefined
    : openingText('leaves_repository')
}

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch {
    // Nobody has made one.
    return false
  }
}
