import { randomUUID } from 'node:crypto'
import { reviewRules } from '../../features/review/rules.ts'
import { settingsContent } from '../../features/settings/file-content.ts'
import { writeSettings } from '../../features/settings/write.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { settingsFileOf } from '../../host/settings/settings-file-of.ts'
import { findStart } from '../../host/start.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { ExitError } from '../exit-error.ts'
import { inUiLanguage } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText, say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const AUTO_MODE = {
  name: 'auto-mode',
  usage: usageOf(
    `Usage: capstan auto-mode config | defaults | reset   the rules by which auto mode reviews calls

  config     the rules in force here, as JSON
  defaults   the built-in rules, as JSON
  reset      remove "autoMode" from your own settings (-y: without asking)`,
    `用法：capstan auto-mode config | defaults | reset   自动模式审查调用时遵循的规则

  config     此处生效的规则（JSON）
  defaults   内置规则（JSON）
  reset      从你自己的设置中删除 "autoMode"（-y：不询问）`,
  ),
  flags: { yes: { type: 'boolean', short: 'y' } },
} as const

/** `capstan auto-mode …` */
export const autoMode = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(AUTO_MODE.usage)
  const given = readOptions(AUTO_MODE, argv)
  const [action, ...rest] = given.words
  if (rest.length > 0) throw wrongUsage(AUTO_MODE, argumentText('unexpected', { word: rest[0] ?? '' }))
  if (action === 'defaults') say(jsonText(reviewRules()))
  else if (action === 'config') {
    const { settings } = gatherSettings({}, { ...findStart(from), env: from.env })
    say(jsonText(reviewRules(settings.autoMode)))
  } else if (action === 'reset') return await reset(from, given.is('yes'))
  else
    throw wrongUsage(
      AUTO_MODE,
      action === undefined ? argumentText('no_action') : argumentText('not_a_command', { words: action }),
    )
  return 0
}

const reset = async (from: Process, agreed: boolean): Promise<number> => {
  const start = findStart(from)
  const file = settingsFileOf({ ...start, localDir: start.cwd })('userSettings') ?? ''
  const { autoMode: own } = settingsContent(file) as { readonly autoMode?: unknown }
  const { env } = from
  if (own === undefined) {
    say(await inUiLanguage(commandText('auto_mode_unset', { file }), env))
    return 0
  }
  if (!agreed) {
    if (!process.stdin.isTTY || !process.stdout.isTTY) throw new ExitError(1, commandText('needs_yes'))
    const question = commandText('auto_mode_reset_question', { file })
    if ((await askYesNo(question, process.stdout, env)) !== 'yes') return 1
  }
  await writeSettings({ file, scope: 'user' }, [{ kind: 'unset', path: ['autoMode'] }], {
    newId: randomUUID,
    now: Date.now,
  })
  say(await inUiLanguage(commandText('auto_mode_reset', { file }), env))
  return 0
}
