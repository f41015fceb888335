import type { AgentSettings } from '../../agents/agent-settings.ts'
import type { InPool } from '../../agents/tool-pool.ts'
import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { COMMANDS } from '../../features/commands/index.ts'
import { lockContribution } from '../../features/extensions/lock.ts'
import { type Merged, mergeContributions } from '../../features/extensions/merge.ts'
import { withSkillCommands } from '../../features/extensions/skill-commands.ts'
import type { Command } from '../../protocol/command.ts'
import type { CommandInfo } from '../../protocol/command-info.ts'
import type { Event } from '../../protocol/event.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { Override } from '../../protocol/extensions/override.ts'
import type { CustomizationPart } from '../../protocol/extensions/policy-settings.ts'
import type { ExtensionProblem } from '../../protocol/extensions/roots.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import type { HookSet } from '../../protocol/hook.ts'
import { extensionText } from '../../protocol/messages/engine/extensions.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { notice } from '../../protocol/messages/notice.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { Part } from '../scope.ts'

/** Which tools a thread may call; absent: all. */
export type Wants = InPool

/** What a session can do: all contributions, merged. The one place where commands and tools are looked up. */
export interface Contributions extends Part {
  commands(): readonly Command[]
  /** What others than ourselves brought, in the order it came. */
  late(wants?: Wants): readonly ToolSpec[]
  /** These tools, with what came late. */
  toolbox(ours: Toolbox, wants?: Wants): Toolbox
  /** Everything there is, merged. */
  all(): Merged
  /** Hooks of all sources; they all run. */
  hooks(): readonly HookSet[]
  /** What sources brought that cannot be used. */
  problems(): readonly ExtensionProblem[]
  /** Counts from now on, also in a running turn; until what it answers is called. */
  add(contribution: Contribution): () => void
  /** In the place of what the same owner gave before. */
  put(owner: string, contributions: readonly Contribution[]): void
  /** Whoever brings things only when they are needed brings them now: somebody wants to see everything. */
  whenAsked(bring: () => Promise<unknown>): void
  /** Until everybody has. */
  asked(): Promise<void>
  /** Hears that something came or went; until what it answers is called. */
  onChanged(listener: () => void): () => void
}

export interface ContributionsOptions {
  readonly config: {
    readonly tools: Toolbox
    readonly skills?: { readonly bundledOff?: boolean }
    readonly agents?: Pick<AgentSettings, 'without'>
    readonly locked?: readonly CustomizationPart[]
    releaseNotes?(): Promise<string>
  }
  /** When what files bring is known; absent, undefined: it is. */
  ready?(): Promise<void> | undefined
  emit(event: Event): void
}

