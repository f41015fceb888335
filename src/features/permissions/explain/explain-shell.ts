import type { Opaque, ShellRedirect } from '../../../lib/shell/command.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import type { Access } from '../../../protocol/access.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import type { Decision, ExplainedPart } from '../../../protocol/permission.ts'
import type { ShellCase } from '../judge-shell.ts'
import { MODES } from '../modes.ts'
import { coversWholeTool } from '../rules/match-tool.ts'
import { PROGRAM_FAMILIES } from '../shell/family-programs.ts'
import { type PathUse, usesOf } from '../shell/path-use.ts'
import type { Part, ShellReading } from '../shell/reading.ts'
import type { RedirectUse } from '../shell/redirect-use.ts'
import { decideAlone, type ExplainedCase, readingOf } from './decide-alone.ts'
import { describePath, explainHops, isRemarkable } from './explain-path.ts'
import { type NestedPart, nestParts } from './nest-parts.ts'
import { reasonBeside } from './reason.ts'
import { explainStarted } from './started-commands.ts'

type ShellAccess = Extract<Access, { kind: 'shell' }>

interface ShellStory {
  readonly one: ExplainedCase
  readonly access: ShellAccess
  readonly reading: ShellReading
}

const MAX_PATHS = 20
/** More than a person reads; the decision has seen them all. */
const MAX_PARTS = 400

/** Every command of the line with its own verdict, and what in the line no command stands for. */
export const explainShell = (
  one: ExplainedCase,
  access: ShellAccess,
  reading: ShellReading,
): readonly ExplainedPart[] => {
  const story: ShellStory = { one, access, reading }
  if (!reading.lowered.ok) {
    const decision = decideAlone(one, access, reading)
    const at = / at (\d+)$/.exec(reading.lowered.error)?.[1]
    const rest = at === undefined ? '' : (reading.text.slice(Number(at)).split('\n')[0] ?? '')
    const { verdict } = decision
    const parts = rest === '' ? {} : { parts: [{ text: rest, verdict, why: explainText('reading_ends') }] }
    return [{ text: reading.text, ...verdictOf(decision, reading.text), ...parts }]
  }
  // Beyond this nothing is approved by its parts, so they explain nothing.
  if (reading.excess !== undefined)
    return [{ text: reading.text, ...verdictOf(decideAlone(one, access, reading), reading.text) }]
  const parts = nestParts(reading.parts.slice(0, MAX_PARTS)).map(nested => explainNested(story, nested))
  return [...explainMarks(story), ...parts]
}

const verdictOf = (
  decision: Decision,
  text: string,
): Pick<ExplainedPart, 'verdict' | 'why'> & Partial<ExplainedPart> => ({
  verdict: decision.verdict,
  why: reasonBeside(decision, text),
  ...(decision.because.rule ? { rule: decision.because.rule } : {}),
})

const MARKS = {
  function: 'mark_function',
  coprocess: 'mark_coprocess',
  arithmetic: 'mark_arithmetic',
  'loop variable': 'mark_loop_variable',
  expansion: 'mark_expansion',
  subscript: 'mark_subscript',
  'descriptor variable': 'mark_descriptor_variable',
  'hidden character': 'mark_hidden_character',
} as const satisfies Record<Opaque['why'], string>

/** What may do more than the list of commands shows. Judged beside a command that would pass by itself. */
const explainMarks = ({ one, access, reading }: ShellStory): readonly ExplainedPart[] => {
  if (!reading.lowered.ok || reading.lowered.opaque.length === 0) return []
  const passing = reading.parts.find(
    part => decideAlone(one, access, readingOf(reading, [part])).verdict === 'allow',
  )
  const asks = MODES[one.compiled.policy.mode].neverAsks ? 'deny' : 'ask'
  const { lowered } = reading
  return lowered.opaque.map(mark => ({
    text: mark.text,
    verdict: passing
      ? decideAlone(one, access, {
          ...readingOf(reading, [passing]),
          lowered: { ...lowered, opaque: [mark] },
        }).verdict
      : asks,
    why: explainText(MARKS[mark.why]),
  }))
}

const explainNested = (story: ShellStory, { part, inside }: NestedPart): ExplainedPart => {
  const { one, access, reading } = story
  const decision = decideAlone(one, access, readingOf(reading, [part]))
  const looks = decision.verdict === 'allow' && decision.readOnly && !decision.because.rule
  const parts = [
    ...explainPiece(part, decision),
    ...explainPaths(story, part),
    ...part.command.redirects.flatMap((redirect, at) =>
      explainRedirect(story, part, { redirect, use: part.redirects[at] }),
    ),
    ...explainStarted(part, shellCase(story), verdictOfCommand(story, part)).filter(
      started => !isSubstitution(started, inside),
    ),
    ...inside.map(nested => explainNested(story, nested)),
  ]
  return {
    text: part.command.text,
    ...verdictOf(decision, part.command.text),
    ...(looks ? { why: describeLook(part) } : {}),
    ...(parts.length > 0 ? { parts } : {}),
  }
}

/** The verdict, its redirects aside. */
const verdictOfCommand = ({ one, access, reading }: ShellStory, part: Part): ExplainedPart['verdict'] =>
  decideAlone(one, access, readingOf(reading, [{ ...part, redirects: [] }])).verdict

/** Told already, as a command of its own. */
const isSubstitution = (started: ExplainedPart, inside: readonly NestedPart[]): boolean =>
  /^\$\(.*\)$/s.test(started.text) || inside.some(nested => nested.part.command.text === started.text)

