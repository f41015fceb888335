import type { AgentInfo } from '../../../protocol/agents/agents.ts'
import type { Command } from '../../../protocol/command.ts'
import type { ContributionSource } from '../../../protocol/extensions/source.ts'
import { columns } from '../columns.ts'

export const agents: Pick<Command, 'run'> = {
  async run(_, { engine, rich }) {
    const [all, problems] = await Promise.all([engine.query('agents'), engine.query('extensionProblems')])
    const rows = all.map(({ name, source, model, tools, description }) => [
      name,
      sourceOf(source),
      model ?? 'as the session',
      tools === undefined ? 'all' : tools.join(', '),
      short(description),
    ])
    const list =
      all.length === 0
        ? 'No agents yet. Put one in .capstan/agents/<name>.md (this project) or ~/.capstan/agents/<name>.md (everywhere); .claude/agents works too.'
        : columns(['agent', 'from', 'model', 'tools', 'when to use it'], rows, rich)
    const wrong = problems
      .filter(({ message }) => /^(?:Agent |--agents)/.test(message))
      .map(({ message, file }) => `${message}${file === undefined ? '' : ` (${file})`}`)
    return {
      kind: 'shown',
      text: [list, ...(wrong.length === 0 ? [] : ['', 'Problems:', ...wrong])].join('\n'),
    }
  },
}

/** Agents of this session, with what each did and cost. */
export const listAgents: Pick<Command, 'run'> = {
  async run(_, { engine, rich }) {
    const all = await engine.query('runningAgents')
    if (all.length === 0) return { kind: 'shown', text: 'No agents have run in this session.' }
    const rows = all.map(agent => [
      agent.id,
      agent.name,
      `${agent.status}${agent.background ? ', background' : ''}`,
      agent.toolUses,
      agent.tokens,
      `$${agent.usd.toFixed(2)}`,
      short(lastOf(agent)),
    ])
    const header = ['id', 'agent', 'state', 'calls', 'tokens', 'cost', 'last']
    return { kind: 'shown', text: columns(header, rows, rich) }
  },
}

const lastOf = ({ lastAction, description }: AgentInfo): string => lastAction ?? description

/** The table is for a look; the whole text is in the file. */
const short = (text: string): string => (text.length > 70 ? `${text.slice(0, 69)}…` : text)

const sourceOf = (source: ContributionSource): string => {
  if (source.level === 'plugin' || source.level === 'server') return `${source.level} ${source.name}`
  return 'directory' in source && source.directory ? `${source.level} (${source.directory})` : source.level
}
