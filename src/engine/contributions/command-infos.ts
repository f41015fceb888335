import { COMMANDS } from '../../features/commands/index.ts'
import type { Command } from '../../protocol/command.ts'
import type { CommandInfo } from '../../protocol/command-info.ts'
import type { SettingsPort } from '../options/settings-port.ts'

/** Commands as front ends list them, in the language of the interface. */
export const commandInfos = async (
  commands: readonly Command[],
  config: { readonly settings?: Pick<SettingsPort, 'initial'>; releaseNotes?(): Promise<string> },
): Promise<readonly CommandInfo[]> => {
  const inChinese = config.settings?.initial.settings.uiLanguage === 'zh'
  const chinese = inChinese ? await import('../../features/commands/zh/in-chinese.ts') : undefined
  return commands
    .filter(({ needs }) => needs === undefined || config[needs] !== undefined)
    .map(command => {
      const { run: _, needs: __, headless, ...about } = command
      const info = headless ? about : { ...about, needsScreen: true }
      return chinese && COMMANDS.includes(command) ? chinese.commandInfoInChinese(info) : info
    })
}
