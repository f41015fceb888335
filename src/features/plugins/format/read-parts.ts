import type { PluginMonitor } from '../../../protocol/extensions/monitor.ts'
import type { HookHandler, HookMatcher, HookSettings } from '../../../protocol/hook.ts'
import { isJson, type Json, kindOf } from './complaint.ts'

/** Of several files, all hooks; each file has them under `hooks` or is them. */
export const hooksIn = (files: readonly unknown[], wrong: (message: string) => void): HookSettings => {
  const all: Record<string, HookMatcher[]> = {}
  for (const file of files) {
    if (file === undefined) continue
    const events = isJson(file) && isJson(file['hooks']) ? file['hooks'] : file
    if (!isJson(events)) wrong('hooks: expected an object with events')
    else
      for (const [event, groups] of Object.entries(events)) {
        if (event === '__proto__' || event === 'description') continue
        const kept = Array.isArray(groups) ? groups.flatMap(group => matcherIn(group)) : []
        if (!Array.isArray(groups) || kept.length < groups.length)
          wrong(`hooks.${event}: expected a list of matchers, each with a list of hooks`)
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
  wrong: (message: string) => void,
): readonly PluginMonitor[] => {
  const found = new Map<string, PluginMonitor>()
  for (const file of files)
    for (const [at, each] of (Array.isArray(file) ? file : file === undefined ? [] : [file]).entries()) {
      const read = monitorIn(each)
      if (typeof read === 'string') wrong(`monitors.${at}: ${read}`)
      else if (found.has(read.name))
        wrong(`monitors.${at}: there is a monitor named ${JSON.stringify(read.name)} already`)
      else if (found.size === MOST_MONITORS)
        wrong(`monitors.${at}: a plugin has at most ${MOST_MONITORS} monitors`)
      else found.set(read.name, read)
    }
  return [...found.values()]
}

/** Or what is wrong with it. */
const monitorIn = (value: unknown): PluginMonitor | string => {
  if (!isJson(value)) return `expected an object with a name and a command, found ${kindOf(value)}`
  const { name, command, description = '', when = 'always' } = value
  for (const [key, text] of Object.entries({ name, command }))
    if (typeof text !== 'string' || text.trim() === '') return `${key}: expected a text`
  if (typeof description !== 'string') return `description: expected a text, found ${kindOf(description)}`
  const skill =
    typeof when === 'string' && when.startsWith(ON_SKILL) ? when.slice(ON_SKILL.length) : undefined
  if (when !== 'always' && !skill) return `when: expected "always" or "${ON_SKILL}<skill>"`
  return {
    name: name as string,
    command: command as string,
    description,
    ...(skill === undefined ? {} : { skill }),
  }
}
