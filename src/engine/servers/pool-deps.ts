import type { PoolDeps } from '../../features/mcp/pool/pool-deps.ts'
import { serverText } from '../../protocol/messages/engine/servers.ts'
import type { McpOptions } from './part-options.ts'

/** What the session lends to its servers. */
export const poolDeps = (
  { config, live, childEnv, channels }: McpOptions,
  told: Pick<PoolDeps, 'onChanged' | 'warn'>,
): PoolDeps => {
  const { servers: choice, runtime } = config
  const { onChanged, warn } = told
  return {
    env: childEnv(),
    version: choice?.version ?? '',
    ...(choice ? { configHome: choice.configHome } : {}),
    limits: {
      connectMs: choice?.connectMs ?? 30_000,
      callMs: choice?.callMs ?? 100_000_000,
      ...(choice?.idleMs === undefined ? {} : { idleMs: choice.idleMs }),
      ...(choice?.startAtOnce ? { startAtOnce: choice.startAtOnce } : {}),
    },
    cwd: () => config.place.cwd,
    roots: () => live.roots,
    now: () => runtime.now().getTime(),
    ...(choice?.host ? { host: choice.host } : {}),
    ...(channels ? { channels } : {}),
    onChanged,
    onToolsChanged: (server, { added, gone, changed }) => {
      const parts = [
        ...(changed.length > 0 ? [serverText('tools_changed', { tools: changed })] : []),
        ...(added.length > 0 ? [serverText('tools_added', { tools: added })] : []),
        ...(gone.length > 0 ? [serverText('tools_removed', { tools: gone })] : []),
      ]
      const [first, ...more] = parts
      if (!first) return
      const changes = more.reduce((before, part) => serverText('and_also', { before, part }), first)
      warn(serverText('other_tools', { name: server, changes }))
    },
    warn,
    log: line => runtime.log?.(line),
  }
}
