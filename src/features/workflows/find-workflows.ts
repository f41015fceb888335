import { readdirSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import type { KnownWorkflow, Workflow } from '../../protocol/agents/workflow.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'
import { workflowFileText } from '../../protocol/messages/cli/workflow-files.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
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
  /** Those in JavaScript, by their names: the tool Script runs them. */
  readonly scripts: ReadonlyMap<string, KnownWorkflow>
  /** `file:line:column: what is wrong`. */
  readonly problems: readonly Text[]
  /** What is wrong with those that cannot be run, by the names they would have. */
  readonly broken: ReadonlyMap<string, readonly Text[]>
  /** Files that were looked at. */
  readonly files: readonly string[]
}

const MAX_BYTES = 1024 * 1024
const OURS = ['.yaml', '.yml', '.json']
const SCRIPTS = ['.js', '.mjs']
const TYPED = '.ts'

/** Everything that can be run by its name, in the order of the places. */
export const findWorkflows = async (
  places: readonly ExtensionRoot[],
  agents?: readonly string[],
): Promise<FoundWorkflows> => {
  const workflows = new Map<string, FoundWorkflow>()
  const broken = new Map<string, readonly Text[]>()
  const scripts = new Map<string, KnownWorkflow>()
  const problems: Text[] = []
  const files: string[] = []
  for (const place of places) {
    const plugin = place.source.level === 'plugin' ? place.source.name : undefined
    const called = (name: string): string => (plugin === undefined ? name : `${plugin}:${name}`)
    for (const file of filesOf(place, problems)) {
      const byFile = called(basename(file, extname(file)))
      if (SCRIPTS.includes(extname(file))) {
        const { name, description } = readMeta(file)
        const known = name === undefined ? byFile : called(name)
        if (scripts.has(known)) problems.push(inFile(file, workflowFileText('same_name', { name: known })))
        else scripts.set(known, { name: known, description, file, from: fromOf(place), script: true })
        broken.set(known, [inFile(file, workflowFileText('script'))])
        continue
      }
      if (extname(file) === TYPED) {
        const problem = inFile(file, workflowFileText('no_types'))
        problems.push(problem)
        broken.set(byFile, [problem])
        continue
      }
      files.push(file)
      const { workflow, text, problems: mistakes } = await readWorkflowFile(file, namesFor(plugin, agents))
      problems.push(...mistakes)
      if (!workflow) {
        broken.set(byFile, mistakes)
        continue
      }
      const name = called(workflow.name)
      const { description } = workflow
      const one = { name, description, file, from: fromOf(place), workflow, text }
      if (workflows.has(name)) problems.push(inFile(file, workflowFileText('same_name', { name })))
      else workflows.set(name, plugin === undefined ? one : { ...one, plugin })
    }
  }
  return { workflows: [...workflows.values()], scripts, problems, broken, files }
}

/** What a script says of itself; nothing of it runs. */
const readMeta = (file: string): { readonly name?: string; readonly description: string } => {
  const read = readPlainFile(file, MAX_BYTES)
  const meta = 'text' in read ? (/\bmeta\s*=\s*\{([\s\S]{0,4000})/.exec(read.text)?.[1] ?? '') : ''
  const field = (key: string): string | undefined =>
    new RegExp(`\\b${key}\\s*:\\s*(['"\`])((?:(?!\\1)[^\\n\\\\])*)\\1`).exec(meta)?.[2]
  const name = field('name')
  return { ...(name === undefined ? {} : { name }), description: field('description') ?? '' }
}

/** Problems come as `file:line:column: …`. */
export const readWorkflowFile = async (
  file: string,
  agents?: readonly string[],
): Promise<{ readonly workflow?: Workflow; readonly text: string; readonly problems: readonly Text[] }> => {
  const opened = readPlainFile(file, MAX_BYTES)
  if ('problem' in opened) return { text: '', problems: [inFile(file, opened.problem)] }
  const { text } = opened
  const fallbackName = basename(file, extname(file))
  const read = await readWorkflow(text, { fallbackName, ...(agents ? { agents } : {}) })
  return {
    text,
    problems: read.problems.map(({ line, column, message }) => inFile(`${file}:${line}:${column}`, message)),
    ...(read.workflow ? { workflow: read.workflow } : {}),
  }
}

const inFile = (place: string, message: Text): Text => workflowFileText('at', { place, message })

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

const filesOf = (place: ExtensionRoot, problems: Text[]): readonly string[] =>
  (place.workflows ?? [join(place.root, 'workflows')]).flatMap(path => {
    const facts = statSync(path, { throwIfNoEntry: false })
    if (facts?.isFile()) return [path]
    if (!facts?.isDirectory()) return []
    try {
      return readdirSync(path)
        .filter(name => [...OURS, ...SCRIPTS, TYPED].includes(extname(name)))
        .toSorted()
        .map(name => join(path, name))
    } catch (error) {
      problems.push(`${path}: ${errorText(error)}`)
      return []
    }
  })