export const createContributions = ({ config, ready, emit }: ContributionsOptions): Contributions => {
  const added: Contribution[] = []
  const owned = new Map<string, readonly Contribution[]>()
  const listeners = new Set<() => void>()
  const bringing: (() => Promise<unknown>)[] = []
  const others = () => allowedOf([...added, ...[...owned.values()].flat()], config)
  let merged: AllMerged | undefined
  const now = (): AllMerged => {
    // A host may still choose other tools before the first request.
    const of = config.tools
    if (merged?.of === of) return merged
    merged = mergeAll(of, others(), config)
    return merged
  }
  const change = (how: () => void): void => {
    const before = now().overrides.map(each => sayOverride(each).text)
    how()
    merged = undefined
    for (const text of now().overrides.map(sayOverride))
      if (!before.includes(text.text)) emit(notice('warning', text))
    for (const listener of listeners) listener()
    emit({ type: 'contributions_changed' })
  }
  // Asked several times in every turn.
  const lateTools = (wants: Wants = () => true) =>
    added.length + owned.size === 0 ? [] : now().beside.filter(({ spec }) => isIn(wants, spec))
  return {
    commands: () => now().commands,
    late: wants => lateTools(wants).map(({ spec }) => spec),
    toolbox(ours, wants) {
      const late = lateTools(wants)
      if (late.length === 0) return ours
      return {
        ...ours,
        specs: [...ours.specs, ...late.map(({ spec }) => spec)],
        async load(name) {
          const found = late.find(({ spec }) => spec.name === name || spec.aliases?.includes(name))
          return (await ours.load(name)) ?? (await found?.load())
        },
      }
    },
    add(contribution) {
      change(() => added.push(contribution))
      return () => {
        const at = added.indexOf(contribution)
        if (at >= 0) change(() => added.splice(at, 1))
      }
    },
    all: now,
    hooks: () =>
      others().flatMap(({ source, hooks, variables }) =>
        hooks ? [{ source, hooks, ...(variables ? { variables } : {}) }] : [],
      ),
    problems: () => others().flatMap(({ problems = [] }) => problems),
    put(owner, contributions) {
      if (contributions.length > 0 || owned.has(owner)) change(() => owned.set(owner, contributions))
    },
    whenAsked: bring => void bringing.push(bring),
    asked: async () => void (await Promise.allSettled(bringing.map(bring => bring()))),
    onChanged(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    answers: {
      commands: async () => {
        await ready?.()
        return commandInfos(now().commands, config)
      },
      extensionProblems: () => others().flatMap(({ problems = [] }) => problems),
    },
  }
}

interface AllMerged extends Merged {
  readonly of: Toolbox
  /** Tools that do not come with the program. */
  readonly beside: Merged['tools']
}

const mergeAll = (
  of: Toolbox,
  others: readonly Contribution[],
  { agents, skills }: ContributionsOptions['config'],
): AllMerged => {
  const own = builtIn(of, agents?.without)
  const all = mergeContributions([own, ...others])
  const ours = withoutHidden(all.commands, others, skills)
  const names = new Set(own.tools?.map(({ spec }) => spec.name))
  const beside = all.tools.filter(({ spec }) => !names.has(spec.name))
  return { of, beside, ...all, commands: withSkillCommands(ours, all.skills) }
}

/** What an administrator leaves of them. */
const allowedOf = (
  all: readonly Contribution[],
  { locked }: ContributionsOptions['config'],
): readonly Contribution[] => all.map(one => lockContribution(one, locked))

/** Prompts that come with the program can be switched off, all of them or one. */
const withoutHidden = (
  commands: readonly Command[],
  others: readonly Contribution[],
  skills: { readonly bundledOff?: boolean } | undefined,
): readonly Command[] => {
  const hidden = new Set(others.flatMap(({ hides = [] }) => hides))
  return commands.filter(({ bundled, name }) => !bundled || !(skills?.bundledOff || hidden.has(name)))
}

/** Also tools that were not chosen for the session: their names are not free either. */
const builtIn = ({ specs, known = [], load }: Toolbox, without: readonly string[] = []): Contribution => ({
  source: { level: 'built-in' },
  commands: COMMANDS,
  agents: BUILT_IN_AGENTS.filter(({ name }) => !without.includes(name)),
  tools: [...specs, ...known.filter(({ name }) => !specs.some(spec => spec.name === name))].map(spec => ({
    spec,
    load: () => load(spec.name),
  })),
})

const sayOverride = ({ kind, name, by, over }: Override): LocalizedText => {
  const about = { name, source: say(over), other: say(by) }
  if (kind === 'command') return extensionText('command_ignored', about)
  return kind === 'tool'
    ? extensionText('tool_ignored', about)
    : extensionText('item_ignored', { ...about, kind })
}

const say = (source: ContributionSource): LocalizedText => {
  switch (source.level) {
    case 'built-in':
      return extensionText('built_in')
    case 'plugin':
      return extensionText('plugin', { name: source.name })
    case 'server':
      return extensionText('server', { name: source.name })
    case 'flag':
      return extensionText('flag')
    case 'managed':
      return extensionText('managed')
    case 'user':
    case 'project':
    case 'local': {
      const whose = extensionText(source.level === 'user' ? 'own' : 'project')
      return source.directory === undefined
        ? whose
        : extensionText('in_directory', { whose, directory: source.directory })
    }
  }
}

const isIn = (wants: Wants, { name, aliases, serverTool }: ToolSpec): boolean =>
  wants(name, aliases, serverTool)

/** Commands as front ends list them. */
export const commandInfos = (
  commands: readonly Command[],
  config: { releaseNotes?(): Promise<string> },
): readonly CommandInfo[] =>
  commands
    .filter(({ needs }) => needs === undefined || config[needs] !== undefined)
    .map(command => {
      const { run: _, needs: __, headless, ...about } = command
      return {
        ...about,
        ...(headless ? {} : { needsScreen: true }),
        ...(COMMANDS.includes(command) ? { localized: localizedInfo(command) } : {}),
      }
    })

/** Rows of the areas `command-list` and `command-arguments`. */
const localizedInfo = ({
  name,
  description,
  argumentHint,
}: Command): NonNullable<CommandInfo['localized']> => ({
  description: { id: `command-list.${name.replaceAll('-', '_')}`, text: description },
  ...(argumentHint === undefined
    ? {}
    : { argumentHint: { id: `command-arguments.${name.replaceAll('-', '_')}`, text: argumentHint } }),
})
