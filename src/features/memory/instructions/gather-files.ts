import { escapeLine, escapeText } from '../../../lib/escape-text.ts'
import { anyText } from '../../../lib/files/text-file.ts'
import { isInside } from '../../../lib/paths.ts'
import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import { instructionText } from '../../../protocol/messages/engine/instructions.ts'
import { mapText } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { type Candidate, expandFolder, type InstructionScope } from './candidates.ts'
import { compileExcludes, compileRule } from './conditional-rule.ts'
import { findImport } from './find-import.ts'
import type { InstructionOptions, InstructionPaths } from './instruction-paths.ts'
import type { InstructionReader, ReadFile } from './instruction-reader.ts'
import type { ConditionalRule, InstructionProblem } from './instruction-set.ts'
import { listRules } from './list-rules.ts'
import { readMarkdown } from './markdown-text.ts'
import { GlobError } from './path-glob.ts'
import { readRulePaths } from './rule-paths.ts'

export interface BroughtIn {
  readonly by: 'import' | 'link'
  readonly path: string
  readonly real: string
}

export interface InstructionPorts {
  readonly reader: InstructionReader
  /** Why a file of the project may not bring this one in, or be a link to it; `undefined` when it may. */
  mayImport(file: BroughtIn): LocalizedText | undefined | Promise<LocalizedText | undefined>
}

export interface Gathering {
  readonly place: InstructionPaths
  readonly options: InstructionOptions
  readonly ports: InstructionPorts
  /** Files that need not be looked into again, by any of their names. */
  readonly known?: ReadonlySet<string>
  /** The model has this text already. */
  isGiven?(text: string): boolean
}

export type Origin = Pick<LoadedInstruction, 'reason' | 'trigger' | 'globs' | 'importedBy'>

/** A place to look at, and why. */
export interface Wanted {
  readonly candidate: Candidate
  readonly origin: Origin
}

export interface GatheredFile extends Origin {
  readonly path: string
  readonly scope: InstructionScope
  readonly text: string
}

export interface Gathered {
  readonly files: readonly GatheredFile[]
  readonly rules: readonly ConditionalRule[]
  readonly problems: readonly InstructionProblem[]
  /** By every name. */
  readonly looked: ReadonlySet<string>
}

const MAX_IMPORT_DEPTH = 4
const MAX_IMPORTS = 100
/** Names behind an `@` that are looked up, wherever they lead. */
const MAX_LOOKUPS = 1_000
/** Of all files together: far more than ever fits into a request. */
const MAX_TOTAL_CHARS = 16 * 1024 * 1024
const MAX_PROBLEMS = 50
const MAX_PATTERNS = 10_000
const LONG_CHARS = 40_000
const MAX_MESSAGE = 1_000

/** What the candidates hold, each file once, in order; what a file imports stands before it. */
export const gatherFiles = async (wanted: readonly Wanted[], gathering: Gathering): Promise<Gathered> => {
  const work = startWork(gathering)
  for (const { candidate, origin } of wanted) {
    const { reader } = gathering.ports
    if (candidate.kind === 'folder') {
      if (reader.isDirectory(candidate.path)) await takeFolder(work, candidate, origin)
      continue
    }
    const read = readNext(work, candidate.path)
    // Most are absent, and nothing is to be awaited for them.
    if (read.kind === 'absent') continue
    await take(work, { ...candidate, origin, depth: 0, isRule: candidate.kind === 'rule' }, read)
  }
  return work
}

interface Work extends Gathered {
  readonly gathering: Gathering
  readonly files: GatheredFile[]
  readonly rules: ConditionalRule[]
  readonly problems: InstructionProblem[]
  readonly looked: Set<string>
  readonly texts: Set<string>
  imports: number
  lookups: number
  chars: number
  patterns: number
  isKnown(path: string): boolean
  isExcluded(path: string): boolean
  complain(path: string, message: LocalizedText): void
}

