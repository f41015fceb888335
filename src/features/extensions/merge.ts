import type { Command } from '../../protocol/command.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type {
  ContributedStyle,
  ContributedTool,
  Contribution,
} from '../../protocol/extensions/contribution.ts'
import { looseExtensionName, writeExtensionName } from '../../protocol/extensions/extension-name.ts'
import type { Override } from '../../protocol/extensions/override.ts'
import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'

type Level = ContributionSource['level']

/** Whose entry counts where several have the same name: the first named. */
const PRECEDENCE: Readonly<Record<Override['kind'], readonly Level[]>> = {
  command: ['managed', 'user', 'project', 'local', 'flag', 'plugin', 'server', 'built-in'],
  skill: ['managed', 'user', 'project', 'local', 'flag', 'plugin', 'server', 'built-in'],
  style: ['managed', 'user', 'project', 'local', 'flag', 'plugin', 'server', 'built-in'],
  agent: ['managed', 'flag', 'local', 'project', 'user', 'plugin', 'server', 'built-in'],
  server: ['managed', 'flag', 'local', 'project', 'user', 'plugin', 'server', 'built-in'],
  // Rules of the person speak about our tools by name: nobody else gets to answer to it.
  tool: ['built-in', 'managed', 'flag', 'local', 'user', 'project', 'plugin', 'server'],
}

export interface Merged {
  readonly commands: readonly Command[]
  readonly tools: readonly ContributedTool[]
  readonly skills: readonly Sourced<Skill>[]
  readonly agents: readonly Sourced<AgentDefinition>[]
  readonly servers: readonly Sourced<NamedServer>[]
  readonly styles: readonly Sourced<ContributedStyle>[]
  /** Who brought a tool or a command, by the name it is called by. */
  readonly sourceOf: {
    tool(name: string): ContributionSource | undefined
    command(name: string): ContributionSource | undefined
  }
  /** What stands in for what, so that it can be said. */
  readonly overrides: readonly Override[]
}

/** Who brought it; its name is the one it is called by. */
export type Sourced<T> = T & { readonly source: ContributionSource }

/** All contributions as one. Entries keep the order in which they came; of those with the same name the table decides. */
export const mergeContributions = (all: readonly Contribution[]): Merged => {
  const overrides: Override[] = []
  const settled = <T>(kind: Override['kind'], entries: readonly Entry<T>[]): readonly Entry<T>[] => {
    const { kept, overrides: more } = settle(kind, entries)
    overrides.push(...more)
    return kept
  }
  const commands = settled(
    'command',
    all.flatMap(({ source, commands = [] }) =>
      commands.map(value => ({ source, value, ...namesOf(value, source) })),
    ),
  )
  const tools = settled(
    'tool',
    all.flatMap(({ source, tools = [] }) =>
      tools.map(value => ({ source, value, name: value.spec.name, aliases: value.spec.aliases ?? [] })),
    ),
  )
  const named = <T extends { readonly name: string }>(
    kind: Override['kind'],
    of: (one: Contribution) => readonly T[] | undefined,
  ): readonly Sourced<T>[] =>
    settled(
      kind,
      all.flatMap(one =>
        (of(one) ?? []).map(value => {
          const name = `${prefixOf(kind, one.source)}${value.name}`
          return { source: one.source, value, name, aliases: [] }
        }),
      ),
    ).map(({ value, source, name }) => ({ ...value, name, source }))
  return {
    commands: commands.map(({ value, name, aliases }) => renamed(value, name, aliases)),
    tools: tools.map(({ value, aliases }) => withAliases(value, aliases)),
    skills: named('skill', one => withoutPluginNames(one, all)),
    agents: named('agent', one => one.agents),
    servers: named('server', one => one.servers),
    styles: named('style', one => one.styles),
    sourceOf: {
      tool: name => tools.find(entry => entry.name === name)?.source,
      command: name => commands.find(entry => entry.name === name)?.source,
    },
    overrides,
  }
}

