import { existsSync } from 'node:fs'
import { Collector } from './collect.ts'
import { FOREIGN_AGENTS, type ForeignAgent } from './foreign-agents.ts'
import type { ImportItem, ImportPlan, ImportSource } from './import-plan.ts'
import { isFields, readLooseJson } from './read-foreign.ts'

/** What would be brought over from these programs. Writes nothing; what is there already stays. */
export const planImport = (agents: readonly ForeignAgent[], places: readonly ImportSource[]): ImportPlan => {
  const items: ImportItem[] = []
  const skipped: { from: string; why: string }[] = []
  const taken = new Set<string>()
  for (const agent of agents)
    for (const place of places) {
      const into = new Collector(agent.name, place)
      agent.collect(into)
      skipped.push(...into.skipped)
      for (const item of into.items) {
        const key = item.kind === 'server' ? `${item.to}#${item.name}` : item.to
        const why = taken.has(key)
          ? 'another file has it too'
          : isThere(item)
            ? 'you have it already'
            : undefined
        if (why === undefined) items.push(item)
        else skipped.push({ from: item.from, why: `${item.kind} ${item.name}: ${why}` })
        taken.add(key)
      }
    }
  return { items, skipped }
}

const isThere = (item: ImportItem): boolean => {
  if (item.kind !== 'server') return existsSync(item.to)
  const value = readLooseJson(item.to)
  const servers = isFields(value) ? value['mcpServers'] : undefined
  return isFields(servers) && Object.hasOwn(servers, item.name)
}

export const agentNamed = (name: string): ForeignAgent | undefined =>
  FOREIGN_AGENTS.find(agent => agent.name === name.toLowerCase())
