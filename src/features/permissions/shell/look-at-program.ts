import { isStatic, type ShellWord } from '../../../lib/shell/word.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { allowListText } from '../../../protocol/messages/permissions/allow-list.ts'
import { lookText } from '../../../protocol/messages/permissions/read-only-commands.ts'
import { findPickedSecret } from '../paths/picked-secrets.ts'
import { PROGRAM_FAMILIES } from './family-programs.ts'
import { readFind } from './find-expression.ts'
import { type ReadFlags, readFlags } from './flags.ts'
import { type GitContents, gitContents } from './git-contents.ts'
import { GIT_PROGRAMS } from './git-programs.ts'
import { type PathContext, type PathUse, usesOf, usesOfText } from './path-use.ts'
import type { Program } from './program.ts'
import { no, type ReadOnlyVerdict } from './read-only-verdict.ts'

const PATTERN_FLAGS = ['e', 'f', 'regexp', 'file']

/** A wildcard as the value of a test may stand for one name; for several `find` refuses to start. */
export const lookAtFind = (args: readonly ShellWord[], context: PathContext): ReadOnlyVerdict => {
  const option = args.find(word => word.glob && (word.text.startsWith('-') || word.splits))
  if (option) return no(lookText('may_be_option', { word: option.raw }), option.raw)
  const plain = args.map(word => (word.glob ? { ...word, glob: false } : word))
  const read = readFind(plain)
  if (!read.ok) return no(read.why, read.piece)
  const paths = read.paths.map(word => args[plain.indexOf(word)] ?? word)
  const uses = joinUses(paths, paths.length === 0 ? usesOfText('.', 'read', context) : [], context)
  return uses ? { ok: true, uses, recursive: true, git: false } : no(lookText('path_unknown'))
}

export const lookAtFamily = (
  name: string,
  args: readonly ShellWord[],
  context: PathContext,
): ReadOnlyVerdict => {
  const [sub, ...rest] = args
  const programs = PROGRAM_FAMILIES[name]
  const program =
    sub && isStatic(sub) && programs && Object.hasOwn(programs, sub.text) ? programs[sub.text] : undefined
  const wildcard = rest.find(word => word.glob)
  if (wildcard) return no(lookText('may_be_file', { word: wildcard.raw }), wildcard.raw)
  return program
    ? lookAtProgram(program, rest, context)
    : no(allowListText('not_read_only', { program: `${name} ${sub?.text ?? ''}` }), sub?.raw)
}

/** Options before the subcommand that change nothing about it but the directory. */
const readGitOptions = (
  args: readonly ShellWord[],
  context: PathContext,
): { readonly at: number; readonly context: PathContext; readonly uses: readonly PathUse[] } | undefined => {
  let at = 0
  let here = context
  const uses: PathUse[] = []
  for (; at < args.length; at += 1) {
    const text = args[at]?.text
    if (text === '--no-pager' || text === '--no-optional-locks') continue
    if (text !== '-C') break
    at += 1
    const directory = args[at]
    if (!directory || !isStatic(directory) || directory.tilde || /^(?:-|$)/.test(directory.text))
      return undefined
    const bases = usesOfText(directory.text, 'read', here)
    for (const [from, use] of bases.entries())
      uses.push({ ...use, repositoryOf: here.bases[from] ?? use.path })
    here = { ...here, bases: bases.map(use => use.path) }
  }
  return { at, context: here, uses }
}

const NO_USES: readonly PathUse[] = []

export const lookAtGit = (args: readonly ShellWord[], from: PathContext): ReadOnlyVerdict => {
  const options = readGitOptions(args, from)
  if (!options) return no(lookText('git_directory_unknown'))
  const { at, context: place, uses } = options
  const [name, second] = args.slice(at)
  if (!name || !isStatic(name)) return no(lookText('git_subcommand'))
  const pair = second && isStatic(second) ? `${name.text} ${second.text}` : ''
  const known = [pair, name.text].find(text => Object.hasOwn(GIT_PROGRAMS, text))
  const program = known === undefined ? undefined : GIT_PROGRAMS[known]
  if (known === undefined || !program)
    return no(allowListText('not_read_only', { program: ['git', name.text].join(' ') }), name.raw)
  const rest = args.slice(at + (known === pair ? 2 : 1))
  const takesRevisions = program.operands.endsWith('revisions')
  const revision = takesRevisions && rest.slice(0, behindDashes(rest)).find(word => word.glob)
  if (revision) return no(lookText('may_be_revision', { word: revision.raw }), revision.raw)
  const look = lookAtProgram(program, rest, place)
  if (!look.ok) return look
  const searched = known === 'grep' ? usesOfText('.', 'read', place).map(asSearched) : NO_USES
  const named = { ...look, git: true, uses: [...uses, ...look.uses, ...searched] }
  return { ...named, ...shownByGit(gitContents(known, program, rest), named, place) }
}

