import { hooksOf, onlyOwnHooks } from '../../features/settings/hooks-of.ts'
import { loadSettings } from '../../features/settings/load.ts'
import { chooseExtensions } from '../../host/extensions/options.ts'
import { settingsLocations } from '../../host/settings/gather-settings.ts'
import { findStart, type Start } from '../../host/start.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import type { HookHandler, HookSet } from '../../protocol/hook.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { Process } from '../process.ts'

export interface ListedHook {
  readonly event: string
  readonly matcher: string
  readonly handler: HookHandler
  /** Level, and the file or plugin. */
  readonly source: string
  readonly plugin?: string
  readonly where: string
  readonly active: boolean
}

/** The hooks that a session here would have, besides those of skills, agents and hosts. */
export interface HooksHere {
  readonly start: Start
  readonly settings: Settings
  readonly listed: readonly ListedHook[]
  /** Those that run. */
  readonly sets: readonly HookSet[]
  /** Hooks of a folder that nobody trusts are not among them. */
  readonly trusted: boolean
}

export const findHooksHere = async (from: Process): Promise<HooksHere> => {
  const start = findStart(from)
  const at = { ...start, env: from.env }
  const trust = findFolderTrust({}, at)
  const { layers, merged } = loadSettings(settingsLocations({}, at, trust))
  const places = await chooseExtensions({}, trust, { ...at, roots: [start.cwd] }).list()
  const inForce = hooksOf(layers)
  const plugins = places.flatMap(({ source, root, hooks, variables }) =>
    hooks ? [{ root, set: { source, hooks, ...(variables ? { variables } : {}) } }] : [],
  )
  const closed = onlyOwnHooks(layers)
  return {
    start,
    settings: merged,
    trusted: trust.trusted,
    sets: [
      { source: { level: 'settings' }, hooks: inForce },
      ...(closed ? [] : plugins.map(({ set }) => set)),
    ],
    listed: [
      ...layers.flatMap(({ source, path, settings }) =>
        handlersOf(settings.hooks ?? {}).map(one => ({
          ...one,
          source,
          where: path,
          active: (inForce[one.event] ?? []).some(group => group.hooks.includes(one.handler)),
        })),
      ),
      ...plugins.flatMap(({ root, set }) =>
        handlersOf(set.hooks).map(one => ({
          ...one,
          source: set.source.level,
          ...('name' in set.source ? { plugin: set.source.name } : {}),
          where: root,
          active: !closed,
        })),
      ),
    ],
  }
}

const handlersOf = (hooks: HookSet['hooks']): readonly Pick<ListedHook, 'event' | 'matcher' | 'handler'>[] =>
  Object.entries(hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks: handlers }) =>
      handlers.map(handler => ({ event, matcher: matcher || '*', handler })),
    ),
  )
