import type { ShellRedirect, SimpleCommand } from '../../../lib/shell/command.ts'
import type { Feeder, ShellAssignment, ShellWord } from '../../../lib/shell/word.ts'

const isSameList = <T>(
  some: readonly T[],
  others: readonly T[],
  isSame: (one: T, other: T) => boolean,
): boolean => {
  if (some.length !== others.length) return false
  for (let at = 0; at < some.length; at += 1) {
    const one = some[at]
    const other = others[at]
    if (one === undefined || other === undefined || !isSame(one, other)) return false
  }
  return true
}

const isSameText = (one: string, other: string): boolean => one === other

const isSameWord = (one: ShellWord, other: ShellWord): boolean =>
  one.text === other.text &&
  one.raw === other.raw &&
  one.glob === other.glob &&
  one.tilde === other.tilde &&
  one.whole === other.whole &&
  one.splits === other.splits &&
  one.stream === other.stream &&
  isSameFeed(one.printedBy, other.printedBy) &&
  (one.causes === other.causes || isSameList(one.causes, other.causes, isSameText)) &&
  (one.variables === other.variables || isSameList(one.variables, other.variables, isSameText))

const isSameRedirect = (one: ShellRedirect, other: ShellRedirect): boolean =>
  one.op === other.op &&
  one.fd === other.fd &&
  isSameWord(one.target, other.target) &&
  (one.forms === other.forms || isSameList(one.forms ?? [], other.forms ?? [], isSameWord))

const isSameAssignment = (one: ShellAssignment, other: ShellAssignment): boolean =>
  one.name === other.name &&
  one.plain === other.plain &&
  isSameWord(one.value, other.value) &&
  (isSameEverywhere(one.value) || one.own === other.own)

/** No variable is read in it: what is known of it does not depend on where it stands. */
const isSameEverywhere = ({ variables, causes }: ShellWord): boolean =>
  variables.length === 0 && !causes.includes('arithmetic')

const isSameFeeder = (one: Feeder, other: Feeder): boolean =>
  isSameList(one.words, other.words, isSameWord) &&
  isSameList(one.assignments, other.assignments, isSameAssignment) &&
  isSameList(
    one.redirects,
    other.redirects,
    (a, b) => a.op === b.op && a.fd === b.fd && isSameWord(a.target, b.target),
  )

const isSameFeed = (one: readonly Feeder[] | undefined, other: readonly Feeder[] | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && isSameList(one, other, isSameFeeder))

const isSameForm = (one: readonly ShellWord[], other: readonly ShellWord[]): boolean =>
  isSameList(one, other, isSameWord)

/**
 * Whether two commands are the same in all that a decision or an explanation depends on. Their places differ only in
 * what says where they run, which is followed before and compared apart.
 */
export const isSameCommand = (one: SimpleCommand, other: SimpleCommand): boolean =>
  one.text === other.text &&
  one.place.conditional === other.place.conditional &&
  one.place.substitution === other.place.substitution &&
  isSameFeed(one.fedBy, other.fedBy) &&
  (one.variants === other.variants ||
    (one.variants?.length === other.variants?.length &&
      isSameList(one.variants ?? [], other.variants ?? [], isSameForm))) &&
  isSameList(one.words, other.words, isSameWord) &&
  isSameList(one.redirects, other.redirects, isSameRedirect) &&
  isSameList(one.assignments, other.assignments, isSameAssignment)

/** Each command once, in the order in which they first stand there. */
export const eachOnce = (commands: readonly SimpleCommand[]): readonly SimpleCommand[] => {
  const known = new Map<string, SimpleCommand[]>()
  return commands.filter(command => {
    const alike = known.get(command.text)
    if (!alike) known.set(command.text, [command])
    else if (alike.some(one => isSameCommand(one, command))) return false
    else alike.push(command)
    return true
  })
}