const startWork = (gathering: Gathering): Work => {
  const { place, options, known } = gathering
  const problems: InstructionProblem[] = []
  const looked = new Set<string>()
  let isExcluded: (path: string) => boolean = () => false
  try {
    isExcluded = compileExcludes(options.excludes, place)
  } catch (error) {
    if (!(error instanceof GlobError)) throw error
    problems.push({
      path: 'settings',
      message: instructionText('excludes_unused', { why: error.localized }),
    })
  }
  return {
    gathering,
    files: [],
    rules: [],
    problems,
    looked,
    texts: new Set(),
    imports: 0,
    lookups: 0,
    chars: 0,
    patterns: 0,
    isKnown(path) {
      if (looked.has(path) || known?.has(path)) return true
      looked.add(path)
      return false
    },
    isExcluded,
    complain(path, message) {
      if (problems.length > MAX_PROBLEMS) return
      const shown = problems.length < MAX_PROBLEMS ? message : instructionText('more_problems', { path })
      problems.push({ path, message: escaped(shown) })
    },
  }
}

/** Names come from anyone, and this is for a terminal. */
const escaped = (text: LocalizedText): LocalizedText => mapText(text, words => escapeLine(words, MAX_MESSAGE))

interface Taking extends Pick<Candidate, 'path' | 'scope' | 'base'> {
  readonly origin: Origin
  /** Hops from the file that was looked for. */
  readonly depth: number
  readonly isRule?: boolean
}

/** Opens no more files once all together hold too much, whoever names them. */
const readNext = (work: Work, path: string): ReadFile =>
  work.chars > MAX_TOTAL_CHARS
    ? { kind: 'refused', why: instructionText('after_too_much') }
    : counted(work, work.gathering.ports.reader.read(path))

const counted = (work: Work, read: ReadFile): ReadFile => {
  if (read.kind === 'text') work.chars += read.bytes?.length ?? read.text.length
  return read
}

const take = async (work: Work, taking: Taking, read: ReadFile): Promise<void> => {
  const { path, scope } = taking
  if (read.kind === 'absent') return
  if (scope !== 'managed' && work.isExcluded(path)) return
  if (work.isKnown(path)) return
  if (read.kind === 'refused')
    return work.complain(path, instructionText('file_unusable', { path, why: read.why }))
  if (read.real !== path) {
    if (scope !== 'managed' && work.isExcluded(read.real)) return
    if (work.isKnown(read.real)) return
  }
  const refusal = refuse(taking, read, work.gathering) ?? (await refuseLink(work, taking, read))
  if (refusal !== undefined) return work.complain(path, instructionText('unused', { path, why: refusal }))
  const given = read.bytes ? await anyText(read.bytes) : read.text
  if (given === undefined)
    return work.complain(path, instructionText('file_unusable', { path, why: instructionText('not_text') }))
  const source = taking.isRule ? ruleText(work, taking, given) : { body: given }
  if (source === 'waits') for (const name of [path, read.real]) work.looked.delete(name)
  else if (source) await takeText(work, taking, source.body)
}

const takeText = async (work: Work, taking: Taking, source: string): Promise<void> => {
  const { path, scope, origin } = taking
  const markdown = readMarkdown(source)
  const text = escapeText(markdown.text).trim()
  const isNew = text !== '' && !work.texts.has(text) && !work.gathering.isGiven?.(text)
  work.texts.add(text)
  for (const written of markdown.imports) {
    work.lookups += 1
    if (work.lookups === MAX_LOOKUPS + 1)
      work.complain(path, instructionText('many_imports', { path, most: MAX_LOOKUPS }))
    if (work.lookups > MAX_LOOKUPS || work.imports > MAX_IMPORTS) break
    await takeImport(work, taking, written)
  }
  if (!isNew) return
  if (text.length > LONG_CHARS)
    work.complain(path, instructionText('long', { path, length: text.length, most: LONG_CHARS }))
  work.files.push({ ...origin, path, scope, text })
}