/** It opens the files that git keeps by their names, also where a directory has become a link since. */
const asSearched = (use: PathUse): PathUse => ({
  ...use,
  walk: { separator: 'nul', links: false, bare: false, deep: true, tracked: true },
})

/** A name like `HEAD:secret` is a file in a directory and a revision for git, unless it stands behind the dashes. */
const behindDashes = (args: readonly ShellWord[]): number => {
  const at = args.findIndex(word => word.text === '--')
  return at < 0 ? args.length : at
}

/** Content that is not named counts as all that is here. */
const shownByGit = (
  contents: GitContents,
  look: Extract<ReadOnlyVerdict, { ok: true }>,
  context: PathContext,
): Partial<Extract<ReadOnlyVerdict, { ok: true }>> => {
  if (contents === 'nothing') return {}
  if (contents !== 'anything') return { shows: contents.flatMap(text => usesOfText(text, 'read', context)) }
  return { shows: contents, uses: [...look.uses, ...usesOfText('.', 'read', context)] }
}

/** A filter of `jq` with nothing in brackets but numbers: whatever name it stands for is a field, too. */
const FIELD = /^\.[\w.]*(?:\[\d*\][\w.]*)+$/

/** A wildcard may bring many names, and each is read as the program reads it; undefined when all of them are harmless. */
const whyNotWildcards = (
  program: Program,
  args: readonly ShellWord[],
  read: ReadFlags,
): LocalizedText | undefined => {
  const option = args.find(word => word.splits && word.text.startsWith('-'))
  if (option) return lookText('may_be_option', { word: option.raw })
  const many = readFlags(
    args.flatMap(word =>
      word.glob && !word.whole && !word.text.startsWith('-') ? [word, word, word] : [word],
    ),
    program.flags,
  )
  if (typeof many === 'string') return lookText('option_unknown', { option: many })
  const [pattern] = read.operands
  // The program of sed or awk must not be the name of a file.
  if (
    program.operands === 'pattern' &&
    program.refuse &&
    pattern?.glob &&
    !behindPattern(program, read).includes(pattern)
  )
    return FIELD.test(pattern.text) ? undefined : lookText('may_be_file', { word: pattern.raw })
  return program.refuse?.(many)
}

/** Names that are no operands of a program that takes files: they are printed or compared. */
const otherGlobs = (program: Program, read: ReadFlags): readonly ShellWord[] => {
  const paths = program.operands.startsWith('pattern') ? behindPattern(program, read) : NOTHING
  const inUse = program.operands === 'data' || program.operands === 'none' ? NOTHING : read.operands
  const isField = (word: ShellWord): boolean => program.refuse !== undefined && FIELD.test(word.text)
  return read.operands.filter(
    word =>
      word.glob && !isField(word) && !(program.operands.startsWith('pattern') ? paths : inUse).includes(word),
  )
}
const NOTHING: readonly ShellWord[] = []

