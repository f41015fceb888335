import { sourceName, whatRuns } from '../../features/hooks/label.ts'
import { parseJsonc } from '../../features/settings/jsonc.ts'
import { isObject } from '../../lib/is-object.ts'
import type { ConfiguredHook } from '../../protocol/extensions/configured-hook.ts'
import type { HookHandler, HookMatcher, HookSet, HookSettings } from '../../protocol/hook.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { HookRecord } from './hook-record.ts'

/** Settings files, and what stood in them when the session began. */
export type HookFiles = Pick<SettingsPort, 'files' | 'texts'>

/** Hooks as the files had them when the session began, each with whether it counts; then those of other sources. */
export const listHooks = async (
  settings: HookFiles | undefined,
  hooks: { sets(): readonly HookSet[]; record(): Promise<HookRecord> },
): Promise<readonly ConfiguredHook[]> => {
  const record = await hooks.record()
  const sets = hooks.sets()
  const inForce = sets.find(({ source }) => source.level === 'settings')?.hooks ?? {}
  const written = (settings?.files() ?? []).flatMap(({ source, file }) => {
    const read = settings?.texts.get(file)
    if (read?.kind !== 'text') return []
    return hooksIn(read.text).map(hook =>
      listed(hook, record, { source, file, active: counts(hook, inForce) }),
    )
  })
  const others = sets.flatMap(set =>
    set.source.level === 'settings'
      ? []
      : Object.entries(set.hooks)
          .flatMap(([event, list]) => writtenOf(event, list))
          .map(hook => listed(hook, record, { source: sourceName(set.source), active: true })),
  )
  return [...written, ...others]
}

interface Written extends Pick<ConfiguredHook, 'event' | 'matcher' | 'what'> {
  readonly handler: HookHandler
}

const listed = (
  { handler, ...hook }: Written,
  record: HookRecord,
  from: Pick<ConfiguredHook, 'source' | 'file' | 'active'>,
): ConfiguredHook => {
  const last = record.last(handler, hook.event)
  if (!last) return { ...hook, ...from }
  const { outcome, durationMs, decision } = last
  return {
    ...hook,
    ...from,
    last: {
      outcome,
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(decision === undefined ? {} : { decision }),
    },
  }
}

const hooksIn = (text: string): readonly Written[] => {
  try {
    const { value } = parseJsonc(text)
    const hooks = isObject(value) ? value['hooks'] : undefined
    return isObject(hooks)
      ? Object.entries(hooks).flatMap(([event, list]) => writtenOf(event, Array.isArray(list) ? list : []))
      : []
  } catch {
    // Whoever started the session was told that the file cannot be read.
    return []
  }
}

const writtenOf = (event: string, list: readonly HookMatcher[]): readonly Written[] =>
  list.flatMap(({ matcher, hooks }) =>
    (Array.isArray(hooks) ? hooks : []).map(handler => ({
      event,
      matcher: matcher || '*',
      what: whatRuns(handler),
      handler,
    })),
  )

const counts = ({ event, matcher, what }: Written, inForce: HookSettings): boolean =>
  writtenOf(event, inForce[event] ?? []).some(hook => hook.matcher === matcher && hook.what === what)
