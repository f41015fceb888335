import type { SimpleCommand } from '../../lib/shell/command.ts'
import { baseName, unwrap } from '../../lib/shell/unwrap.ts'
import { isStatic, type ShellWord } from '../../lib/shell/word.ts'
import { matchWildcard } from './wildcard.ts'

/** A prefix assignment of one of these changes nothing about what a command does. */
const SAFE_VARIABLE =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|TERM|COLUMNS|LINES|NODE_ENV|CI)$/
const SYSTEM_DIRECTORY = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/
/** Programs that start what they are given: only an exact rule approves them. */
const EXEC_WRAPPERS = new Set([
  ...[
    'watch',
    'setsid',
    'flock',
    'ionice',
    'env',
    'sudo',
    'doas',
    'su',
    'xargs',
    'exec',
    'eval',
    'chroot',
    'unshare',
  ],
  ...[
    'nsenter',
    'script',
    'parallel',
    'taskset',
    'chrt',
    'strace',
    'ltrace',
    'systemd-run',
    'trap',
    'source',
    '.',
  ],
  ...['timeout', 'time', 'nice', 'nohup', 'stdbuf', 'command', 'builtin', 'noglob'],
])
const FIND_ACTION = /^-(?:exec|execdir|ok|okdir|delete|fls|fprint|fprint0|fprintf)$/

const squeeze = (text: string): string => text.replace(/[ \t]+/g, ' ').trim()

/** `prefix *` and `prefix:*` mean the prefix alone or followed by a blank; other stars match any text. */
const matchesSpec = (spec: string, text: string): boolean => {
  const pattern = squeeze(spec)
  const prefix = /^(.+?)(?::\*| \*)$/.exec(pattern)?.[1]
  if (prefix === undefined) return matchWildcard(pattern, text)
  return matchWildcard(prefix, text) || matchWildcard(`${prefix} *`, text)
}

const isExactSpec = (spec: string): boolean => !spec.includes('*')

export const isSafeAssignment = (command: SimpleCommand): boolean =>
  command.assignments.every(
    one => one.plain && SAFE_VARIABLE.test(one.name) && isStatic(one.value) && !one.value.tilde,
  )

/** The name under which tables and allow rules know a program; a path only if it leads to a system directory. */
export const trustedName = (word: ShellWord): string | undefined => {
  if (!isStatic(word) || word.tilde || word.text === '' || /\s/.test(word.text)) return undefined
  if (!word.text.includes('/')) return word.text
  return SYSTEM_DIRECTORY.test(word.text) ? baseName(word.text) : undefined
}

/** A word as a rule would have to spell it: quotes stay where they hold the word together or hide a meaning. */
const spelled = (word: ShellWord): string =>
  isStatic(word) && /^[^\s'"\\$`*?[\]]+$/.test(word.text) ? word.text : word.raw

const spelledLine = (command: SimpleCommand): string => {
  const [first, ...rest] = command.words
  if (!first) return ''
  return squeeze([trustedName(first) ?? spelled(first), ...rest.map(spelled)].join(' '))
}

const startsOthers = (command: SimpleCommand): boolean => {
  const name = command.words[0] && baseName(command.words[0].text)
  if (name === undefined) return true
  return (
    EXEC_WRAPPERS.has(name) || (name === 'find' && command.words.some(word => FIND_ACTION.test(word.text)))
  )
}

/** Whether an allow rule covers this one simple command, redirects aside. */
export const allowsCommand = (spec: string, command: SimpleCommand): boolean => {
  const name = command.words[0]
  if (!name || !isStatic(name) || !isSafeAssignment(command)) return false
  const line = spelledLine(command)
  if (isExactSpec(spec))
    return matchesSpec(spec, line) || matchesSpec(spec, spelledLine(unwrap(command).command))
  const inner = unwrap(command).command
  const innerName = inner.words[0]
  if (!innerName || !isStatic(innerName) || startsOthers(inner)) return false
  // A name that is a relative path or has blanks in it is not the program that a pattern was written for.
  if (/\s/.test(innerName.text)) return false
  return matchesSpec(spec, spelledLine(inner))
}

/** Every way in which a command could be read by the person who wrote a restricting rule. */
const readings = (command: SimpleCommand): readonly string[] => {
  const [first, ...rest] = command.words
  if (!first) return []
  const lines: string[] = []
  for (const name of new Set([first.text, baseName(first.text), first.raw]))
    for (const args of [rest.map(word => word.text), rest.map(word => word.raw), rest.map(spelled)])
      lines.push(squeeze([name, ...args].join(' ').replace(/\n/g, ' ')))
  lines.push(squeeze(command.text))
  return [...new Set(lines)]
}

/** Whether a deny or ask rule hits any of the commands that a simple command leads to. */
export const hitsCommand = (spec: string, views: readonly SimpleCommand[]): boolean =>
  views.some(view => readings(view).some(line => matchesSpec(spec, line)))

/** For texts that cannot be read: the first literal word of a deny rule occurs as a word. */
export const occursIn = (spec: string, text: string): boolean => {
  const first = /^[^\s*:]+/.exec(spec)?.[0]
  if (!first) return false
  const escaped = first.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`).test(text)
}
