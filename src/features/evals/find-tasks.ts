import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import { evalTaskText } from '../../protocol/messages/cli/eval-tasks.ts'
import { fileFieldText } from '../../protocol/messages/cli/file-fields.ts'
import { isExercise, readExercise } from './formats/aider.ts'
import { readHarborTask, readTerminalBenchTask } from './formats/container-tasks.ts'
import { type InstanceOptions, readInstances } from './formats/swe-bench.ts'
import { readTask } from './read-task.ts'
import type { EvalTask, ReadTasks, TaskProblem } from './task.ts'

export interface Wanted extends InstanceOptions {
  /** Task folders, folders of such, or files of instances. */
  readonly paths: readonly string[]
  /** Only these, by name or tag; empty: all. */
  readonly only: readonly string[]
}

/** How deep folders of tasks are looked through. */
const DEPTH = 6
/** An instance with a long history of tests has a few hundred kilobytes; a data set of them some hundred megabytes. */
const MAX_BYTES = 512 * 1024 * 1024

/** A task with all its prompts has a few kilobytes. */
const MAX_TASK = 1024 * 1024

/** All tasks below the paths, of whatever format; of several with one name the later ones get a number. */
export const findTasks = ({ paths, only, ...options }: Wanted): ReadTasks => {
  const read = paths.map(path => readPath(path, options, DEPTH))
  const all = uniqueTasks(read.flatMap(({ tasks }) => tasks))
  const tasks = only.length === 0 ? all : all.filter(task => only.some(word => fits(task, word)))
  return { tasks, problems: read.flatMap(({ problems }) => problems) }
}

const fits = ({ name, tags }: EvalTask, word: string): boolean => name === word || tags.includes(word)

const uniqueTasks = (tasks: readonly EvalTask[]): readonly EvalTask[] => {
  const taken = new Set<string>()
  return tasks.map(task => {
    let { name } = task
    for (let number = 2; taken.has(name); number++) name = `${task.name}-${number}`
    taken.add(name)
    return { ...task, name }
  })
}

const readPath = (path: string, options: InstanceOptions, depth: number): ReadTasks => {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return wrong(path, evalTaskText('no_path'))
  try {
    if (facts.isFile()) return readFile(path, facts.size, options)
    const read = readFolder(path)
    if (read) return read
  } catch (error) {
    return wrong(path, errorText(error))
  }
  if (depth === 0) return { tasks: [], problems: [] }
  const below = readdirSync(path, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map(entry => readPath(join(path, entry.name), options, depth - 1))
  const tasks = below.flatMap(read => read.tasks)
  const problems = below.flatMap(read => read.problems)
  return depth === DEPTH && tasks.length + problems.length === 0
    ? wrong(path, evalTaskText('no_tasks'))
    : { tasks, problems }
}

const wrong = (source: string, message: TaskProblem['message']): ReadTasks => ({
  tasks: [],
  problems: [{ source, message }],
})

const readFile = (path: string, size: number, options: InstanceOptions): ReadTasks => {
  if (!['.json', '.jsonl'].includes(extname(path))) return wrong(path, evalTaskText('not_instances'))
  if (size > MAX_BYTES) return wrong(path, fileFieldText('too_large', { megabytes: 512 }))
  return readInstances(readFileSync(path, 'utf8'), path, options)
}

/** What this folder itself is; undefined: no task. */
const readFolder = (folder: string): ReadTasks | undefined => {
  const yaml = join(folder, 'task.yaml')
  if (existsSync(yaml)) {
    const read = readPlainFile(yaml, MAX_TASK)
    if ('problem' in read) return wrong(yaml, read.problem)
    const { text } = read
    return /^instruction\s*:/m.test(text) && !/^check\s*:/m.test(text)
      ? readTerminalBenchTask(folder)
      : readTask(text, folder)
  }
  if (existsSync(join(folder, 'task.toml'))) return readHarborTask(folder)
  return isExercise(folder) ? readExercise(folder) : undefined
}
