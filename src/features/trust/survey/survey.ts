import { accessSync, constants, lstatSync, readdirSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { errorText } from '../../../lib/error-text.ts'
import { surveyText } from '../../../protocol/messages/cli/survey.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import type { SurveyFinding, WrittenKind } from './finding.ts'
import { findFolderFiles } from './folder-files.ts'
import { serverFindings, settingsFindings } from './settings-findings.ts'

/** What the survey needs of others. */
export interface SurveyDeps {
  readText(
    path: string,
  ):
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'absent' }
    | { readonly kind: 'unreadable'; readonly message: LocalizedText }
  /** JSON with comments; throws on what it cannot read. */
  parse(text: string): unknown
  /** Whether a settings key, or `env.NAME`, counts for nothing when a project says it. */
  never(key: string): boolean
  /** What a session would load of skills, commands, agents and workflows below a `.capstan` or `.claude`. */
  extensions(directory: string): Promise<readonly LoadedExtension[]>
  /** What git itself finds in the folder: settings that are not known to be harmless, and where its hooks are. */
  git(folder: string): GitFindings
  /** Whether a file is the person's own although it lies in the folder: then nothing in it is ignored. */
  isOwn(path: string): boolean
  /** Whether a settings file holds only what the person answered here: then it wants nothing. */
  isAnswered?(path: string, text: string): boolean
}

/** One that was loaded, with what it would run or allow, in words. */
export interface LoadedExtension {
  readonly kind: WrittenKind
  readonly name: string
  /** Real path. */
  readonly file: string
  readonly does: readonly Text[]
}

export interface GitFindings {
  readonly settings: readonly {
    readonly name: string
    readonly value: string
    /** The file it stands in. */
    readonly file: string
  }[]
  readonly hooks: string | undefined
  /** There is a repository, and git does not say what it reads there. */
  readonly unknown: boolean
}

export interface Survey {
  readonly wishes: readonly SurveyFinding[]
  /** The folder is too large to have been looked at whole. */
  readonly cut: boolean
}

/** Everything in a folder (a real path) that trusting it would let count. Reads files, runs nothing, follows no link. */
export const surveyFolder = async (
  folder: string,
  options: { readonly deep: boolean },
  deps: SurveyDeps,
): Promise<Survey> => {
  const files = findFolderFiles(folder, options.deep)
  const read = (file: string, use: (value: unknown) => readonly SurveyFinding[]): readonly SurveyFinding[] =>
    readWishes({ folder, file, use }, deps)
  return {
    wishes: [
      ...files.settings.flatMap(file =>
        read(file, value =>
          settingsFindings({ file, value, never: deps.isOwn(join(folder, file)) ? () => false : deps.never }),
        ),
      ),
      ...files.servers.flatMap(file => read(file, value => serverFindings(file, value))),
      ...(await writtenWishes(folder, files, deps)),
      ...files.instructions.map((file): SurveyFinding => ({ kind: 'instruction', file, name: file })),
      ...gitWishes(folder, deps),
      ...files.links,
    ],
    cut: files.cut,
  }
}

const readWishes = (
  at: { readonly folder: string; readonly file: string; use(value: unknown): readonly SurveyFinding[] },
  deps: SurveyDeps,
): readonly SurveyFinding[] => {
  const unreadable = (detail: Text): readonly SurveyFinding[] => [
    { kind: 'unreadable', file: at.file, name: at.file, detail },
  ]
  const read = deps.readText(join(at.folder, at.file))
  if (read.kind === 'absent') return []
  if (read.kind === 'unreadable') return unreadable(read.message)
  if (read.text.trim() === '' || deps.isAnswered?.(join(at.folder, at.file), read.text)) return []
  let value: unknown
  try {
    value = deps.parse(read.text)
  } catch (error) {
    return unreadable(surveyText('no_json', { why: errorText(error) }))
  }
  return at.use(value)
}

/** As the loaders see them; a file that they make nothing of is named all the same. */
const writtenWishes = async (
  folder: string,
  { own, written }: Pick<ReturnType<typeof findFolderFiles>, 'own' | 'written'>,
  deps: SurveyDeps,
): Promise<readonly SurveyFinding[]> => {
  const loaded: LoadedExtension[] = []
  for (const directory of own) loaded.push(...(await deps.extensions(join(folder, directory))))
  const asWish = ({ kind, name, file, does }: LoadedExtension): SurveyFinding => ({
    kind,
    file: shortened(folder, file),
    name,
    ...(does.length > 0 ? { detail: surveyText('does', { parts: does }) } : {}),
  })
  const wishes = loaded.map(asWish)
  const seen = new Set(wishes.map(({ file }) => file))
  const others = written.filter(({ file }) => !seen.has(file))
  return [
    ...wishes,
    ...others.map(
      ({ kind, file }): SurveyFinding => ({ kind, file, name: file, detail: surveyText('not_loaded') }),
    ),
  ].toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
}

/** Git starts these for whoever uses git here; this program's own questions to git switch them off. */
const gitWishes = (folder: string, deps: SurveyDeps): readonly SurveyFinding[] => {
  const { settings, hooks, unknown } = deps.git(folder)
  const placeOf = (file: string): string => (isAbsolute(file) ? shortened(folder, file) : file)
  return [
    ...settings.map(
      ({ name, value, file }): SurveyFinding => ({
        kind: 'git_program',
        file: placeOf(file),
        name,
        detail: value,
      }),
    ),
    ...(hooks === undefined ? [] : gitHooks(folder, hooks)),
    ...(unknown
      ? [
          {
            kind: 'unreadable',
            file: '.git',
            name: '.git',
            detail: surveyText('git_silent'),
          } as const,
        ]
      : []),
  ]
}

const shortened = (folder: string, file: string): string => {
  const path = relative(folder, file)
  return path.startsWith('..') ? file : path
}

const gitHooks = (folder: string, directory: string): readonly SurveyFinding[] => {
  if (!isOwnDirectory(directory)) return []
  return namesIn(directory)
    .filter(name => !name.endsWith('.sample') && isExecutable(join(directory, name)))
    .map(
      (name): SurveyFinding => ({
        kind: 'git_program',
        file: shortened(folder, join(directory, name)),
        name: `hook ${name}`,
      }),
    )
}

/** Not through a link: one that leads somewhere else is told by itself. */
const isOwnDirectory = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    // Where we may not look, nothing is read.
    return false
  }
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).sort()
  } catch {
    // As above.
    return []
  }
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    // Git runs no hook that is not executable.
    return false
  }
}
