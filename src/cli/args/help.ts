import type { Env } from '../../protocol/host.ts'
import { uiLanguage } from '../in-ui-language.ts'
import { type Flag, flagName } from './flag.ts'
import { FLAG_GROUPS } from './flags.ts'
import { COMMAND_HELP_ZH, FLAG_HELP_ZH, GROUP_ZH } from './help-zh.ts'
import { SUBCOMMANDS } from './subcommands.ts'

export type HelpLanguage = 'en' | 'zh'

const INDENT = 2
const COLUMN = 40

interface Frame {
  readonly head: readonly string[]
  readonly colon: string
  readonly foot: readonly string[]
}

const FRAMES: Readonly<Record<HelpLanguage, Frame>> = {
  en: {
    head: [
      'Usage: capstan [flags] [prompt]        start an interactive session',
      '       capstan -p [flags] <prompt>     print the answer and exit; piped input is added to the prompt',
      '       capstan <command> [arguments]',
      '',
      'Commands:',
    ],
    colon: ':',
    foot: [
      'Separate values with a space or "=". Flags marked with … can be repeated and take several',
      'values; put the prompt before them, or after "--".',
      'A prompt can be a slash command, such as /context, /cost or /compact; -p "/help all" lists them.',
      'Exit codes: 0 done, 1 failed, 2 invalid command line, 129 hung up, 130 interrupted,',
      '141 nobody reads the output, 143 terminated.',
    ],
  },
  zh: {
    head: [
      '用法：capstan [选项] [提示词]          启动交互式会话',
      '      capstan -p [选项] <提示词>       输出回答后退出；管道输入会附加到提示词',
      '      capstan <命令> [参数]',
      '',
      '命令：',
    ],
    colon: '：',
    foot: [
      '选项与值之间用空格或 "=" 分隔。标有 … 的选项可重复，也可带多个值；提示词要写在它们之前，或写在 "--" 之后。',
      '提示词可以是斜杠命令，例如 /context、/cost 或 /compact；-p "/help all" 列出全部。',
      '退出码：0 完成，1 失败，2 命令行无效，129 挂断，130 中断，141 输出无人读取，143 被终止。',
    ],
  },
}

/** The text of `--help`, made from the tables of flags and commands. */
/** In the language of whoever asks. One file with all that it needs: nothing of a run is loaded for it. */
export const helpIn = (env: Env): string => renderHelp(uiLanguage(env))

export const renderHelp = (language: HelpLanguage = 'en'): string => {
  const { head, colon, foot } = FRAMES[language]
  return [
    ...head,
    ...SUBCOMMANDS.map(command => renderRow(command.name, commandHelp(command, language))),
    ...Object.entries(FLAG_GROUPS).flatMap(([group, flags]) => [
      '',
      `${groupName(group, language)}${colon}`,
      ...flags.map(flag => renderRow(spellFlag(flag), flagHelp(flag, language))),
    ]),
    '',
    ...foot,
    '',
  ].join('\n')
}

export const flagHelp = (flag: Flag, language: HelpLanguage): string => {
  if (language === 'en') return flag.help
  const choices = 'choices' in flag && flag.choices ? flag.choices.join('、') : ''
  return FLAG_HELP_ZH[flag.key].replace('{choices}', choices)
}

export const commandHelp = ({ name, help }: (typeof SUBCOMMANDS)[number], language: HelpLanguage): string =>
  language === 'en' ? help : COMMAND_HELP_ZH[name]

export const groupName = (group: string, language: HelpLanguage): string =>
  language === 'en' ? group : (GROUP_ZH[group] ?? group)

/** With its letter and its value. */
export const spellFlag = (flag: Flag): string => {
  const name = `${flag.short ? `-${flag.short}, ` : '    '}${flagName(flag)}`
  switch (flag.kind) {
    case 'help':
    case 'version':
    case 'switch':
      return name
    case 'choice':
      return `${name} ${flag.value ?? `<${flag.choices.join('|')}>`}`
    case 'attached':
      return `${name}${flag.value}`
    case 'text':
    case 'number':
    case 'list':
    case 'items':
    case 'optional':
      return `${name} ${flag.value}`
  }
}

const renderRow = (left: string, help: string): string => {
  const start = ' '.repeat(INDENT) + left
  return start.length < COLUMN ? start.padEnd(COLUMN) + help : `${start}\n${' '.repeat(COLUMN)}${help}`
}
