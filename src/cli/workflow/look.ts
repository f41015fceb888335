import { readWorkflowFile } from '../../features/workflows/find-workflows.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { cellText, headerOf } from '../../protocol/messages/commands/table-cells.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
import { table } from '../../protocol/messages/table.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { findHere, findOne, isFile } from './here.ts'

export const LIST = {
  name: 'workflow list',
  usage: usageOf(
    'Usage: capstan workflow list [--json]   workflows that can be run here, and where they come from',
    '用法：capstan workflow list [--json]   此处可运行的工作流及其来源',
  ),
  flags: { json: { type: 'boolean' } },
} as const

export const SHOW = {
  name: 'workflow show',
  usage: usageOf(
    'Usage: capstan workflow show <name|file>   the file of a workflow',
    '用法：capstan workflow show <名称|文件>   显示工作流的文件',
  ),
  flags: {},
} as const

export const VALIDATE = {
  name: 'workflow validate',
  usage: usageOf(
    'Usage: capstan workflow validate [name|file …] [--json]   check workflows; without names: all. Exit code 1: there are mistakes',
    '用法：capstan workflow validate [名称|文件 …] [--json]   检查工作流；不带名称则检查全部。有错误时退出码为 1',
  ),
  flags: { json: { type: 'boolean' } },
} as const

/** `capstan workflow list` */
export const list = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LIST, argv)
  if (given.words.length > 0) throw wrongUsage(LIST, argumentText('no_words'))
  const { workflows, scripts, problems, trusted } = await findHere(deps.process)
  if (given.is('json')) {
    const shown = workflows.map(({ name, description, file, from, workflow }) => ({
      name,
      description,
      file,
      from,
      inputs: workflow.inputs,
    }))
    await deps.write(
      `${JSON.stringify({ workflows: shown, scripts: [...scripts.values()], problems: problems.map(inEnglish), trusted })}\n`,
    )
    return 0
  }
  const rows = workflows.map(({ name, from, description, workflow }) => [
    escapeLine(name, 60),
    escapeLine(from, 40),
    Object.keys(workflow.inputs)
      .map(one => escapeLine(one, 30))
      .join(', '),
    escapeLine(description, 80),
  ])
  for (const { name, from, description } of scripts.values())
    rows.push([escapeLine(name, 60), escapeLine(from, 40), '', escapeLine(description, 80)])
  await deps.write(
    rows.length === 0
      ? `${deps.localize(runningText('no_workflows'))}\n`
      : `${deps.localize(table([...headerOf('workflow', 'from'), runningText('inputs'), cellText('description')], rows))}\n`,
  )
  for (const problem of problems) deps.warn(noteText('problem', { problem }))
  if (!trusted) deps.warn(noteText('workflows_untrusted'))
  return 0
}

/** `capstan workflow show` */
export const show = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const [word, ...more] = readOptions(SHOW, argv).words
  if (word === undefined || more.length > 0)
    throw wrongUsage(SHOW, argumentText('takes_one', { what: argumentText('name_or_file') }))
  const { text, file } = await findOne(word, await findHere(deps.process))
  deps.warn(verbatim(file))
  await deps.write(process.stdout.isTTY ? escapeText(text) : text)
  return 0
}

/** `capstan workflow validate` */
export const validate = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(VALIDATE, argv)
  const here = await findHere(deps.process)
  const problems: Text[] = []
  const files = new Set<string>()
  if (given.words.length === 0) {
    problems.push(...here.problems)
    for (const file of here.files) files.add(file)
  }
  for (const word of given.words) {
    if (isFile(word)) {
      files.add(word)
      problems.push(...(await readWorkflowFile(word, here.agents)).problems)
      continue
    }
    const mistakes = here.broken.get(word)
    if (mistakes) problems.push(...mistakes)
    else files.add((await findOne(word, here)).file)
  }
  const ok = problems.length === 0
  if (given.is('json'))
    await deps.write(`${JSON.stringify({ ok, files: [...files], problems: problems.map(inEnglish) })}\n`)
  else if (ok) await deps.write(`${deps.localize(runningText('workflows_sound', { count: files.size }))}\n`)
  else await deps.write(problems.map(problem => `${escapeText(deps.localize(problem))}\n`).join(''))
  return ok ? 0 : 1
}
