import type { Lowered, SimpleCommand } from '../../../lib/shell/command.ts'
import { baseName, unwrap } from '../../../lib/shell/unwrap.ts'
import type { Access } from '../../../protocol/access.ts'
import type { Danger } from '../../../protocol/permission.ts'
import { findProtected } from '../paths/protected.ts'
import { findSensitive } from '../paths/sensitive.ts'
import { isInterpreter } from '../rules/rules.ts'
import { list } from '../shell/word-list.ts'

const PRIVATE_KEY =
  /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)[^/]*$|\.(?:pem|key|p12|pfx|kdbx)$|(?:^|\/)\.(?:ssh|gnupg)(?:\/|$)/i
const DOWNLOADS = new Set(list('curl wget fetch aria2c'))
const ROOT = new Set(list('sudo doas su pkexec'))
const MAX_DANGERS = 2

/** What a person should know first about a call, the worst first. It decides nothing: the rules have decided. Pure. */
export const dangersOf = (accesses: readonly Access[], line: Lowered | undefined): readonly Danger[] => {
  const found = new Set<Danger>()
  for (const access of accesses) {
    if (access.kind === 'read' || access.kind === 'write') addPath(found, access.path, access.kind)
    if (access.kind === 'mcp' && access.hint === 'destructive') found.add('destructive_tool')
    if (access.kind === 'shell' && line?.ok) addLine(found, line.commands, access.command)
  }
  return ORDER.filter(danger => found.has(danger)).slice(0, MAX_DANGERS)
}

const ORDER: readonly Danger[] = [
  'runs_download',
  'private_key',
  'deletes_tree',
  'as_root',
  'loses_work',
  'rewrites_remote',
  'destructive_tool',
  'secrets',
  'protected',
]

const addPath = (found: Set<Danger>, path: string, kind: 'read' | 'write'): void => {
  if (PRIVATE_KEY.test(path) && !path.endsWith('.pub')) found.add('private_key')
  else if (findSensitive(path) !== undefined) found.add('secrets')
  if (kind === 'write' && findProtected(path) !== undefined) found.add('protected')
}

const addLine = (found: Set<Danger>, commands: readonly SimpleCommand[], text: string): void => {
  const downloads = commands.some(one => DOWNLOADS.has(nameOf(one)))
  if (commands.some(one => ROOT.has(baseName(one.words[0]?.text ?? '')))) found.add('as_root')
  for (const command of commands) {
    const words = withoutRoot(unwrap(command).command.words.map(word => word.text))
    const [name, args] = [baseName(words[0] ?? ''), words.slice(1)]
    if (deletesTree(name, args)) found.add('deletes_tree')
    if (losesWork(name, args)) found.add('loses_work')
    if (
      name === 'git' &&
      args.includes('push') &&
      args.some(word => /^(?:-[a-z]*[fd][a-z]*|--force.*|--delete|--mirror|--prune|\+.+|:.+)$/.test(word))
    )
      found.add('rewrites_remote')
    if (downloads && runsInput(name, args, command)) found.add('runs_download')
    for (const word of args) if (!word.startsWith('-')) addPath(found, word, 'read')
    for (const { op, target } of command.redirects)
      addPath(found, target.text, op.startsWith('<') ? 'read' : 'write')
  }
  // A text that is evaluated is not taken apart here: that it fetches is enough.
  if (/\b(?:eval|source|sh|bash|zsh)\b[^|;&]*(?:\$\(|<\(|`)\s*(?:curl|wget)\b/.test(text))
    found.add('runs_download')
}

/** The command that another user would run, as far as its plain options go. */
const withoutRoot = (words: readonly string[]): readonly string[] => {
  if (!ROOT.has(baseName(words[0] ?? ''))) return words
  const first = words.findIndex((word, at) => at > 0 && !word.startsWith('-'))
  return first < 0 ? words : words.slice(first)
}

const nameOf = (command: SimpleCommand): string => baseName(unwrap(command).command.words[0]?.text ?? '')

const deletesTree = (name: string, args: readonly string[]): boolean => {
  if (name === 'rm') return args.some(word => /^-[a-zA-Z]*[rR]|^--recursive$/.test(word))
  if (name === 'find') return args.includes('-delete')
  return name === 'git' && args[0] === 'clean' && args.some(word => /^-[a-zA-Z]*[fd]|^--force$/.test(word))
}

const losesWork = (name: string, args: readonly string[]): boolean =>
  name === 'git' &&
  ((args[0] === 'reset' && args.includes('--hard')) ||
    (args[0] === 'checkout' && (args.includes('.') || args.includes('--'))) ||
    (args[0] === 'restore' && !args.includes('--staged')) ||
    (args[0] === 'stash' && /^(?:drop|clear)$/.test(args[1] ?? '')))

/** A shell or an interpreter that takes its program from the pipe. */
const runsInput = (name: string, args: readonly string[], { place }: SimpleCommand): boolean =>
  place.piped && (isInterpreter(name) || name === 'sh') && args.every(word => word.startsWith('-'))
