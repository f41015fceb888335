import type { PluginMonitor } from '../../../protocol/extensions/monitor.ts'
import type { HookHandler, HookMatcher, HookSettings } from '../../../protocol/hook.ts'
import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { atKey, expectedText, isJson, type Json } from './complaint.ts'

/** Of several files, all hooks; each file has them under `hooks` or is them. */
export const hooksIn = (files: readonly unknown[], wrong: (message: Text) => void): HookSettings => {
  const all: Record<string, HookMatcher[]> = {}
  for (const file of files) {
    if (file === undefined) continue
    const events = isJson(file) && isJson(file['hooks']) ? file['hooks'] : file
    if (!isJson(events)) wrong(atKey('hooks', expectedText(pluginFileText('events'))))
    else
      for (const [event, groups] of Object.entries(events)) {
        if (event === '__proto__' || event === 'description') continue
        const kept = Array.isArray(groups) ? groups.flatMap(group => matcherIn(group)) : []
        if (!Array.isArray(groups) || kept.length < groups.length)
          wrong(atKey(`hooks.${event}`, expectedText(pluginFileText('matchers'))))
        if (kept.length > 0) all[event] = [...(all[event] ?? []), ...kept]
      }
  }
  return all
}

const matcherIn = (group: unknown): readonly HookMatcher[] => {
  if (!isJson(group) || !Array.isArray(group['hooks'])) return []
  const hooks = group['hooks'].filter(
    (handler): handler is HookHandler & Json => isJson(handler) && typeof handler['type'] === 'string',
  )
  const { matcher } = group
  return [{ hooks, ...(typeof matcher === 'string' ? { matcher } : {}) }]
}

/** Of several files, all servers by their names; each file has them under a key or is them. */
export const serversIn = (files: readonly unknown[], key: string): Json =>
  Object.fromEntries(
    files.flatMap(file => {
      const map = isJson(file) && isJson(file[key]) ? file[key] : file
      return isJson(map) ? Object.entries(map).filter(([name]) => name !== '__proto__') : []
    }),
  )

const ON_SKILL = 'on-skill-invoke:'
const MOST_MONITORS = 16

/** Of several files, all monitors; one that is not as it should be, or has a name again, is said and does not count. */
export const monitorsIn = (
  files: readonly unknown[],
  wrong: (message: Text) => void,
): readonly PluginMonitor[] => {
  const found = new Map<string, PluginMonitor>()
  for (const file of files)
    for (const [at, each] of (Array.isArray(file) ? file : file === undefined ? [] : [file]).entries()) {
      const read = monitorIn(each)
      const key = `monitors.${at}`
      if ('wrong' in read) wrong(atKey(key, read.wrong))
      else if (found.has(read.name))
        wrong(atKey(key, pluginFileText('monitor_twice', { name: JSON.stringify(read.name) })))
      else if (found.size === MOST_MONITORS)
        wrong(atKey(key, pluginFileText('many_monitors', { most: MOST_MONITORS })))
      else found.set(read.name, read)
    }
  return [...found.values()]
}

/** Or what is wrong with it. */
const monitorIn = (value: unknown): PluginMonitor | { readonly wrong: Text } => {
  if (!isJson(value)) return { wrong: expectedText(pluginFileText('monitor'), { value }) }
  const { name, command, description = '', when = 'always' } = value
  for (const [key, text] of Object.entries({ name, command }))
    if (typeof text !== 'string' || text.trim() === '')
      return { wrong: atKey(key, expectedText(pluginFileText('string'))) }
  if (typeof description !== 'string')
    return { wrong: atKey('description', expectedText(pluginFileText('string'), { value: description })) }
  const skill =
    typeof when === 'string' && when.startsWith(ON_SKILL) ? when.slice(ON_SKILL.length) : undefined
  if (when !== 'always' && !skill)
    return { wrong: atKey('when', expectedText(pluginFileText('when', { prefix: ON_SKILL }))) }
  return {
    name: name as string,
    command: command as string,
    description,
    ...(skill === undefined ? {} : { skill }),
  }
}
