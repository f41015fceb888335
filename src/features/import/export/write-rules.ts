import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import type { OwnConfig } from './config-to-export.ts'

type Rule = OwnConfig['rules'][number]

/** The words of a rule for commands; `isPrefix`: whatever follows them. Undefined: it is about something else. */
const commandOf = (rule: string): { readonly words: string; readonly isPrefix: boolean } | undefined => {
  const [, inner] = new RegExp(`^${RULE_NAMES.shell}\\((.*)\\)$`, 's').exec(rule) ?? []
  if (inner === undefined) return undefined
  const [, words = '', star] = /^(.*?)( \*|:\*)?$/s.exec(inner) ?? []
  return words === '' || words.includes('*') ? undefined : { words, isPrefix: star !== undefined }
}

const DECISIONS = { allow: 'allow', ask: 'prompt', deny: 'forbidden' } as const

/** For Codex, whose rules are beginnings of commands; undefined: an exact one would become more there. */
export const prefixRule = ({ list, rule }: Rule): string | undefined => {
  const command = commandOf(rule)
  if (!command?.isPrefix || !/^[\w./@:=,+%-]+(?: [\w./@:=,+%-]+)*$/.test(command.words)) return undefined
  const pattern = command.words.split(' ').map(word => JSON.stringify(word))
  return `prefix_rule(\n    pattern = [${pattern.join(', ')}],\n    decision = "${DECISIONS[list]}",\n)\n`
}

const GEMINI_TOOLS: Readonly<Record<string, readonly string[]>> = {
  [RULE_NAMES.write]: ['write_file', 'replace'],
  [RULE_NAMES.read]: ['read_file'],
  [RULE_NAMES.network]: ['web_fetch'],
  [RULE_NAMES['web-search']]: ['google_web_search'],
}

/** For Gemini CLI: commands by their beginning, whole tools, and files it must not read, which it has a file for. */
export const geminiRule = ({
  list,
  rule,
}: Rule):
  | { readonly key: 'allowed' | 'exclude' | 'ignored'; readonly texts: readonly string[] }
  | undefined => {
  const command = commandOf(rule)
  if (list === 'ask') return undefined
  if (command?.isPrefix)
    return { key: list === 'allow' ? 'allowed' : 'exclude', texts: [`run_shell_command(${command.words})`] }
  if (list === 'allow' || command) return undefined
  const [, name = '', inner] = /^(\w+)(?:\((.*)\))?$/s.exec(rule) ?? []
  if (inner === undefined) {
    const texts = GEMINI_TOOLS[name]
    return texts && { key: 'exclude', texts }
  }
  return name === RULE_NAMES.read && !/[\n!#]/.test(inner) ? { key: 'ignored', texts: [inner] } : undefined
}

/** For Cursor: a command by its first word, files by a pattern. */
export const cursorRule = ({ list, rule }: Rule): string | undefined => {
  if (list === 'ask') return undefined
  const command = commandOf(rule)
  if (command)
    return command.isPrefix && /^[\w./-]+$/.test(command.words) ? `Shell(${command.words})` : undefined
  const [, name, inner] = /^(\w+)\((.*)\)$/s.exec(rule) ?? []
  if (list === 'allow' || inner === undefined) return undefined
  if (name === RULE_NAMES.read) return `Read(${inner})`
  return name === RULE_NAMES.write ? `Write(${inner})` : undefined
}

const ORDER = ['allow', 'ask', 'deny'] as const

const OPENCODE_KINDS: Readonly<Record<string, string>> = {
  [RULE_NAMES.write]: 'edit',
  [RULE_NAMES.read]: 'read',
  [RULE_NAMES.network]: 'webfetch',
  [RULE_NAMES['web-search']]: 'websearch',
}

/** For opencode, where the last pattern that matches counts: the strictest come last, and what nobody names asks. */
export const opencodePermission = (
  rules: readonly Rule[],
): { readonly permission: Readonly<Record<string, unknown>>; readonly left: readonly Rule[] } => {
  const bash: Record<string, string> = {}
  const others: Record<string, string | Record<string, string>> = {}
  const left: Rule[] = []
  const sorted = rules.toSorted((a, b) => ORDER.indexOf(a.list) - ORDER.indexOf(b.list))
  for (const one of sorted) {
    const command = commandOf(one.rule)
    const [, name = '', inner] = /^(\w+)(?:\((.*)\))?$/s.exec(one.rule) ?? []
    const kind = OPENCODE_KINDS[name]
    if (command) bash[`${command.words}${command.isPrefix ? ' *' : ''}`] = one.list
    else if (kind === undefined || one.list === 'allow') left.push(one)
    else {
      const before = others[kind]
      others[kind] =
        inner === undefined ? one.list : { ...(typeof before === 'object' ? before : {}), [inner]: one.list }
    }
  }
  const hasCommands = Object.keys(bash).length > 0
  return { permission: { ...(hasCommands ? { bash: { '*': 'ask', ...bash } } : {}), ...others }, left }
}
