import { flagName } from '../args/flag.ts'
import { FLAG_GROUPS } from '../args/flags.ts'
import { commandHelp, flagHelp, groupName, type HelpLanguage, spellFlag } from '../args/help.ts'
import { SUBCOMMANDS } from '../args/subcommands.ts'
import { COMMAND_WORDS } from './command-words.ts'

interface Words {
  readonly manual: string
  readonly name: readonly [heading: string, text: string]
  readonly synopsis: readonly [
    heading: string,
    flagsAndPrompt: string,
    flagsThenPrompt: string,
    command: string,
  ]
  readonly description: readonly [heading: string, ...text: string[]]
  readonly commands: readonly [heading: string, list: (words: readonly string[]) => string]
  readonly options: string
  readonly exit: readonly [heading: string, ...rows: (readonly [code: string, text: string])[]]
  readonly files: readonly [heading: string, home: string, project: string]
  readonly also: readonly [heading: string, text: string]
  readonly stop: string
}

const CODES = '129, 130, 141, 143'

const WORDS: Readonly<Record<HelpLanguage, Words>> = {
  en: {
    manual: 'User Commands',
    name: ['NAME', 'an agentic coding assistant for the terminal'],
    synopsis: ['SYNOPSIS', '[flags] [prompt]', '[flags] prompt', 'command [arguments]'],
    description: [
      'DESCRIPTION',
      'Without a command, Capstan starts an interactive session in the current directory.',
      'With \\fB\\-p\\fR it prints the answer to one prompt and exits; piped input is added to the prompt.',
    ],
    commands: ['COMMANDS', words => ` Commands: ${words.join(', ')}.`],
    options: 'OPTIONS',
    exit: [
      'EXIT STATUS',
      ['0', 'Done.'],
      ['1', 'It failed.'],
      ['2', 'The command line is not valid.'],
      [CODES, 'Hung up, interrupted, nobody reads the output, terminated.'],
    ],
    files: [
      'FILES',
      'Settings, sessions and extensions; \\fBCAPSTAN_CONFIG_DIR\\fR names another place.',
      'Settings of a project.',
    ],
    also: ['SEE ALSO', 'The help of each command: \\fBcapstan\\fR command \\fB\\-\\-help\\fR.'],
    stop: '.',
  },
  zh: {
    manual: '用户命令',
    name: ['名称', '运行在终端里的编程智能体'],
    synopsis: ['概要', '[选项] [提示词]', '[选项] 提示词', '命令 [参数]'],
    description: [
      '说明',
      '不带命令时，在当前目录启动交互式会话。',
      '带 \\fB\\-p\\fR 时输出对一条提示词的回答后退出；管道输入会附加到提示词。',
    ],
    commands: ['命令', words => `子命令：${words.join('、')}。`],
    options: '选项',
    exit: [
      '退出状态',
      ['0', '完成。'],
      ['1', '失败。'],
      ['2', '命令行无效。'],
      [CODES, '挂断、中断、输出无人读取、被终止。'],
    ],
    files: ['文件', '设置、会话和扩展；可用 \\fBCAPSTAN_CONFIG_DIR\\fR 指定其他位置。', '项目的设置。'],
    also: ['另请参阅', '各命令的帮助：\\fBcapstan\\fR 命令 \\fB\\-\\-help\\fR。'],
    stop: '。',
  },
}

/** `capstan.1`, for `man`. */
export const renderManPage = (version: string, language: HelpLanguage = 'en'): string => {
  const words = WORDS[language]
  const [exitHeading, ...codes] = words.exit
  return [
    `.TH CAPSTAN 1 "" "Capstan ${escaped(version)}" "${words.manual}"`,
    `.SH ${words.name[0]}`,
    `capstan \\- ${words.name[1]}`,
    ...synopsis(words.synopsis),
    `.SH ${words.description[0]}`,
    ...words.description.slice(1),
    `.SH ${words.commands[0]}`,
    ...SUBCOMMANDS.flatMap(command => {
      const help = commandHelp(command, language)
      return entry(
        `\\fB${escaped(command.name)}\\fR`,
        `${sentence(help, words)}${wordsOf(command.name, help, words)}`,
      )
    }),
    `.SH ${words.options}`,
    ...Object.entries(FLAG_GROUPS).flatMap(([group, flags]) => [
      `.SS ${escaped(groupName(group, language))}`,
      ...flags.flatMap(flag =>
        entry(bold(spellFlag(flag).trim(), flagName(flag)), sentence(flagHelp(flag, language), words)),
      ),
    ]),
    `.SH ${exitHeading}`,
    ...codes.flatMap(([code, text]) => entry(code, text)),
    `.SH ${words.files[0]}`,
    ...entry('~/.capstan', words.files[1], { raw: true }),
    ...entry(escaped('.capstan/settings.json'), words.files[2]),
    `.SH ${words.also[0]}`,
    words.also[1],
    '',
  ].join('\n')
}

const synopsis = ([heading, whole, printed, command]: Words['synopsis']): readonly string[] => [
  `.SH ${heading}`,
  '.B capstan',
  whole,
  '.br',
  '.B capstan \\-p',
  printed,
  '.br',
  '.B capstan',
  command,
]

const sentence = (text: string, { stop }: Words): string => (/[.…。]$/.test(text) ? text : `${text}${stop}`)

const wordsOf = (name: string, help: string, { commands }: Words): string => {
  const words = Object.hasOwn(COMMAND_WORDS, name)
    ? COMMAND_WORDS[name as keyof typeof COMMAND_WORDS]
    : undefined
  return words === undefined || words.every(word => help.includes(word)) ? '' : commands[1](words)
}

const entry = (left: string, text: string, { raw = false } = {}): readonly string[] => [
  '.TP',
  left,
  raw ? text : escaped(text),
]

const bold = (spelled: string, name: string): string => {
  const at = spelled.indexOf(name) + name.length
  return `\\fB${escaped(spelled.slice(0, at))}\\fR${escaped(spelled.slice(at))}`
}

/** A dash is a dash, a backslash is one, and no line begins with a request by accident. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replace(/^(?=[.'])/, '\\&')
