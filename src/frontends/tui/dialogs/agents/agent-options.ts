import { escapeLine, escapeProse } from '../../../../lib/escape-text.ts'
import { labelled, namesAfter } from '../../../../lib/text/written-signs.ts'
import type { Override } from '../../../../protocol/extensions/override.ts'
import type { ExtensionProblem } from '../../../../protocol/extensions/roots.ts'
import type { ContributionSource } from '../../../../protocol/extensions/source.ts'
import type { Queries } from '../../../../protocol/query.ts'
import type { Words } from '../../text/words.ts'
import type { Option } from '../../widgets/widget-props.ts'

export type KnownAgent = Queries['agents'][number]
type AgentWords = Words['panels']['agents']

export interface AgentsFound {
  readonly agents: readonly KnownAgent[]
  readonly overrides: readonly Override[]
  readonly problems: readonly ExtensionProblem[]
}

/** Of all that is wrong with extensions, what is about agents. */
export const agentProblems = (problems: readonly ExtensionProblem[]): readonly ExtensionProblem[] =>
  problems.filter(({ message }) => /^(?:Agent |--agents)/.test(message))

/** In the order of their names, behind the way to make another. */
export const agentOptions = (
  { agents, overrides }: AgentsFound,
  words: AgentWords,
): readonly Option<KnownAgent | undefined>[] => [
  { value: undefined, label: `+ ${words.create}`, detail: words.createDetail },
  ...agents
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(agent => ({
      value: agent,
      label: escapeLine(agent.name, 60),
      detail: [
        sourceName(agent.source, words),
        ...(agent.model === undefined ? [] : [modelName(agent.model, words)]),
        ...overridden(agent, overrides, words),
        escapeProse(purposeOf(agent, words), 160),
      ].join(' · '),
      brief: sourceName(agent.source, words),
    })),
]

/** All that is known of one, a line each. */
export const agentDetails = (
  agent: KnownAgent,
  { overrides }: Pick<AgentsFound, 'overrides'>,
  words: AgentWords,
): readonly string[] => {
  const { fields } = words
  const line = (name: string, text: string): string => labelled(name, escapeProse(text, 400))
  const { source, file, model, tools, disallowedTools, permissionMode } = agent
  return [
    line(fields.description, purposeOf(agent, words)),
    line(fields.source, sourceName(source, words)),
    ...(file === undefined ? [] : [line(fields.file, file)]),
    line(
      fields.model,
      model === undefined || model === 'inherit' ? words.sameModel : modelName(model, words),
    ),
    line(fields.tools, tools === undefined ? words.allTools : namesAfter(fields.tools, tools)),
    ...(disallowedTools === undefined
      ? []
      : [line(fields.noTools, namesAfter(fields.noTools, disallowedTools))]),
    ...(permissionMode === undefined ? [] : [line(fields.mode, words.modes[permissionMode])]),
    ...overridden(agent, overrides, words).map(text => line(fields.overrides, text)),
  ]
}

const purposeOf = ({ name, source, description }: KnownAgent, { builtIn }: AgentWords): string =>
  (source.level === 'built-in' ? builtIn[name] : undefined) ?? description

const modelName = (model: string, { smallModel }: AgentWords): string =>
  model === 'small' ? smallModel : escapeLine(model, 40)

const overridden = (
  { name }: KnownAgent,
  overrides: readonly Override[],
  words: AgentWords,
): readonly string[] =>
  overrides
    .filter(each => each.kind === 'agent' && each.name === name)
    .map(({ over }) => words.overrides(sourceName(over, words)))

const sourceName = (source: ContributionSource, { sources }: AgentWords): string =>
  'name' in source ? `${sources[source.level]} ${escapeLine(source.name, 40)}` : sources[source.level]

/** Of files that others look after nothing is deleted here. */
const OWN: ReadonlySet<ContributionSource['level']> = new Set(['user', 'project', 'local'])

export type AgentAction = 'try' | 'edit' | 'delete' | 'back'

export const actionsOf = ({ file, source }: KnownAgent): readonly AgentAction[] => [
  'try',
  ...(file !== undefined && OWN.has(source.level) ? (['edit', 'delete'] as const) : []),
  'back',
]
