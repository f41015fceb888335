import { serverEnvironment } from '../../features/mcp/connection/server-environment.ts'
import { sandboxPlan } from '../../features/sandbox/plan.ts'
import { look, whyInvisible } from '../../features/sandbox/visible-files.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { ServersHere } from './here.ts'

/** Why a server that says `"sandbox": true` can't start here, as far as that shows without starting it. */
export const whyNoStart = (
  { config }: NamedServer,
  { places, sandbox }: Pick<ServersHere, 'places' | 'sandbox'>,
): LocalizedText | undefined => {
  if (config.type !== 'stdio' || config.sandbox !== true) return undefined
  const { cwd, home, configHome, env } = places
  const { mounts } = sandboxPlan(
    { ...sandbox, filesystem: { ...sandbox.filesystem, disabled: false } },
    {
      ...{ roots: [], writable: [], guarded: [], denied: [], sockets: [], look },
      ...{ cwd, home, configHomes: [configHome], readable: [cwd] },
    },
  )
  const start = { file: config.command, args: config.args, cwd, env: serverEnvironment(env, config.env) }
  return whyInvisible(start, mounts)
}
