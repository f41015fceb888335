import type { LocalizedText, Text } from '../protocol/messages/localized-text.ts'
import { inUiLanguage } from './in-ui-language.ts'

export const wantsHelp = (argv: readonly string[]): boolean => argv.includes('--help') || argv.includes('-h')

/** The help of a subcommand, in both languages beside each other: a page with columns, not a sentence of the catalog. */
export const usageOf = (en: string, zh: string): LocalizedText => ({ id: 'usage', text: en, zh })

interface UsageRow {
  readonly name: string
  readonly help: readonly [en: string, zh: string]
}

/** The help of a group of commands. */
export const listUsage = (group: string, rows: readonly UsageRow[]): LocalizedText =>
  usageOf(
    [
      `Usage: capstan ${group} <command> [arguments]   (add "--help" to a command for details)`,
      '',
      ...rows.map(({ name, help: [en] }) => `  ${name} ${en}`),
    ].join('\n'),
    [
      `用法：capstan ${group} <命令> [参数]   （在命令后加 "--help" 查看详情）`,
      '',
      ...rows.map(({ name, help: [, zh] }) => `  ${name} ${zh}`),
    ].join('\n'),
  )

/** Asked for, so it is an answer and no failure. */
export const showUsage = async (usage: Text): Promise<number> => {
  process.stdout.write(`${await inUiLanguage(usage, process.env)}\n`)
  return 0
}
