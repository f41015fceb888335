import type { SimpleCommand } from '../../lib/shell/command.ts'
import { unwrap } from '../../lib/shell/unwrap.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { shellText } from '../../protocol/messages/permissions/shell.ts'
import type { HardenedCommand } from '../../protocol/permission.ts'
import { brief } from './finding.ts'
import type { Part, ShellReading } from './shell/reading.ts'

const list = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** What bash carries out itself: in another process it would be something else, or nothing. */
const BUILTINS = list(
  ': . [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait',
)

/** Builtins whose words say how the shell reads what comes after them. */
const RESHAPING = list(
  'alias bind complete compopt declare enable export getopts hash let local mapfile read readarray readonly set shopt typeset unalias unset',
)

export type Speaker = 'rule' | 'look' | 'edit'

/**
 * Which commands of a line have nothing but their name to speak for them, because no rule does: a known viewer, or a
 * file command in a mode that takes those for edits. Or why they cannot be told apart when the line runs.
 */
export const hardenedCommands = (
  { lowered, parts, distinct }: ShellReading,
  speakerOf: (part: Part) => Speaker,
): { readonly commands: readonly HardenedCommand[] } | { readonly why: LocalizedText } => {
  const commands: HardenedCommand[] = []
  if (!lowered.ok) return { commands }
  let looks = false
  for (const [index, command] of lowered.commands.entries()) {
    const part = parts[index]
    const speaker = part && speakerOf(part)
    if (speaker === 'rule' || !speaker || command.words.length === 0 || isComparison(command)) continue
    looks ||= speaker === 'look'
    if (command.at === undefined)
      return {
        why: shellText('backquotes', { command: brief(command.text) }),
      }
    commands.push({ at: command.at, how: speaker === 'edit' ? 'path' : howToLook(command) })
  }
  const reshaping = looks
    ? distinct.find(part => speakerOf(part) === 'rule' && part.views.some(isReshaping))
    : undefined
  return reshaping
    ? {
        why: shellText('reshapes', { command: brief(reshaping.command.text) }),
      }
    : { commands }
}

/** `[[ … ]]` is read by the shell itself; nothing can take its place. */
const isComparison = ({ at, words: [name] }: SimpleCommand): boolean => at === undefined && name?.raw === '[['

const howToLook = (command: SimpleCommand): 'program' | 'builtin' => {
  const { command: inner, via } = unwrap(command)
  const isOwn = BUILTINS.has(inner.words[0]?.text ?? '') && via.every(name => name === 'command')
  return isOwn ? 'builtin' : 'program'
}

const isReshaping = ({ words: [name, option] }: SimpleCommand): boolean =>
  RESHAPING.has(name?.text ?? '') || (name?.text === 'printf' && (option?.text.startsWith('-v') ?? false))
