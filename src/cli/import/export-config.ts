import { applyExport } from '../../features/import/export/apply-export.ts'
import { readOwnConfig } from '../../features/import/export/config-to-export.ts'
import { ExportCollector, type ExportItem } from '../../features/import/export/export-plan.ts'
import { FOREIGN_WRITERS } from '../../features/import/export/foreign-writers.ts'
import { importSources } from '../../features/import/import-sources.ts'
import { editJsonc } from '../../features/settings/edit-jsonc.ts'
import { findStart } from '../../host/start.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { importText } from '../../protocol/messages/commands/imports.ts'
import { pluginAnswer } from '../../protocol/messages/commands/plugins.ts'
import { asLocalized, lines, mapText } from '../../protocol/messages/layout.ts'
import { inEnglish, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'
import { oneOf } from '../args/read-value.ts'
import { sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const NAMES = FOREIGN_WRITERS.map(({ name }) => name)

const EXPORT = {
  name: 'export-config',
  usage: usageOf(
    `Usage: capstan export-config <${NAMES.join('|')}> [flags]   write what is set up here for another tool

  --scope <user|project>   only what is yours everywhere, or only this project's
  --yes              write it; without it only what would be written is shown
  --json             the plan, or what was done, as JSON

Writes MCP servers, commands, agents, skills, rules and instructions in the tool's own form. Nothing of the tool is
overwritten, and what would allow more there than here is left out and named.`,
    `用法：capstan export-config <${NAMES.join('|')}> [选项]   把此处的配置写成其他工具的格式

  --scope <user|project>   只导出你的全局配置，或只导出此项目的配置
  --yes              实际写入；不带此选项时只显示将要写入的内容
  --json             以 JSON 输出计划或结果

以目标工具自己的格式写入 MCP 服务器、命令、智能体、技能、规则和说明文件。不会覆盖该工具已有的任何内容；
会使权限比这里更宽松的项目不会写入，并会逐一列出。`,
  ),
  flags: {
    scope: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
    json: { type: 'boolean' },
  },
} as const

/** `capstan export-config …` */
export const exportConfig = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(EXPORT.usage)
  const given = readOptions(EXPORT, argv)
  const [name = '', ...more] = given.words
  const writer = FOREIGN_WRITERS.find(each => each.name === name.toLowerCase())
  if (!writer || more.length > 0)
    throw wrongUsage(
      EXPORT,
      name === ''
        ? argumentText('name_one', { what: oneOf(NAMES) })
        : argumentText('unknown_here', { name: [name, ...more].join(' ') }),
    )
  const scope = given.text('scope')
  if (scope !== undefined && scope !== 'user' && scope !== 'project')
    throw wrongUsage(
      EXPORT,
      argumentText('takes', {
        flag: '--scope',
        choices: oneOf(['user', 'project']),
        given: JSON.stringify(scope),
      }),
    )
  const places = importSources(findStart(from), { secrets: false, ...(scope ? { scope } : {}) })
  const plans = places.map(place => {
    const into = new ExportCollector(writer.title, place)
    writer.collect(readOwnConfig(place), into)
    return into
  })
  const plan = {
    items: plans.flatMap(({ items }) => items),
    skipped: plans.flatMap(({ skipped }) => skipped),
  }
  const skipped = plan.skipped.map(({ kind, name: of, why }) => ({ kind, name: of, why: inEnglish(why) }))
  const tell = await sayer(from.env)
  if (!given.is('yes')) {
    if (given.is('json')) say(jsonText({ dryRun: true, items: plan.items, skipped }))
    else tell(planText(plan))
    return 0
  }
  const outcomes = applyExport(plan, (text, path, value) => editJsonc(text, { kind: 'set', path, value }))
  const failed = outcomes.filter(outcome => outcome.failed !== undefined)
  if (given.is('json')) say(jsonText({ dryRun: false, outcomes, skipped }))
  else {
    for (const { item, failed: why } of outcomes)
      tell(
        why === undefined
          ? lineOf(item)
          : pluginAnswer('item_failed', { name: escapeLine(item.name, 300), why: escapeLine(why, 300) }),
      )
    tell(importText('exported', { count: outcomes.length - failed.length }))
  }
  return failed.length > 0 ? 1 : 0
}

const lineOf = ({ kind, name, to }: ExportItem): LocalizedText =>
  importText('exported_item', {
    kind: pluginAnswer(`kind_${kind}`),
    name: escapeLine(name, 300),
    to: escapeLine(to, 300),
  })

const planText = ({
  items,
  skipped,
}: {
  readonly items: readonly ExportItem[]
  readonly skipped: readonly { readonly why: Text }[]
}): LocalizedText =>
  lines([
    importText(items.length === 0 ? 'nothing_to_export' : 'would_export'),
    ...items.map(lineOf),
    ...(skipped.length > 0 ? [pluginAnswer('left_alone')] : []),
    ...skipped.map(({ why }) =>
      answerText('indented', { text: mapText(asLocalized(why), words => escapeLine(words, 300)) }),
    ),
    ...(items.length > 0 ? [importText('nothing_exported')] : []),
  ])
