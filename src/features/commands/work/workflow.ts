import type { WorkflowInfo } from '../../../protocol/agents/workflow.ts'
import type { Command, CommandHost, CommandOutcome } from '../../../protocol/command.ts'
import { OpError } from '../../../protocol/op.ts'
import { columns } from '../columns.ts'
import { reportText } from './workflow-report.ts'

export const workflowCommand: Command = {
  name: 'workflow',
  aliases: ['workflows'],
  description: 'List workflows, or run one in the background',
  argumentHint: '[list] | <name> [input=value …] | resume <run id>',
  group: 'work',
  headless: true,
  beside: true,
  async run(args, host) {
    const [verb = 'list', ...words] = wordsOf(args)
    if (verb === 'list') return await list(host)
    if (verb === 'run') return await run(words, host)
    if (verb !== 'resume') return await run([verb, ...words], host)
    if (words.length === 1) return await start(host, { resume: words[0] ?? '' })
    throw new OpError('Use /workflow list, /workflow run <name> [name=value …] or /workflow resume <run id>.')
  },
}

/** Words as a shell would read them; quotes keep blanks. */
const wordsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  )

const list = async ({ workflows, rich }: CommandHost): Promise<CommandOutcome> => {
  const found = await workflows.list()
  const rows = found.workflows.map(({ name, from, description }) => [name, from, description])
  const text =
    rows.length === 0
      ? 'No workflows here. Put one into .capstan/workflows/<name>.yaml'
      : columns(['workflow', 'from', 'description'], rows, rich)
  return { kind: 'shown', text: [text, ...found.problems.map(problem => `! ${problem}`)].join('\n') }
}

const run = async (words: readonly string[], host: CommandHost): Promise<CommandOutcome> => {
  const [which, ...assignments] = words
  if (which === undefined) throw new OpError('Name a workflow: /workflow run <name> [name=value …]')
  const isFile = /[/\\]|\.(?:ya?ml|json)$/.test(which)
  return await start(host, { ...(isFile ? { path: which } : { name: which }), assignments })
}

const start = async (
  { workflows }: CommandHost,
  wish: Parameters<CommandHost['workflows']['start']>[0],
): Promise<CommandOutcome> => {
  if (workflows.runToEnd) return ended(await workflows.runToEnd(wish))
  const { runId, name } = await workflows.start(wish)
  return { kind: 'shown', text: `Workflow ${name} started in the background (${runId}). See /tasks.` }
}

/** Where nobody would be told later, what came of it is the answer; one that failed fails the command. */
const ended = (info: WorkflowInfo): CommandOutcome => {
  const text = reportText(info, `capstan workflow run --resume ${info.runId}`).trimEnd()
  if (info.state !== 'completed') throw new OpError(text)
  return { kind: 'shown', text }
}
