import { existsSync } from 'node:fs'
import { commandNotHere } from '../../features/commands/not-here.ts'
import { findCommand, nearestCommand, parseCommand } from '../../features/commands/parse-command.ts'
import type { Command } from '../../protocol/command.ts'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import { OpError } from '../../protocol/op.ts'
import type { Submission } from './input-queue.ts'

export interface Called {
  readonly command: Command
  readonly args: string
  /** The name as it was typed, which may be an alias. */
  readonly typedName?: string
}

/**
 * The command that a message is, if it is one. A name nobody knows is refused, or a slip of the keyboard would become
 * a request; but a text that begins with a path is a text.
 */
export const calledBy = (submission: Submission, commands: readonly Command[]): Called | undefined => {
  const text = slashedText(submission)
  if (text === undefined) return undefined
  const known = knownIn(text, commands)
  if (known) return known
  const line = parseCommand(text)
  if (!line) return undefined
  if (existsSync(`/${line.name}`)) return undefined
  const notHere = commandNotHere(line.name)
  if (notHere) return { command: notHere, args: line.args, typedName: line.name }
  const nearest = nearestCommand(line.name, commands)
  const { name } = line
  throw new OpError(
    nearest === undefined
      ? turnText('unknown_command', { name })
      : turnText('unknown_command_near', { name, near: nearest }),
  )
}

/** The name of what may be a command: it stands behind a slash. */
export const slashedName = (submission: Submission): string | undefined => {
  const text = slashedText(submission)
  return text === undefined ? undefined : (/^\s*\/(\S*)/.exec(text)?.[1] ?? '').toLowerCase()
}

export const isCommand = (submission: Submission, commands: readonly Command[]): boolean => {
  const text = slashedText(submission)
  return text !== undefined && knownIn(text, commands) !== undefined
}

/** Skills may have names that others could not: those of folders, or of another language. */
const knownIn = (text: string, commands: readonly Command[]): Called | undefined => {
  const [, name, args = ''] = /^\s*\/(\S+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
  const typedName = name?.toLowerCase()
  const command = typedName === undefined ? undefined : findCommand(typedName, commands)
  return command && typedName !== undefined ? { command, args: args.trim(), typedName } : undefined
}

const slashedText = ({ content, isMeta, query }: Submission): string | undefined => {
  if (isMeta || query === false) return undefined
  const [only, ...more] = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
  if (only?.type !== 'text' || more.length > 0 || !only.text.trimStart().startsWith('/')) return undefined
  return only.text
}
