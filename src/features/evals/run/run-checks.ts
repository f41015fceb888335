import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../../../lib/error-text.ts'
import type { CheckOutcome } from '../result.ts'
import type { Check, EvalTask, Expected } from '../task.ts'
import type { TaskPorts } from './ports.ts'
import { applyPatch, type Copy } from './prepare-copy.ts'
import { hasLinks, putOver } from './put-over.ts'

export interface Judged {
  readonly key: string
  readonly answer: string
  readonly patch: string
  readonly judge?: string
}

const MAX_OUTPUT = 4000
const MAX_FILE = 16 * 1024 * 1024

/** Holds a copy against the checks of its task. Nothing in the copy decides how: tests are put over it first. */
export const runChecks = async (
  task: EvalTask,
  { copy, of }: { readonly copy: Copy; readonly of: Judged },
  { ports, signal }: { readonly ports: TaskPorts; readonly signal: AbortSignal },
): Promise<readonly CheckOutcome[]> => {
  const { directory } = copy
  putOver(task.overlays, directory)
  if (task.checkPatch !== undefined)
    try {
      await applyPatch(task.checkPatch, copy, ports)
    } catch (error) {
      return [{ name: 'the tests', passed: false, output: `they can't be applied: ${errorText(error)}` }]
    }
  const outcomes: CheckOutcome[] = []
  for (const check of task.checks)
    outcomes.push(
      check.kind === 'command'
        ? await checkCommand(task, check.command, { directory, ports, signal })
        : check.kind === 'rubric'
          ? await checkRubric(task, check, { of, ports, signal })
          : checkText(check, check.kind === 'file' ? directory : of.answer),
    )
  return outcomes
}

const checkCommand = async (
  task: EvalTask,
  command: string,
  { directory, ports, signal }: { directory: string; ports: TaskPorts; signal: AbortSignal },
): Promise<CheckOutcome> => {
  const { checkSeconds: seconds } = task.limits
  const env = { CAPSTAN_EVAL_TASK: task.source }
  const wish = { command, cwd: directory, seconds, network: task.network, env, readable: [task.source] }
  const { code, timedOut, output } = await ports.command(wish, signal)
  const said = output.slice(-MAX_OUTPUT)
  return {
    name: command,
    passed: code === 0,
    output: timedOut ? `${said}\nIt took longer than ${seconds} s.` : said,
  }
}

const checkRubric = async (
  task: EvalTask,
  { rubric, model }: Extract<Check, { kind: 'rubric' }>,
  { of, ports, signal }: { of: Judged; ports: TaskPorts; signal: AbortSignal },
): Promise<CheckOutcome> => {
  const named = model ?? of.judge
  const { passed, why, usd } = await ports.judge(
    {
      key: of.key,
      task,
      rubric,
      patch: of.patch,
      answer: of.answer,
      ...(named === undefined ? {} : { model: named }),
    },
    signal,
  )
  return { name: 'rubric', passed, output: why, ...(usd === undefined ? {} : { usd }) }
}

const checkText = (check: Extract<Check, { kind: 'file' | 'answer' }>, within: string): CheckOutcome => {
  if (check.kind === 'answer')
    return { name: 'answer', ...fits(within, check), output: within.slice(0, MAX_OUTPUT) }
  const name = `file ${check.path}`
  const text = readInside(within, check.path)
  if (check.absent)
    return { name, passed: text === undefined, output: text === undefined ? '' : 'it is there' }
  if (text === undefined) return { name, passed: false, output: 'it is not there' }
  return { name, ...fits(text, check) }
}

const fits = (text: string, { contains, matches, equals }: Expected): Omit<CheckOutcome, 'name'> => {
  const wrong = [
    ...(contains !== undefined && !text.includes(contains)
      ? [`does not contain ${JSON.stringify(contains)}`]
      : []),
    ...(matches !== undefined && !new RegExp(matches, 'm').test(text) ? [`does not match /${matches}/`] : []),
    ...(equals !== undefined && text.trim() !== equals.trim() ? ['is not what was expected'] : []),
  ]
  return { passed: wrong.length === 0, output: wrong.join('; ') }
}

/** A link could lead to anywhere, so none is followed. */
const readInside = (directory: string, name: string): string | undefined => {
  const path = join(directory, name)
  if (hasLinks(directory, name)) return undefined
  const facts = lstatSync(path, { throwIfNoEntry: false })
  return facts?.isFile() && facts.size <= MAX_FILE ? readFileSync(path, 'utf8') : undefined
}