const takeImport = async (work: Work, by: Taking, written: string): Promise<void> => {
  const { place, ports } = work.gathering
  const reader: InstructionReader = { ...ports.reader, read: path => readNext(work, path) }
  const found = findImport(written, { file: by.path, home: place.home }, reader)
  if (found.kind === 'none') return
  const named = { name: written, file: by.path }
  const notImported = (why: LocalizedText): void =>
    work.complain(by.path, instructionText('not_imported', { ...named, why }))
  if (found.kind === 'missing') return notImported(found.why)
  if (by.depth >= MAX_IMPORT_DEPTH)
    return notImported(instructionText('imports_too_deep', { most: MAX_IMPORT_DEPTH }))
  work.imports += 1
  if (work.imports > MAX_IMPORTS) {
    if (work.imports === MAX_IMPORTS + 1)
      work.complain(by.path, instructionText('no_further_imports', { ...named, most: MAX_IMPORTS }))
    return
  }
  const own = by.scope === 'user' || by.scope === 'managed'
  const why = own
    ? undefined
    : await ports.mayImport({ by: 'import', path: found.path, real: found.file.real })
  if (why !== undefined) return notImported(why)
  const { reason: _, importedBy: __, ...rest } = by.origin
  const origin: Origin = { ...rest, reason: 'import', importedBy: by.path }
  const { scope, base, depth } = by
  await take(work, { path: found.path, scope, base, origin, depth: depth + 1 }, found.file)
}

const takeFolder = async (work: Work, folder: Candidate, origin: Origin): Promise<void> => {
  const { reader } = work.gathering.ports
  const { files, rules } = expandFolder(folder, work.gathering.options)
  for (const file of files) await take(work, { ...file, origin, depth: 0 }, readNext(work, file.path))
  const listed = listRules(rules, reader)
  if (listed.cut) work.complain(rules, instructionText('many_rules', { path: rules }))
  for (const path of listed.files) {
    if (work.gathering.known?.has(path)) continue
    await take(work, { ...folder, path, origin, depth: 0, isRule: true }, readNext(work, path))
  }
}

/** `waits`: for a file that its `paths` name. `undefined` when it cannot be used. */
const ruleText = (
  work: Work,
  taking: Taking,
  text: string,
): { readonly body: string } | 'waits' | undefined => {
  const { path, origin } = taking
  const read = readRulePaths(text)
  if (read.kind === 'unreadable') {
    work.complain(path, instructionText('unused', { path, why: read.why }))
    return undefined
  }
  if (read.kind === 'always' || origin.reason === 'matched') return read
  try {
    const rule = compileRule(taking, read.patterns, work.gathering.place)
    work.patterns += rule.glob.size
    if (work.patterns > MAX_PATTERNS)
      throw new GlobError(instructionText('many_patterns', { most: MAX_PATTERNS }))
    work.rules.push(rule)
    return 'waits'
  } catch (error) {
    if (!(error instanceof GlobError)) throw error
    work.complain(path, instructionText('paths_unused', { path, why: error.localized }))
    return undefined
  }
}

/** What a link of the project leads to is brought in by the project, as an import is. */
const refuseLink = async (
  { gathering: { ports, place } }: Work,
  { path, scope, depth }: Taking,
  { real }: Extract<ReadFile, { kind: 'text' }>,
): Promise<LocalizedText | undefined> => {
  const ofProject = (scope === 'project' || scope === 'local') && isInProject(path, place)
  return depth === 0 && real !== path && ofProject
    ? await ports.mayImport({ by: 'link', path, real })
    : undefined
}

const isInProject = (path: string, { projectRoot, roots, caseSensitive }: InstructionPaths): boolean =>
  [projectRoot, ...roots].some(directory => isInside(path, directory, { caseSensitive }))

/** Why a file does not count although it can be read. */
const refuse = (
  { path, scope, depth }: Taking,
  { real, owner }: Extract<ReadFile, { kind: 'text' }>,
  { place }: Gathering,
): LocalizedText | undefined => {
  if (scope === 'managed')
    return owner === place.managed.owner ? undefined : instructionText('not_administrators')
  if (scope === 'user' || depth > 0) return undefined
  // Trusted or not: a folder that is trusted says what counts in it, not which other files are sent.
  if (isInProject(path, place))
    return isInProject(real, place) ? undefined : instructionText('leads_out', { path: real })
  // Above the project, where others may be able to write.
  const atHome = isInside(path, place.home, { caseSensitive: place.caseSensitive })
  if (real !== path && !atHome) return instructionText('link_above', { path: real })
  if (place.uid !== undefined && owner !== place.uid && owner !== 0) return instructionText('others_above')
  return undefined
}
