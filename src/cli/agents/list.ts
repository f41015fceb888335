import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { readAgents } from '../../features/agents/read-agents.ts'
import { type Merged, mergeContributions } from '../../features/extensions/merge.ts'
import { chooseExtensions } from '../../host/extensions/options.ts'
import { findStart } from '../../host/start.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import type { ExtensionProblem } from '../../protocol/extensions/roots.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { ownPurpose, runningText } from '../../protocol/messages/cli/running.ts'
import { headerOf } from '../../protocol/messages/commands/table-cells.ts'
import { usageAnswer } from '../../protocol/messages/commands/usage.ts'
import type { Localize, LocalizedText } from '../../protocol/messages/localized-text.ts'
import { table } from '../../protocol/messages/table.ts'
import { jobFields, jobTable } from '../background/job-table.ts'
import { readJobs } from '../background/jobs.ts'
import type { Process } from '../process.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { sourceText } from '../source-text.ts'
import { usageOf } from '../usage.ts'

export const LIST = {
  name: 'agents list',
  usage: usageOf(
    `Usage: capstan agents list [--json]   every agent a session here can use, where it comes from, what it replaces

Agents of a folder you have not trusted are not listed: "capstan trust" shows them.`,
    `用法：capstan agents list [--json]   此处的会话可用的所有智能体、来源，以及覆盖了谁

未信任文件夹中的智能体不会列出，可用 "capstan trust" 查看。`,
  ),
  flags: { json: { type: 'boolean' } },
} as const

export const VALIDATE = {
  name: 'agents validate',
  usage: usageOf(
    `Usage: capstan agents validate [--json]   check the files of agents; exit code 1: something is wrong with one`,
    '用法：capstan agents validate [--json]   检查智能体文件；有错误时退出码为 1',
  ),
  flags: { json: { type: 'boolean' } },
} as const

interface AgentsHere extends Pick<Merged, 'agents' | 'overrides'> {
  readonly problems: readonly ExtensionProblem[]
}

/** What a session here would have, with nothing of the command line. */
const findAgentsHere = async (from: Process): Promise<AgentsHere> => {
  const start = findStart(from)
  const at = { ...start, env: from.env }
  const trust = findFolderTrust({}, at)
  const places = await chooseExtensions({}, trust, { ...at, roots: [start.cwd] }).list()
  const { contributions } = await readAgents(places, createMarkdownHeads(undefined))
  const builtIn = { source: { level: 'built-in' }, agents: BUILT_IN_AGENTS } as const
  const { agents, overrides } = mergeContributions([...contributions, builtIn])
  return { agents, overrides, problems: contributions.flatMap(({ problems = [] }) => problems) }
}

/** `capstan agents list` */
export const list = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LIST, argv)
  if (given.words.length > 0) throw wrongUsage(LIST, argumentText('no_words'))
  const here = await findAgentsHere(deps.process)
  if (given.is('json')) {
    const shown = here.agents.map(({ prompt: _, ...agent }) => agent)
    const background = readJobs(deps.configHome).map(jobFields)
    await deps.write(`${JSON.stringify({ ...here, agents: shown, background })}\n`)
  } else
    await deps.write(
      `${deps.localize(tableOf(here, deps.localize))}\n${problemLines(here, deps.localize)}${inBackground(deps)}`,
    )
  return 0
}

/** Whoever asks for agents may mean those that are at work. */
const inBackground = ({ configHome, now, localize }: SessionsDeps): string => {
  const jobs = readJobs(configHome)
  return jobs.length === 0
    ? ''
    : `\n${localize(runningText('in_background'))}\n${localize(jobTable(jobs, now))}\n`
}

/** `capstan agents validate` */
export const validate = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(VALIDATE, argv)
  if (given.words.length > 0) throw wrongUsage(VALIDATE, argumentText('no_words'))
  const { agents, problems, overrides } = await findAgentsHere(deps.process)
  const files = agents.filter(({ file }) => file !== undefined).length
  if (given.is('json')) await deps.write(`${JSON.stringify({ files, problems })}\n`)
  else {
    const wrong = problemLines({ agents, overrides, problems }, deps.localize)
    await deps.write(
      wrong === '' ? `${deps.localize(runningText('agent_files', { count: files }))}\n` : wrong,
    )
  }
  return problems.length > 0 ? 1 : 0
}

/** When to use it, cut for a column; those that are always there say it in the language of the person. */
const purposeOf = (
  { name, source, description }: AgentsHere['agents'][number],
  localize: Localize,
): string => {
  const own = ownPurpose(name, source)
  return escapeProse(own ? localize(own) : description, 70)
}

const tableOf = ({ agents, overrides }: AgentsHere, localize: Localize): LocalizedText => {
  const rows = agents.map(agent => {
    const { name, source, model, tools } = agent
    const over = overrides.filter(each => each.kind === 'agent' && each.name === name)
    const from = sourceText(source)
    return [
      escapeLine(name, 60),
      over.length === 0
        ? from
        : runningText('replaces', { source: from, over: over.map(each => sourceText(each.over)) }),
      model === undefined ? runningText('same') : escapeLine(model, 40),
      tools === undefined ? runningText('all') : escapeLine(tools.join(', '), 60),
      purposeOf(agent, localize),
    ]
  })
  return table(headerOf('agent', 'from', 'model', 'tools', 'when_to_use_it'), rows)
}

const problemLines = ({ problems }: AgentsHere, localize: Localize): string =>
  problems
    .map(({ message, localized, file }) => {
      const text = escapeLine(localize(localized ?? message), 500)
      const where =
        file === undefined ? text : usageAnswer('with_file', { text, file: escapeLine(file, 300) })
      return `! ${localize(where)}\n`
    })
    .join('')
