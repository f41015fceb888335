import { hookProblems } from '../../features/hooks/check-hooks.ts'
import { whatRuns } from '../../features/hooks/label.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { pluginOutput } from '../../protocol/messages/cli/plugin-output.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { headerOf, knownCell } from '../../protocol/messages/commands/table-cells.ts'
import { lines, mapText } from '../../protocol/messages/layout.ts'
import { inEnglish, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { table } from '../../protocol/messages/table.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { findHooksHere, type HooksHere } from './hooks-here.ts'

export const LIST = {
  name: 'hooks list',
  usage: usageOf(
    `Usage: capstan hooks list [--json]   every hook configured here, where it comes from, what is wrong with it

Nothing is run. Hooks of a folder you have not trusted are not listed: "capstan trust" shows them.
Exit code 1: something is wrong with a hook.`,
    `用法：capstan hooks list [--json]   此处配置的所有钩子、来源，以及存在的问题

不会运行任何钩子。未信任文件夹中的钩子不会列出，可用 "capstan trust" 查看。
某个钩子有问题时退出码为 1。`,
  ),
  flags: { json: { type: 'boolean' } },
} as const

/** `capstan hooks list` */
export const list = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LIST, argv)
  if (given.words.length > 0) throw wrongUsage(LIST, argumentText('no_words'))
  const here = await findHooksHere(deps.process)
  const problems = here.sets.flatMap(hookProblems)
  if (given.is('json')) {
    const hooks = here.listed.map(({ handler, plugin, ...rest }) => ({
      ...rest,
      source: plugin === undefined ? rest.source : `${rest.source} ${plugin}`,
      hook: handler,
    }))
    await deps.write(`${JSON.stringify({ hooks, problems: problems.map(inEnglish) })}\n`)
  } else await deps.write(`${deps.localize(render(here, problems))}\n`)
  return problems.length > 0 ? 1 : 0
}

const render = ({ listed, trusted, start }: HooksHere, problems: readonly LocalizedText[]): LocalizedText => {
  const rows = listed.map(({ event, matcher, handler, source, plugin, where, active }) => [
    escapeLine(event, 40),
    escapeLine(matcher, 40),
    escapeLine(whatRuns(handler), 80),
    answerText(active ? 'hook_source' : 'hook_source_off', {
      source:
        plugin === undefined
          ? knownCell(source)
          : runningText('named', { level: knownCell(source), name: escapeLine(plugin, 40) }),
      where: escapeLine(where, 200),
    }),
  ])
  return lines([
    rows.length === 0 ? answerText('no_hooks') : table(headerOf('event', 'for', 'runs', 'from'), rows),
    ...(problems.length === 0
      ? []
      : [
          '',
          ...problems.map(problem =>
            pluginOutput('problem', { problem: mapText(problem, words => escapeLine(words, 500)) }),
          ),
        ]),
    ...(trusted ? [] : ['', answerText('hooks_untrusted', { directory: start.cwd })]),
  ])
}
