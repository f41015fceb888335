import { basename, dirname, join } from 'node:path'
import { isSessionId, projectDirectory } from '../../features/sessions/project-key.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { PolicyHere } from './policy-here.ts'

const SCRATCHPAD = 'scratchpad'
const IDS = /[0-9a-f-]{36}(?=\/scratchpad\b)/gi

/**
 * The policy by which the session decides whose scratch directory a call names. Without a session nothing is such a
 * directory; a call that names those of two sessions is decided by neither as its own.
 */
export const withNamedScratch = (
  { policy, configHome }: Pick<PolicyHere, 'policy' | 'configHome'>,
  input: Readonly<Record<string, unknown>>,
): Policy => {
  const text = JSON.stringify(input)
  const homes = [projectDirectory(configHome, policy.cwd), join(configHome, 'tool-output')]
  const named = new Set(
    (text.match(IDS) ?? [])
      .filter(isSessionId)
      .flatMap(id =>
        homes
          .map(home => join(home, id, SCRATCHPAD))
          .filter(path => text.includes(JSON.stringify(path).slice(1, -1))),
      ),
  )
  const [path] = named
  const above = path === undefined || named.size > 1 ? undefined : resolveReal(dirname(path))
  if (path === undefined || !above?.ok) return policy
  const scratchpad = join(above.real, basename(path))
  return { ...policy, scratchpad, ownWrites: [...(policy.ownWrites ?? []), scratchpad] }
}
