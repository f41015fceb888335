import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BUILT_IN_AGENTS } from '../../features/agents/built-in/built-in-agents.ts'
import { readAgents } from '../../features/agents/read-agents.ts'
import { mergeContributions } from '../../features/extensions/merge.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import {
  type FoundWorkflows,
  findWorkflows,
  readWorkflowFile,
} from '../../features/workflows/find-workflows.ts'
import { readEnvironment } from '../../host/environment.ts'
import { chooseExtensions } from '../../host/extensions/options.ts'
import { chooseModels } from '../../host/models/options.ts'
import { type Gathered, gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { Workflow } from '../../protocol/agents/workflow.ts'
import type { Overrides } from '../../protocol/host.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { Usage } from '../../protocol/usage.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'

export interface WorkflowsHere extends FoundWorkflows {
  readonly agents: readonly string[]
  readonly trusted: boolean
  /** Where the records of runs are. */
  readonly runs: string
  readonly cwd: string
  /** What a step of that agent and model would pay; undefined: nobody knows. */
  price(step: { readonly agent?: string; readonly model?: string }, usage: Usage): number | undefined
}

/** What a session here could run by its name. */
export const findHere = async (from: Process, overrides: Overrides = {}): Promise<WorkflowsHere> => {
  const start = findStart(from)
  const at = { ...start, env: from.env }
  const gathered = gatherSettings(overrides, at)
  const places = await chooseExtensions(overrides, gathered, { ...at, roots: [start.cwd] }).list()
  const { contributions } = await readAgents(places, createMarkdownHeads(undefined))
  const builtIn = { source: { level: 'built-in' }, agents: BUILT_IN_AGENTS } as const
  const { agents } = mergeContributions([...contributions, builtIn])
  const names = agents.map(({ name }) => name)
  return {
    ...(await findWorkflows(places, names)),
    agents: names,
    trusted: gathered.trusted,
    runs: join(start.configHome, 'workflow-runs'),
    cwd: start.cwd,
    price: (step, usage) => priceOf({ step, usage, agents }, { overrides, gathered, env: from.env }),
  }
}

interface Priced {
  readonly step: { readonly agent?: string; readonly model?: string }
  readonly usage: Usage
  readonly agents: readonly { readonly name: string; readonly model?: string }[]
}

const priceOf = (
  { step, usage, agents }: Priced,
  at: { readonly overrides: Overrides; readonly gathered: Gathered; readonly env: Process['env'] },
): number | undefined => {
  const { settings } = at.gathered
  const env = readEnvironment(at.env)
  const models = chooseModels({
    options: at.overrides,
    env,
    settings,
    resumed: undefined,
    interactive: false,
    warn: () => undefined,
  })
  const asked = step.model ?? agents.find(({ name }) => name === step.agent)?.model
  const id =
    asked === undefined || asked === 'inherit'
      ? models.name
      : asked === 'small'
        ? models.small
        : models.resolve(asked)
  return costOf(usage, findModel(id, models.rows).facts)
}

/** Somebody who writes a path means a file. */
export const isFile = (word: string): boolean => /[/\\]|\.(?:ya?ml|json)$/.test(word)

/** One of them, or a file; only looked at, never run. Ends the program with 2 when there is none, or it has mistakes. */
export const findOne = async (
  word: string,
  here: WorkflowsHere,
): Promise<{ readonly workflow: Workflow; readonly text: string; readonly file: string }> => {
  if (isFile(word)) {
    const file = resolve(word)
    if (!existsSync(file)) throw new ExitError(2, commandText('no_file', { file }))
    const { workflow, text, problems } = await readWorkflowFile(file, here.agents)
    if (workflow) return { workflow, text, file }
    throw new ExitError(2, lines(problems))
  }
  const found = here.workflows.find(({ name }) => name === word)
  if (found) return found
  const mistakes = here.broken.get(word)
  if (mistakes) throw new ExitError(2, commandText('workflow_mistakes', { name: word, mistakes }))
  const names = [...here.workflows.map(({ name }) => name), ...here.scripts.keys()]
  const near = nearestName(word, names)
  const known = names.length === 0 ? commandText('no_workflows') : commandText('workflows', { names })
  const hint = near === undefined ? known : commandText('did_you_mean', { near })
  const trust = here.trusted ? [] : [commandText('workflow_trust')]
  throw new ExitError(
    2,
    lines([commandText('no_workflow', { name: word, hint }), ...here.problems, ...trust]),
  )
}
