import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RunHead, readJournal } from '../../agents/workflow/journal.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { isInside } from '../../lib/paths.ts'
import type { Workflow, WorkflowRequest } from '../../protocol/agents/workflow.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import { workflowFileText } from '../../protocol/messages/cli/workflow-files.ts'
import { workflowText } from '../../protocol/messages/engine/workflows.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import { resultsDirectory } from '../session-file/session-directories.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

const says = modelTexts('workflow_run', {
  asBegun: {
    en: 'A run goes on with what it began with. Leave out {fields}, or start a new run without resumeFromRunId.',
    zh: '继续运行时沿用开始时的内容。请去掉 {fields}，或不带 resumeFromRunId 重新运行。',
  },
})

export interface OpenRunOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly runtime: Runtime
    readonly extensions?: ExtensionRoots
  }
  readonly live: Pick<ThreadState, 'cwd'>
}

/** What a run begins with, from wherever it comes. */
export interface Opening {
  readonly head: RunHead
  readonly workflow: Workflow
  readonly isNew: boolean
}

export const RUN_ID = /^w[0-9a-f]{6,32}$/

type ReadJournal = typeof readJournal

/** A new run, or one that was begun before. ToolError for what cannot be run. */
export const openRun = async (
  at: OpenRunOptions,
  wish: WorkflowRequest,
  read: ReadJournal,
): Promise<Opening> =>
  wish.resume === undefined
    ? await openNew(at, wish)
    : await openAgain(at, { ...wish, resume: wish.resume }, read)

const openNew = async (at: OpenRunOptions, wish: WorkflowRequest): Promise<Opening> => {
  const { readAssignments, readWorkflowInputs } = await import('../../features/workflows/read-inputs.ts')
  if (wish.runId !== undefined && !RUN_ID.test(wish.runId))
    throw new ToolError(workflowText('bad_run_id', { id: wish.runId }))
  const found = await findWished(at, wish)
  const assigned = readAssignments(found.workflow, wish.assignments ?? [])
  const taken = await readWorkflowInputs(found.workflow, { ...wish.inputs, ...assigned.inputs })
  const wrong = [...assigned.problems, ...taken.problems]
  if (wrong.length > 0) throw new ToolError(workflowText('bad_inputs', { name: found.name, problems: wrong }))
  const { runtime } = at.config
  const head: RunHead = {
    type: 'run',
    version: 1,
    runId:
      wish.runId ??
      `w${runtime
        .newId()
        .replace(/[^0-9a-f]/g, '')
        .slice(0, 10)}`,
    name: found.name,
    text: found.text,
    ofProject: found.ofProject,
    cwd: at.live.cwd,
    inputs: taken.inputs,
    at: runtime.now().getTime(),
    ...(found.file === undefined ? {} : { file: found.file }),
    ...(found.plugin === undefined ? {} : { plugin: found.plugin }),
    ...(wish.maxUsd === undefined ? {} : { maxUsd: wish.maxUsd }),
  }
  return { head, workflow: { ...found.workflow, name: found.name }, isNew: true }
}

/** As it was when it began: a file that was changed since does not change a run. */
const openAgain = async (
  at: OpenRunOptions,
  wish: WorkflowRequest & { readonly resume: string },
  read: ReadJournal,
): Promise<Opening> => {
  const runId = wish.resume
  const other = givenFields(wish)
  if (other.length > 0) throw new ToolError(says('asBegun', { fields: other.join(', ') }))
  const earlier = RUN_ID.test(runId) ? read(journalPath(at, runId)) : undefined
  if (!earlier) throw new ToolError(workflowText('no_run', { id: runId }))
  const { head } = earlier
  if (head.cwd !== at.live.cwd)
    throw new ToolError(workflowText('other_directory', { id: runId, path: head.cwd }))
  if (head.ofProject && !(await isTrusted(at))) throw new ToolError(workflowText('not_trusted'))
  const { readWorkflow } = await import('../../features/workflows/read-workflow.ts')
  const { workflow, problems } = await readWorkflow(head.text, { fallbackName: 'workflow' })
  if (!workflow)
    throw new ToolError(workflowText('unreadable_run', { id: runId, reason: problems[0]?.message ?? '' }))
  return { head, workflow: { ...workflow, name: head.name }, isNew: false }
}

/** What the model calls what does not count for a run that goes on. */
const NEW_RUN_FIELDS = {
  name: 'name',
  path: 'scriptPath',
  text: 'script',
  inputs: 'args',
} as const satisfies Partial<Record<keyof WorkflowRequest, string>>

