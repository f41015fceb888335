import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunOptions } from '../cli/args/run-options.ts'
import { ExitError } from '../cli/exit-error.ts'
import type { PromptSettings } from '../engine/config.ts'
import type { ReadGit } from '../engine/prompt/git-snapshot.ts'
import type { OutputStyle } from '../features/prompt/output-styles.ts'
import { errorText } from '../lib/error-text.ts'
import type { InitializeFields } from '../protocol/control/inbound.ts'
import type { Model } from '../protocol/model.ts'
import type { Env } from './environment.ts'
import { findGitRoot, type Gathered } from './gather-settings.ts'
import { type GitStart, startGit } from './start-git.ts'

/** The system prompt as the command line wants it. */
export const readPromptTexts = (options: RunOptions): Pick<PromptSettings, 'custom' | 'append'> => {
  const custom = options.systemPrompt ?? readText('--system-prompt-file', options.systemPromptFile)
  const append =
    options.appendSystemPrompt ?? readText('--append-system-prompt-file', options.appendSystemPromptFile)
  return {
    ...(custom === undefined ? {} : { custom: [custom] }),
    ...(append === undefined ? {} : { append }),
  }
}

const readText = (flag: string, path: string | undefined): string | undefined => {
  if (path === undefined) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new ExitError(1, `${flag}: cannot read ${path} (${errorText(error)}).`)
  }
}

/** What a host says before the first turn counts more than the command line. */
export const withHostPrompt = (prompt: PromptSettings, fields: InitializeFields): PromptSettings => ({
  ...prompt,
  ...(fields.systemPrompt ? { custom: fields.systemPrompt } : {}),
  ...(fields.appendSystemPrompt === undefined ? {} : { append: fields.appendSystemPrompt }),
})

/** Nothing about git where settings or a replaced prompt have no use for it. */
export const chooseGit = (
  options: RunOptions,
  { settings, trusted }: Pick<Gathered, 'settings' | 'trusted'>,
  at: Omit<GitStart, 'trusted'> & { readonly from: { readonly git?: ReadGit; readonly model?: Model } },
): Pick<PromptSettings, 'git'> => {
  // A model that stands in plays a recording or a script, which knows nothing of this repository.
  if (settings.includeGitInstructions === false || at.from.model) return {}
  const git = at.from.git ?? startGit(options, { ...at, trusted })
  return git ? { git } : {}
}

export interface PromptPlace {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly env: Env
}

/** What settings say about the prompt. `--bare` leaves all of it out. */
export const readPromptSettings = async (
  options: RunOptions,
  { settings, trusted }: Pick<Gathered, 'settings' | 'trusted'>,
  place: PromptPlace & { warn(text: string): void },
): Promise<Omit<PromptSettings, 'git' | 'sections' | 'attachments'>> => {
  const { promptLanguage, language, outputStyle } = settings
  const texts = readPromptTexts(options)
  const wording = promptLanguage === undefined ? {} : { promptLanguage }
  if (options.bare) return { ...texts, ...wording, minimal: true }
  const style = outputStyle === undefined ? undefined : await findStyle(outputStyle, { ...place, trusted })
  return {
    ...texts,
    ...wording,
    ...(language === undefined ? {} : { language }),
    ...(style === undefined ? {} : { style }),
  }
}

const findStyle = async (
  name: string,
  at: PromptPlace & { readonly trusted: boolean; warn(text: string): void },
): Promise<OutputStyle | undefined> => {
  const { readOutputStyle } = await import('../features/prompt/read-output-style.ts')
  const { style, problem } = await readOutputStyle(name, styleDirectories(at))
  if (problem !== undefined) at.warn(problem)
  return style
}

/** The person's own first, then those of the project, the nearest first; its own word is not enough for a folder. */
const styleDirectories = (at: PromptPlace & { readonly trusted: boolean }): readonly string[] => {
  const compat = at.env['CAPSTAN_COMPAT'] !== '0'
  const own = [at.configHome, ...(compat ? [join(at.home, '.claude')] : [])]
  const names = compat ? ['.capstan', '.claude'] : ['.capstan']
  const project = at.trusted
    ? directoriesUpTo(at.cwd, findGitRoot(at.cwd) ?? at.cwd).flatMap(dir =>
        names.map(name => join(dir, name)),
      )
    : []
  return [...new Set([...own, ...project])].map(dir => join(dir, 'output-styles'))
}

const directoriesUpTo = (from: string, top: string): readonly string[] =>
  from === top || dirname(from) === from ? [from] : [from, ...directoriesUpTo(dirname(from), top)]
