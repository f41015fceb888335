import type { HookHandler, HookMatcher, HookSettings } from '../../../protocol/hook.ts'
import { isJson, type Json } from './complaint.ts'

/** A program that goes on beside the session and is listened to. */
export interface Monitor {
  readonly name: string
  readonly command: string
  readonly description: string
}

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

export const monitorsIn = (files: readonly unknown[]): readonly Monitor[] =>
  files
    .flatMap(file => (Array.isArray(file) ? file : [file]))
    .flatMap(each =>
      isJson(each) && typeof each['name'] === 'string' && typeof each['command'] === 'string'
        ? [{ name: each['name'], command: each['command'], description: String(each['description'] ?? '') }]
        : [],
    )
