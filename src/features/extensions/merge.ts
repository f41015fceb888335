import type { Command } from '../../protocol/command.ts'
import type {
  ContributedTool,
  Contribution,
  ContributionSource,
  Override,
} from '../../protocol/contribution.ts'

type Level = ContributionSource['level']

/** Whose entry counts where several have the same name: the first named. */
const PRECEDENCE: Readonly<Record<Override['kind'], readonly Level[]>> = {
  command: ['managed', 'user', 'project', 'plugin', 'built-in'],
  // Rules of the person speak about our tools by name: nobody else gets to answer to it.
  tool: ['built-in', 'managed', 'user', 'project', 'plugin'],
}

export interface Merged {
  readonly commands: readonly Command[]
  readonly tools: readonly ContributedTool[]
  /** What stands in for what, so that it can be said. */
  readonly overrides: readonly Override[]
}

/** All contributions as one. Entries keep the order in which they came; of those with the same name the table decides. */
export const mergeContributions = (all: readonly Contribution[]): Merged => {
  const commands = settle(
    'command',
    all.flatMap(({ source, commands = [] }) =>
      commands.map(value => ({ source, value, ...namesOf(value, source) })),
    ),
  )
  const tools = settle(
    'tool',
    all.flatMap(({ source, tools = [] }) =>
      tools.map(value => ({ source, value, name: value.spec.name, aliases: value.spec.aliases ?? [] })),
    ),
  )
  return {
    commands: commands.kept.map(({ value, name, aliases }) => renamed(value, name, aliases)),
    tools: tools.kept.map(({ value, aliases }) => withAliases(value, aliases)),
    overrides: [...commands.overrides, ...tools.overrides],
  }
}

interface Entry<T> {
  readonly source: ContributionSource
  readonly value: T
  readonly name: string
  readonly aliases: readonly string[]
}

/** What is typed counts in any case; what a plugin brings is called after it. */
const namesOf = ({ name, aliases = [] }: Command, source: ContributionSource) => {
  const prefix = source.level === 'plugin' ? `${source.name}:` : ''
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
  const isFree = (name: string, over: ContributionSource): boolean => {
    const by = owners.get(name)
    if (by) overrides.push({ kind, name, by, over })
    return by === undefined
  }
  const winners = new Map<Entry<T>, Entry<T>>()
  for (const entry of entries.toSorted((a, b) => rankOf(kind, a.source) - rankOf(kind, b.source))) {
    const { source, name } = entry
    if (!isFree(name, source)) continue
    owners.set(name, source)
    const aliases = entry.aliases.filter(alias => isFree(alias, source))
    for (const alias of aliases) owners.set(alias, source)
    winners.set(entry, { ...entry, aliases })
  }
  return { kept: entries.flatMap(entry => winners.get(entry) ?? []), overrides }
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
