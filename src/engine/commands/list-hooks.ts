import { isObject } from '../../features/settings/check.ts'
import { parseJsonc } from '../../features/settings/jsonc.ts'
import type { ConfiguredHook } from '../../protocol/command.ts'
import type { HookMatcher, HookSettings } from '../../protocol/hook.ts'
import type { SettingsPort } from '../settings/settings-port.ts'

/** Hooks as the files had them when the session began, each with whether it counts. */
export const listHooks = (
  { files, texts }: Pick<SettingsPort, 'files' | 'texts'>,
  inForce: HookSettings,
): readonly ConfiguredHook[] =>
  files().flatMap(({ source, file }) => {
    const read = texts.get(file)
    return read?.kind !== 'text'
      ? []
      : hooksIn(read.text).map(hook => ({ ...hook, source, file, active: counts(hook, inForce) }))
  })

type Written = Pick<ConfiguredHook, 'event' | 'matcher' | 'what'>

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
    (Array.isArray(hooks) ? hooks : []).map(({ type, command, args = [] }) => ({
      event,
      matcher: matcher || '*',
      what: command === undefined ? String(type) : [command, ...args].join(' '),
    })),
  )

const counts = ({ event, matcher, what }: Written, inForce: HookSettings): boolean =>
  writtenOf(event, inForce[event] ?? []).some(hook => hook.matcher === matcher && hook.what === what)
