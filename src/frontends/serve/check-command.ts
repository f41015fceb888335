import type { CommandInfo } from '../../protocol/command-info.ts'
import { plainText } from '../../protocol/message.ts'
import { serveText } from '../../protocol/messages/host/serve.ts'
import type { Op } from '../../protocol/op.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import { WireProblem } from './wire-problem.ts'

/** The slash command an op would run, if it would run one. */
export const commandIn = (op: Op): string | undefined => {
  const text = op.type === 'command' ? op.line : op.type === 'submit' ? plainText(op.content) : ''
  return /^\s*\//.test(text) ? text.trim() : undefined
}

/** Choices for this session that cost nobody anything. */
const HARMLESS: ReadonlySet<string> = new Set(['model', 'effort', 'thinking', 'fast', 'output-style'])
/** Of other groups: they write files of any name, or change where the session may work and what it may spend. */
const FOR_THE_PERSON: ReadonlySet<string> = new Set(['cd', 'export', 'budget', 'memory', 'heapdump'])
/** What is behind them runs as a command of the person's own. */
const SHELL: ReadonlySet<string> = new Set(['bisect'])
/** They are about the machine itself, with words behind them or not. */
const ALWAYS: ReadonlySet<string> = new Set(['login', 'logout', 'import', 'heapdump', 'remote-control'])

/**
 * Commands that change settings, rules or files belong to whoever sits at the machine, unless they say otherwise; what
 * only shows something is for everybody. Throws WireProblem.
 */
export const checkCommand = (line: string, commands: readonly CommandInfo[], rights: ClientRights): void => {
  const [, typed = '', args = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? []
  const called = typed.toLowerCase()
  const info = commands.find(({ name, aliases }) => name === called || aliases?.includes(called))
  if (!info) return
  const { name, group } = info
  if (SHELL.has(name) && args !== '' && !rights.shell)
    throw new WireProblem('forbidden', serveText('no_shell'))
  if (rights.settings) return
  const changes =
    (group === 'permissions' || group === 'setup' || FOR_THE_PERSON.has(name)) && !HARMLESS.has(name)
  if (ALWAYS.has(name) || (changes && args !== ''))
    throw new WireProblem('forbidden', serveText('no_command', { command: name }))
}
