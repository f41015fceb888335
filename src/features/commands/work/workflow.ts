import type { WorkflowInfo } from '../../../protocol/agents/workflow.ts'
import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { headerOf, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import { workflowAnswer } from '../../../protocol/messages/commands/workflows.ts'
import { table } from '../../../protocol/messages/table.ts'
import { OpError } from '../../../protocol/op.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { shown, shownLines } from '../answer.ts'
import { described } from '../described.ts'
import { reportText } from './workflow-report.ts'

export const workflowCommand: Command = {
  ...described('workflow', ['workflows']),
  group: 'work',
  headless: true,
  beside: true,
  async run(args, host) {
    const [verb = 'list', ...words] = wordsOf(args)
    if (verb === 'list') return await list(host)
    if (verb === 'run') return await run(words, host)
    if (verb !== 'resume') return await run([verb, ...words], host)
    if (words.length === 1) return await start(host, { resume: words[0] ?? '' })
    throw new OpError(workflowAnswer('workflow_usage'))
  },
}

/** Words as a shell would read them; quotes keep blanks. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  )

const list = async ({ workflows }: CommandHost): Promise<CommandOutcome> => {
  const found = await workflows.list()
  const rows = found.workflows.map(({ name, from, description }) => [name, knownCell(from), description])
  return shownLines([
    rows.length === 0
      ? workflowAnswer('no_workflows')
      : table(headerOf('workflow', 'from', 'description'), rows),
    ...found.problems.map(problem => workflowAnswer('problem', { problem })),
  ])
}

const run = async (words: readonly string[], host: CommandHost): Promise<CommandOutcome> => {
  const [which, ...assignments] = words
  if (which === undefined) throw new OpError(workflowAnswer('name_workflow'))
  const known = (await host.workflows.list()).workflows.find(({ name }) => name === which)
  if (known?.script) return asked(which, assignments, host)
  const isFile = /[/\\]|\.(?:ya?ml|json)$/.test(which)
  return await start(host, { ...(isFile ? { path: which } : { name: which }), assignments })
}

const ASK: Readonly<Record<PromptLanguage, (input: string) => string>> = {
  en: input => `Run this workflow with the tool Script, then tell me what came of it: ${input}`,
  zh: input => `用工具 Script 运行这个工作流，然后告诉我结果：${input}`,
}

/** A script has to be run in a turn: what it calls is decided there. */
const asked = (
  workflow: string,
  words: readonly string[],
  { place }: Pick<CommandHost, 'place'>,
): CommandOutcome => {
  const pairs = words.map(word => /^([\w-]+)=([\s\S]*)$/.exec(word))
  const args = pairs.every(pair => pair !== null)
    ? Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, readValue(value)]))
    : words.join(' ')
  const input = JSON.stringify({ workflow, ...(words.length === 0 ? {} : { args }) })
  return { kind: 'submit', text: ASK[place.promptLanguage](input) }
}

const readValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Plain words need no quotes.
    return text
  }
}

const start = async (
  { workflows }: CommandHost,
  wish: Parameters<CommandHost['workflows']['start']>[0],
): Promise<CommandOutcome> => {
  if (workflows.runToEnd) return ended(await workflows.runToEnd(wish))
  const { runId, name } = await workflows.start(wish)
  return shown(workflowAnswer('started', { name, id: runId }))
}

/** Where nobody would be told later, what came of it is the answer; one that failed fails the command. */
const ended = (info: WorkflowInfo): CommandOutcome => {
  const report = reportText(info, `capstan workflow run --resume ${info.runId}`)
  if (info.state !== 'completed') throw new OpError(report)
  return shown(report)
}
