import { isMadeOf, plainCommand } from '../lib/text/command-match.ts'
import type { Text } from '../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'

const says = modelTexts('check_verdicts', {
  warning: {
    en: '[Unverified, by a check of the harness: {what}. The agent ran {commands}. Take what is unverified as not checked.]',
    zh: '[系统核对发现未经验证的内容：{what}。该智能体运行了 {commands}。未经验证的内容应视为没有检查。]',
  },
  commands: {
    en: { one: '{count:number} command', other: '{count:number} commands' },
    zh: '{count:number} 条命令',
  },
  noCheck: {
    en: 'the report has no check with a command and a verdict',
    zh: '报告中没有同时给出命令和结论的检查',
  },
  unproven: {
    en: '{unproven:number} of {all:number} verdicts name no command that was run: {names:list}{more}',
    zh: '{all:number} 个结论中有 {unproven:number} 个没有给出实际运行过的命令：{names:list}{more}',
  },
  quoted: { en: '"{name}"', zh: '“{name}”' },
  more: { en: ' and {count:number} more', zh: '，另有 {count:number} 个' },
  unnamed: { en: 'a check without a name', zh: '未命名的检查' },
})

interface Check {
  readonly what: Text
  /** As written; empty: none. */
  readonly command: string
}

const HEADING = /^#{1,6}\s+(?!!)(.+)$/
const COMMAND = /^[\s>*_-]*Command(?:\s+run)?[*_]*:[*_]*(.*)$/i
const OUTPUT = /^[\s>*_-]*(?:Output|Result)[^:]{0,20}:/i
const VERDICT = /^[\s>*_-]*Verdict[*_]*:[*_]*\s*(?:PASS|FAIL|PARTIAL)\b/i
/** The last line of a report, about all of it. */
const OVERALL = /^[\s>*_#]*VERDICT[*_]*:/
const MOST_NAMED = 5
const MOST_CHARS = 80

/**
 * Whether every verdict of a report rests on a command that its writer ran: what is wrong, for whoever reads it;
 * undefined: nothing is.
 */
export const unprovenVerdicts = (
  report: string,
  ran: readonly string[],
  language?: PromptLanguage,
): string | undefined => {
  const what = unprovenIn(checksIn(report), ran)
  if (what === undefined) return undefined
  const commands = says('commands', { count: ran.length })
  return forModel(says('warning', { what, commands }), language)
}

const unprovenIn = (checks: readonly Check[], ran: readonly string[]): Text | undefined => {
  if (checks.length === 0) return says('noCheck')
  const known = ran.map(plainCommand)
  const unproven = checks.filter(({ command }) => !isMadeOf(plainCommand(command), known))
  if (unproven.length === 0) return undefined
  const names = unproven.slice(0, MOST_NAMED).map(({ what }) => says('quoted', { name: cut(what) }))
  const left = unproven.length - MOST_NAMED
  const more = left > 0 ? says('more', { count: left }) : ''
  return says('unproven', { unproven: unproven.length, all: checks.length, names, more })
}

const checksIn = (report: string): readonly Check[] => {
  const checks: Check[] = []
  let what = ''
  let command = ''
  let isCommand = false
  for (const line of report.split('\n')) {
    const [, heading] = HEADING.exec(line) ?? []
    const [, begun] = COMMAND.exec(line) ?? []
    if (OVERALL.test(line) || OUTPUT.test(line)) isCommand = false
    else if (VERDICT.test(line)) {
      checks.push({ what: what || command.trim() || says('unnamed'), command })
      command = ''
      isCommand = false
    } else if (begun !== undefined) {
      command = begun
      isCommand = true
    } else if (heading !== undefined) {
      what = heading
      command = ''
      isCommand = false
    } else if (isCommand) command += `\n${line}`
  }
  return checks
}

const cut = (text: Text): Text =>
  typeof text !== 'string' || text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS - 1)}…`