const givenFields = (wish: WorkflowRequest): readonly string[] =>
  (Object.keys(NEW_RUN_FIELDS) as (keyof typeof NEW_RUN_FIELDS)[])
    .filter(key => wish[key] !== undefined)
    .map(key => NEW_RUN_FIELDS[key])

interface Wished {
  /** What it goes by; of a plugin with the name of that. */
  readonly name: string
  readonly workflow: Workflow
  readonly text: string
  readonly file?: string
  readonly ofProject: boolean
  readonly plugin?: string
}

const findWished = async (at: OpenRunOptions, { name, path, text }: WorkflowRequest): Promise<Wished> => {
  const given = [name, path, text].filter(each => each !== undefined)
  if (given.length !== 1) throw new ToolError(workflowText('say_which'))
  if (name !== undefined) return await findNamed(at, name)
  if (text !== undefined) {
    const { readWorkflow } = await import('../../features/workflows/read-workflow.ts')
    const { workflow, problems } = await readWorkflow(text, { fallbackName: 'workflow' })
    if (workflow) return { name: workflow.name, workflow, text, ofProject: false }
    const mistakes = problems.map(({ line, column, message }) =>
      workflowFileText('at', { place: `${line}:${column}`, message }),
    )
    throw new ToolError(workflowText('mistakes', { problems: mistakes }))
  }
  const { readWorkflowFile } = await import('../../features/workflows/find-workflows.ts')
  const { cwd, roots, caseSensitive } = at.config.place
  const file = realOf(resolve(at.live.cwd, path ?? ''))
  const ofProject = [cwd, ...roots].some(root => isInside(file, root, { caseSensitive }))
  if (ofProject && !(await isTrusted(at))) throw new ToolError(workflowText('not_trusted'))
  const read = await readWorkflowFile(file)
  if (!read.workflow) throw new ToolError(workflowText('mistakes', { problems: read.problems }))
  return { name: read.workflow.name, workflow: read.workflow, text: read.text, file, ofProject }
}

const unknownWorkflow = (
  name: string,
  { near, names }: { readonly near: string | undefined; readonly names: readonly string[] },
): LocalizedText => {
  if (near !== undefined) return workflowText('none_near', { name, near })
  return names.length === 0
    ? workflowText('none_at_all', { name })
    : workflowText('none_known', { name, names })
}

const findNamed = async (at: OpenRunOptions, name: string): Promise<Wished> => {
  const { workflows, scripts, problems, broken } = await findWorkflowsHere(at)
  const found = workflows.find(each => each.name === name)
  if (found) {
    const { workflow, text, file, from, plugin } = found
    const of = plugin === undefined ? {} : { plugin }
    return { name, workflow, text, file, ofProject: from === 'project', ...of }
  }
  if (scripts.has(name)) throw new ToolError(workflowText('is_script', { name }))
  const mistakes = broken.get(name)
  if (mistakes) throw new ToolError(workflowText('mistakes_in', { name, problems: mistakes }))
  const names = [...workflows.map(each => each.name), ...scripts.keys()]
  const near = nearestName(name, names)
  throw new ToolError(lines([unknownWorkflow(name, { near, names }), ...problems]))
}

/** Throws ToolError where there is no such script. */
export const readScript = async (at: OpenRunOptions, name: string): Promise<string> => {
  const { scripts } = await findWorkflowsHere(at)
  const file = scripts.get(name)?.file
  if (file === undefined) {
    const names = [...scripts.keys()]
    throw new ToolError(unknownWorkflow(name, { near: nearestName(name, names), names }))
  }
  const read = readPlainFile(file, MAX_SCRIPT_BYTES)
  if ('text' in read) return read.text
  throw new ToolError(workflowText('mistakes', { problems: [`${file}: ${read.problem}`] }))
}

const MAX_SCRIPT_BYTES = 1024 * 1024

export const findWorkflowsHere = async ({ config }: OpenRunOptions) => {
  const { findWorkflows } = await import('../../features/workflows/find-workflows.ts')
  return await findWorkflows((await config.extensions?.list()) ?? [])
}

/** In a folder nobody trusts there is no place of the project. */
const isTrusted = async ({ config }: OpenRunOptions): Promise<boolean> =>
  ((await config.extensions?.list()) ?? []).some(({ source }) => source.level === 'project')

const realOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    // Whoever reads it says that it is not there.
    return path
  }
}

export const journalPath = ({ config }: OpenRunOptions, runId: string): string =>
  join(config.place.workflowsDir ?? join(resultsDirectory(config), 'workflows'), `${runId}.jsonl`)