/** A file `deploy/run` is called `deploy:run`, unless that is what the plugin `deploy` calls a skill of its own. */
const withoutPluginNames = (
  { source, skills = [] }: Contribution,
  all: readonly Contribution[],
): readonly Skill[] => {
  if (source.level === 'plugin' || !skills.some(({ name }) => name.includes(':'))) return skills
  const taken = new Set(
    all.flatMap(one =>
      (one.source.level === 'plugin' ? (one.skills ?? []) : []).map(({ name }) =>
        looseExtensionName(`${prefixOf('skill', one.source)}${name}`),
      ),
    ),
  )
  return skills.map(skill =>
    taken.has(looseExtensionName(skill.name)) ? { ...skill, name: writeExtensionName(skill) } : skill,
  )
}

/** What a plugin brings is called after it. */
const prefixOf = (kind: Override['kind'], source: ContributionSource): string => {
  if (source.level !== 'plugin') return ''
  return kind === 'server' ? `plugin:${source.name}:` : `${source.name}:`
}

interface Entry<T> {
  readonly source: ContributionSource
  readonly value: T
  readonly name: string
  readonly aliases: readonly string[]
}

/** What is typed counts in any case. */
const namesOf = ({ name, aliases = [] }: Command, source: ContributionSource) => {
  const prefix = prefixOf('command', source)
  const named = (text: string): string => `${prefix}${text}`.toLowerCase()
  return { name: named(name), aliases: aliases.map(named) }
}

/** An entry whose name is taken does not count at all; of one whose aliases are taken, only those do not. */
const settle = <T>(
  kind: Override['kind'],
  entries: readonly Entry<T>[],
): { readonly kept: readonly Entry<T>[]; readonly overrides: readonly Override[] } => {
  const owners = new Map<string, ContributionSource>()
  const overrides: Override[] = []
  // Skills are called in any case.
  const keyOf = (name: string): string => (kind === 'skill' ? name.toLowerCase() : name)
  const isFree = (name: string, over: ContributionSource): boolean => {
    const by = owners.get(keyOf(name))
    // A skill in the place of a prompt of ours is what its author wants: nothing to tell.
    if (by && !(kind === 'skill' && over.level === 'built-in')) overrides.push({ kind, name, by, over })
    return by === undefined
  }
  const winners = new Map<Entry<T>, Entry<T>>()
  for (const entry of inRank(kind, entries)) {
    const { source, name } = entry
    if (!isFree(name, source)) continue
    owners.set(keyOf(name), source)
    if (entry.aliases.length === 0) {
      winners.set(entry, entry)
      continue
    }
    const aliases = entry.aliases.filter(alias => isFree(alias, source))
    for (const alias of aliases) owners.set(alias, source)
    winners.set(entry, { ...entry, aliases })
  }
  return { kept: entries.flatMap(entry => winners.get(entry) ?? []), overrides }
}

/** Of one rank in the order they came. Most often that is the order already: comparing hundreds of them is felt at a start. */
const inRank = <T>(kind: Override['kind'], entries: readonly Entry<T>[]): readonly Entry<T>[] => {
  const ranks = new Map<ContributionSource, number>()
  for (const { source } of entries) if (!ranks.has(source)) ranks.set(source, rankOf(kind, source))
  const rank = ({ source }: Entry<T>): number => ranks.get(source) ?? 0
  return ranks.size < 2 ? entries : entries.toSorted((a, b) => rank(a) - rank(b))
}

/** The lowest goes first. */
const rankOf = (kind: Override['kind'], source: ContributionSource): number =>
  PRECEDENCE[kind].indexOf(source.level) * 2 +
  ('directory' in source && source.directory === '.claude' ? 1 : 0)

/** The same value where nothing about it changed. */
const renamed = (command: Command, name: string, aliases: readonly string[]): Command =>
  command.name === name && sameNames(command.aliases, aliases) ? command : { ...command, name, aliases }

const withAliases = (tool: ContributedTool, aliases: readonly string[]): ContributedTool =>
  sameNames(tool.spec.aliases, aliases) ? tool : { ...tool, spec: { ...tool.spec, aliases } }

const sameNames = (before: readonly string[] = [], after: readonly string[]): boolean =>
  before.length === after.length && before.every((name, at) => name === after[at])
