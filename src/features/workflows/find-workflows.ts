import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import type { KnownWorkflow, Workflow } from '../../protocol/agents/workflow.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import { readWorkflow } from './read-workflow.ts'

export interface FoundWorkflow extends KnownWorkflow {
  /** That brought it. */
  readonly plugin?: string
  readonly workflow: Workflow
  readonly text: string
}

export interface FoundWorkflows {
  /** The first of a name counts. */
  readonly workflows: readonly FoundWorkflow[]
  /** `file:line:column: what is wrong`. */
  readonly problems: readonly string[]
  /** What is wrong with those that cannot be run, by the names they would have. */
  readonly broken: ReadonlyMap<string, readonly string[]>
  /** Files that were looked at. */
  readonly files: readonly string[]
}

const MAX_BYTES = 1024 * 1024
const OURS = ['.yaml', '.yml', '.json']
const SCRIPTS = ['.js', '.mjs', '.ts']
const SCRIPT =
  'a workflow that is a script is not run: a workflow is data here, so that every agent and command in it is seen before it starts; write it as YAML (/workflow-authoring does that from the script)'

/** Everything that can be run by its name, in the order of the places. */
export const findWorkflows = async (
  places: readonly ExtensionRoot[],
  agents?: readonly string[],
): Promise<FoundWorkflows> => {
  const workflows = new Map<string, FoundWorkflow>()
  const broken = new Map<string, readonly string[]>()
  const problems: string[] = []
  const files: string[] = []
  for (const place of places) {
    const plugin = place.source.level === 'plugin' ? place.source.name : undefined
    const called = (name: string): string => (plugin === undefined ? name : `${plugin}:${name}`)
    for (const file of filesOf(place, problems)) {
      if (SCRIPTS.includes(extname(file))) {
        const problem = `${file}: ${SCRIPT}`
        problems.push(problem)
        broken.set(called(basename(file, extname(file))), [problem])
        continue
      }
      files.push(file)
      const { workflow, text, problems: mistakes } = await readWorkflowFile(file, namesFor(plugin, agents))
      problems.push(...mistakes)
      if (!workflow) {
        broken.set(called(basename(file, extname(file))), mistakes)
        continue
      }
      const name = called(workflow.name)
      const { description } = workflow
      const one = { name, description, file, from: fromOf(place), workflow, text }
      if (workflows.has(name)) problems.push(`${file}: another workflow is called "${name}" and counts`)
      else workflows.set(name, plugin === undefined ? one : { ...one, plugin })
    }
  }
  return { workflows: [...workflows.values()], problems, broken, files }
}

/** Problems come as `file:line:column: …`. */
export const readWorkflowFile = async (
  file: string,
  agents?: readonly string[],
): Promise<{ readonly workflow?: Workflow; readonly text: string; readonly problems: readonly string[] }> => {
  const opened = readPlainFile(file, MAX_BYTES)
  if ('problem' in opened) return { text: '', problems: [`${file}: ${opened.problem}`] }
  const { text } = opened
  const fallbackName = basename(file, extname(file))
  const read = await readWorkflow(text, { fallbackName, ...(agents ? { agents } : {}) })
  return {
    text,
    problems: read.problems.map(({ line, column, message }) => `${file}:${line}:${column}: ${message}`),
    ...(read.workflow ? { workflow: read.workflow } : {}),
  }
}

/** What a workflow may call an agent: one of its own plugin also by its short name. */
const namesFor = (
  plugin: string | undefined,
  agents: readonly string[] | undefined,
): readonly string[] | undefined => {
  if (plugin === undefined || !agents) return agents
  const prefix = `${plugin}:`
  return [...agents, ...agents.filter(name => name.startsWith(prefix)).map(name => name.slice(prefix.length))]
}

const fromOf = ({ source }: ExtensionRoot): string =>
  source.level === 'plugin' ? `plugin ${source.name}` : source.level

const filesOf = (place: ExtensionRoot, problems: string[]): readonly string[] =>
  (place.workflows ?? [join(place.root, 'workflows')]).flatMap(path => {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (facts?.isFile()) return [path]
    if (!facts?.isDirectory()) return []
    try {
      return readdirSync(path)
        .filter(name => [...OURS, ...SCRIPTS].includes(extname(name)))
        .toSorted()
        .map(name => join(path, name))
    } catch (error) {
      problems.push(`${path}: ${errorText(error)}`)
      return []
    }
  })
