import { existsSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { importText } from '../../protocol/messages/commands/imports.ts'
import { pluginAnswer } from '../../protocol/messages/commands/plugins.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { hooksIn } from './apply-import.ts'
import { Collector } from './collect.ts'
import { FOREIGN_AGENTS, type ForeignAgent } from './foreign-agents.ts'
import type { ImportItem, ImportPlan, ImportSource } from './import-plan.ts'
import { type Fields, isFields, readLooseJson } from './read-foreign.ts'

/** What would be brought over from these programs. Writes nothing; what is there already stays. */
export const planImport = (agents: readonly ForeignAgent[], places: readonly ImportSource[]): ImportPlan => {
  const items: ImportItem[] = []
  const skipped: { from: string; why: Text }[] = []
  const taken = new Set<string>()
  for (const agent of agents)
    for (const place of places) {
      const into = new Collector(agent.name, place)
      agent.collect(into)
      skipped.push(...into.skipped)
      for (const item of into.items) {
        const key = keyOf(item)
        const why = taken.has(key) ? 'twice' : isThere(item) ? 'present' : undefined
        if (why === undefined) items.push(item)
        else
          skipped.push({
            from: item.from,
            why: importText(why, { kind: pluginAnswer(`kind_${item.kind}`), name: item.name }),
          })
        taken.add(key)
      }
    }
  return { items, skipped }
}

/** What two items of one plan may not both be. */
const keyOf = (item: ImportItem): string => {
  switch (item.kind) {
    case 'server':
    case 'setting':
      return `${item.to}#${item.name}`
    case 'rule':
      return `${item.to}#${item.list} ${item.name}`
    case 'hook':
      return `${item.to}#${item.event} ${JSON.stringify(item.entry)}`
    default:
      return item.to
  }
}

const isThere = (item: ImportItem): boolean => {
  const value = (): Fields => {
    const found = readLooseJson(item.to)
    return isFields(found) ? found : {}
  }
  switch (item.kind) {
    case 'server': {
      const servers = value()['mcpServers']
      return isFields(servers) && Object.hasOwn(servers, item.name)
    }
    case 'rule': {
      const permissions = value()['permissions']
      const list = isFields(permissions) ? permissions[item.list] : undefined
      return Array.isArray(list) && list.includes(item.name)
    }
    case 'setting':
      return isSet(value(), item.path)
    case 'hook':
      return hooksIn(item.to, item.event).some(entry => isDeepStrictEqual(entry, item.entry))
    default:
      return existsSync(item.to)
  }
}

/** Whoever has said anything about a group keeps all of it: together with more it could mean something else. */
const isSet = (settings: Fields, path: readonly string[]): boolean =>
  path.reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), settings) !== undefined

export const agentNamed = (name: string): ForeignAgent | undefined =>
  FOREIGN_AGENTS.find(agent => agent.name === name.toLowerCase())