const shellCase = ({ one, reading }: ShellStory): ShellCase => ({
  reading,
  facts: one.facts,
  compiled: one.compiled,
  blanket: one.compiled.rules.allow.find(rule => coversWholeTool(rule, one.call)),
})

/** The one word that keeps a command from the list, unless it is the program itself. */
const explainPiece = (part: Part, decision: Decision): readonly ExplainedPart[] => {
  if (decision.verdict === 'allow' || decision.because.rule || part.look.ok) return []
  const { piece, why } = part.look
  if (
    piece === undefined ||
    piece === part.command.words[0]?.raw ||
    !decision.because.text.includes(why.text)
  )
    return []
  return [{ text: piece, verdict: decision.verdict, why }]
}

const usesOfPart = (part: Part): readonly PathUse[] => {
  const all = [
    ...part.touched,
    ...part.mentions,
    ...(part.look.ok ? part.look.uses : []),
    ...(part.fileUses ?? []),
  ]
  const redirected = part.redirects.flatMap(one => (one.kind === 'path' ? one.uses : []))
  const seen = new Set(redirected.map(use => use.path))
  return all.filter(use => {
    if (seen.has(use.path)) return false
    seen.add(use.path)
    return true
  })
}

/** The word that names a path, as it stands in the text. */
const spellingOf = (use: PathUse, part: Part): string | undefined =>
  part.command.words
    .slice(1)
    .find(word =>
      usesOf(word, use.kind, part.place)?.some(own => own.path === use.path && own.glob === use.glob),
    )?.raw

const explainPaths = (story: ShellStory, part: Part): readonly ExplainedPart[] => {
  const { one, access, reading } = story
  return usesOfPart(part)
    .slice(0, MAX_PATHS * 4)
    .flatMap((use): readonly ExplainedPart[] => {
      const text = spellingOf(use, part)
      const path = one.facts.paths.get(use.path)
      // What no word names is a guess made for the sake of rules that restrict.
      if (text === undefined) return []
      const only = withOnly(part, use)
      const decision = decideAlone(one, access, readingOf(reading, [only]))
      const ruled = decision.because.rule !== undefined && decision.blockedPath !== undefined
      if (!ruled && !isRemarkable(path, use, one)) return []
      const { why, ...verdict } = verdictOf(decision, part.command.text)
      const hops = explainHops(path, decision.verdict)
      return [
        {
          text,
          ...verdict,
          why: ruled ? why : describePath(path, use, one),
          ...(hops.length > 0 ? { parts: hops } : {}),
        },
      ]
    })
    .slice(0, MAX_PATHS)
}

/** The same command, touching nothing but this path. */
const withOnly = (part: Part, use: PathUse): Part => ({
  ...part,
  views: [],
  redirects: [],
  touched: part.touched.filter(one => one.path === use.path),
  unknown: [],
  mentions: part.mentions.filter(one => one.path === use.path),
  texts: [],
  look: part.look.ok
    ? { ...part.look, uses: part.look.uses.filter(one => one.path === use.path) }
    : part.look,
  fileUses: part.fileUses?.filter(one => one.path === use.path),
})

const explainRedirect = (
  story: ShellStory,
  part: Part,
  { redirect, use }: { readonly redirect: ShellRedirect; readonly use: RedirectUse | undefined },
): readonly ExplainedPart[] => {
  if (!use || use.kind === 'harmless') return []
  const { one, access, reading } = story
  const kind = redirect.op === '<' ? 'read' : 'write'
  const only: Part = {
    ...part,
    command: { ...part.command, words: [], assignments: [], redirects: [redirect] },
    views: [],
    look: { ok: true, uses: [], recursive: false, git: false },
    fileUses: undefined,
    redirects: [use],
    touched: use.kind === 'path' ? use.uses : [],
    unknown: use.kind === 'unknown' ? [{ text: use.text, kind }] : [],
    mentions: [],
    texts: [],
  }
  const decision = decideAlone(one, access, readingOf(reading, [only]))
  const path = use.kind === 'path' ? one.facts.paths.get(use.uses[0]?.path ?? '') : undefined
  if (decision.verdict === 'allow' && kind === 'read' && !decision.because.rule) return []
  const hops = explainHops(path, decision.verdict)
  const text = redirect.op.startsWith('<<') ? redirect.op : `${redirect.op} ${redirect.target.raw}`
  return [{ text, ...verdictOf(decision, part.command.text), ...(hops.length > 0 ? { parts: hops } : {}) }]
}

/** Why a command that only looks may run, with the options that were found on the list of its program. */
const describeLook = (part: Part): LocalizedText => {
  const { command, via } = unwrap(part.command)
  const [first, ...rest] = command.words.map(word => word.text)
  if (first === undefined) return explainText('starts_nothing')
  const program = first.slice(first.lastIndexOf('/') + 1)
  const hasSubcommands = program === 'git' || Object.hasOwn(PROGRAM_FAMILIES, program)
  const subcommand = hasSubcommands ? rest.find(word => !word.startsWith('-')) : undefined
  const end = rest.indexOf('--')
  const options = (end < 0 ? rest : rest.slice(0, end)).filter(word => /^-./.test(word))
  const name = subcommand === undefined ? program : `${program} ${subcommand}`
  const known = explainText('known_read_only', { program: name })
  const told =
    options.length === 0
      ? known
      : explainText('known_with_options', { known, options: [...new Set(options)].join(' ') })
  return via.length > 0 ? explainText('through', { wrappers: via.join(', '), known: told }) : told
}