export const lookAtProgram = (
  program: Program,
  args: readonly ShellWord[],
  context: PathContext,
): ReadOnlyVerdict => {
  const dynamic = args.find(word => word.causes.length > 0)
  if (dynamic) return no(lookText('word_unknown', { word: dynamic.raw }), dynamic.raw)
  const read = readFlags(args, program.flags)
  if (typeof read === 'string') return no(lookText('option_unknown', { option: read }), read)
  const picked = program.picks && findPickedSecret(patternsOf(program.picks, read))
  if (picked !== undefined) return no(lookText('picks_secrets', { pattern: picked }), picked)
  const wildcard = args.find(word => word.glob)
  const refusal = program.refuse?.(read) ?? (wildcard && whyNotWildcards(program, args, read))
  if (refusal) return no(refusal)
  const recursive =
    program.recursive === 'always' || (program.recursive?.some(flag => read.seen.has(flag)) ?? false)
  const named = usesOfOperands(program, read, context)
  const printed = wildcard ? joinUses(otherGlobs(program, read), [], context) : NO_USES
  if (!named || !printed) return no(lookText('path_unknown'))
  const uses = [...named, ...(program.operands === 'data' ? printed.map(asFact) : printed)]
  return { ok: true, uses: uses.map(use => ofProgram(use, program)), recursive, git: false }
}
/** By which names a search picks its files, and with `!` those by which it leaves them out. */
const patternsOf = ({ by, without }: NonNullable<Program['picks']>, read: ReadFlags): readonly string[] =>
  read.values.flatMap(({ name, value }) =>
    by.includes(name) ? [value] : without.includes(name) ? [`!${value}`] : [],
  )
const asFact = (use: PathUse): PathUse => ({ ...use, facts: true })

const ofProgram = (use: PathUse, { filesOnly, globs }: Program): PathUse => {
  if (!filesOnly && !(globs && use.leads)) return use
  // No option of such a program does harm, so neither does a name that looks like one.
  return { ...use, ...(filesOnly ? { fileOnly: true } : {}), ...(globs ? { leads: false } : {}) }
}

const usesOfOperands = (
  program: Program,
  read: ReadFlags,
  context: PathContext,
): readonly PathUse[] | undefined => {
  const values = read.files.flatMap(file => usesOfText(file, 'read', context))
  switch (program.operands) {
    case 'none':
      return read.operands.length === 0 ? values : undefined
    case 'data':
      return values
    case 'paths': {
      const tried = read.operands.flatMap(word =>
        (program.suffixes ?? []).flatMap(suffix => usesOfText(word.text + suffix, 'read', context)),
      )
      return joinUses([...read.operands, ...read.late], [...values, ...tried], context)
    }
    case 'pattern': {
      const paths = [...(read.shifted ? read.operands : behindPattern(program, read)), ...read.late]
      return joinUses(
        paths,
        [...values, ...(paths.length === 0 ? usesOfText('.', 'read', context) : [])],
        context,
      )
    }
    case 'revisions':
      return usesOfRevisions([...read.operands, ...read.loose], values, context)
    case 'pattern and revisions':
      return usesOfRevisions(behindPattern(program, read), values, context)
  }
}

export const behindPattern = (program: Program, read: ReadFlags): readonly ShellWord[] => {
  const given = (program.patternFlags ?? PATTERN_FLAGS).some(name => read.seen.has(name))
  return given ? read.operands : read.operands.slice(1)
}

/** `:!x` and `:^x` leave out, `:/x` starts at the top, `:x` is x; another colon may end such signs. */
const pathspecGlob = (text: string): string =>
  text.replace(/^:[!^/]*:?/, magic => (/[!^]/.test(magic) ? '!' : ''))

/** git expands wildcards by itself, so a quoted one counts here. */
const usesOfRevisions = (
  words: readonly ShellWord[],
  values: readonly PathUse[],
  context: PathContext,
): readonly PathUse[] | undefined => {
  // A backslash makes a pattern of a path, too.
  const wildcards = words.map(word => word.text).filter(text => /[*?[\\]/.test(text) || /^:[!^(]/.test(text))
  if (wildcards.some(text => text.startsWith(':('))) return undefined
  if (findPickedSecret(wildcards.map(pathspecGlob)) !== undefined) return undefined
  // `HEAD:path` and `:0:path` name a file behind the last colon.
  const behind = words.flatMap(word =>
    usesOfText(word.text.slice(word.text.lastIndexOf(':') + 1) || '.', 'read', context),
  )
  return joinUses(words, [...values, ...behind], context)
}

const joinUses = (
  words: readonly ShellWord[],
  more: readonly PathUse[],
  context: PathContext,
): readonly PathUse[] | undefined => {
  const uses: PathUse[] = [...more]
  for (const word of words) {
    // A lone dash is standard input.
    if (word.text === '-' || word.stream || (word.text === '/dev/null' && isStatic(word))) continue
    const found = usesOf(word, 'read', context)
    if (!found) return undefined
    uses.push(...found)
  }
  return uses
}
