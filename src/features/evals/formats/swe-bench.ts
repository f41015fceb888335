import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../../lib/is-object.ts'
import { textField } from '../../../lib/values/read-field.ts'
import { evalTaskText } from '../../../protocol/messages/cli/eval-tasks.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import { asTaskName, type EvalTask, type ReadTasks, USUAL_LIMITS } from '../task.ts'

/** What instances leave to their harness: where repositories lie on this machine, and how their tests are run. */
export interface InstanceOptions {
  readonly repos?: string
  /** `{tests}` stands for the names of the tests. */
  readonly testCommand?: string
  readonly setupCommand?: string
}

const says = modelTexts('swe_bench', {
  issue: {
    en: 'Solve this issue in the repository in the current directory. Tests that are not shown here will judge the result.\n\n{issue}',
    zh: '请在当前目录的仓库中解决此问题。结果将由此处未显示的测试判定。\n\n{issue}',
  },
})

const PYTEST = 'python3 -m pytest -q -p no:cacheprovider {tests}'
const REQUIRED = ['instance_id', 'repo', 'base_commit', 'problem_statement'] as const

/** Whether a JSON value looks like an instance of SWE-bench. */
const isInstance = (value: unknown): boolean =>
  isObject(value) && REQUIRED.every(name => typeof value[name] === 'string')

/** Instances as their data sets have them: a list, an object, or one a line. */
export const readInstances = (text: string, source: string, options: InstanceOptions): ReadTasks => {
  const problems: ReadTasks['problems'][number][] = []
  const tasks: EvalTask[] = []
  for (const { value, line } of valuesOf(text)) {
    const where = { source, ...(line === undefined ? {} : { line }) }
    if (!isInstance(value)) {
      problems.push({ ...where, message: evalTaskText('no_instance', { names: REQUIRED }) })
      continue
    }
    const repo = textField(value, 'repo') ?? ''
    const repository = findRepository(repo, options.repos)
    if (repository === undefined)
      problems.push({
        ...where,
        message: evalTaskText('no_clone', { repo }),
      })
    else tasks.push(taskOf(value, { source, repository, options }))
  }
  return { tasks, problems }
}

const valuesOf = (text: string): readonly { readonly value: unknown; readonly line?: number }[] => {
  try {
    const whole: unknown = JSON.parse(text)
    return (Array.isArray(whole) ? whole : [whole]).map(value => ({ value }))
  } catch {
    // One object a line, then.
    return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1)]))
  }
}

const parseLine = (text: string, line: number): { readonly value: unknown; readonly line: number } => {
  try {
    return { value: JSON.parse(text), line }
  } catch {
    // Named as no instance.
    return { value: undefined, line }
  }
}

/** `owner/name` below the folder, `owner__name`, or the name alone; bare or with a checkout. */
const findRepository = (repo: string, folder: string | undefined): string | undefined => {
  if (folder === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repo) || repo.includes('..')) return undefined
  const name = repo.slice(repo.indexOf('/') + 1)
  return [repo, repo.replace('/', '__'), name]
    .flatMap(path => [join(folder, path), join(folder, `${path}.git`)])
    .find(path => existsSync(path))
}

const taskOf = (
  instance: unknown,
  { source, repository, options }: { source: string; repository: string; options: InstanceOptions },
): EvalTask => {
  const text = (name: string): string => textField(instance, name) ?? ''
  const tests = [...testsOf(instance, 'FAIL_TO_PASS'), ...testsOf(instance, 'PASS_TO_PASS')]
  const command = (options.testCommand ?? PYTEST).replaceAll('{tests}', tests.map(quoted).join(' '))
  return {
    name: asTaskName(text('instance_id')),
    format: 'swe-bench',
    source,
    description: text('repo'),
    prompts: [promptOf(text('problem_statement'))],
    setup: {
      git: { repository, ref: text('base_commit') },
      ...(options.setupCommand === undefined ? {} : { command: options.setupCommand }),
    },
    overlays: [],
    checkPatch: text('test_patch'),
    checks: [{ kind: 'command', command }],
    limits: USUAL_LIMITS,
    network: 'off',
    attempts: 1,
    tags: ['swe-bench'],
    needs: [],
    solution: { patch: text('patch') },
  }
}

/** A list, or the same as a text of JSON, as the data sets have it. */
const testsOf = (instance: unknown, name: string): readonly string[] => {
  const given = isObject(instance) ? instance[name] : undefined
  const list: unknown = typeof given === 'string' && given.trim().startsWith('[') ? JSON.parse(given) : given
  return Array.isArray(list) ? list.filter(item => typeof item === 'string') : []
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

const promptOf = (issue: string): string => forModel(says('issue', { issue }))
