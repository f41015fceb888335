import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ReadGit } from '../../engine/prompt/git-snapshot.ts'
import type { PromptSettings } from '../../engine/prompt/options.ts'
import type { OutputStyle } from '../../features/prompt/output-styles.ts'
import type { StyleLocation } from '../../features/prompt/read-output-style.ts'
import type { ExtensionRoots } from '../../protocol/extensions/roots.ts'
import type { Env, OpenRequest } from '../../protocol/host.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { type GitStart, startGit } from '../git/start-git.ts'
import { findGitRoot, type Gathered } from '../settings/gather-settings.ts'

type PromptRequest = Pick<OpenRequest, 'overrides' | 'prompt' | 'initialize'>

/** The words a request brings in the place of, or behind, our own; those of a program count more than a command line. */
const promptTexts = ({
  prompt = {},
  initialize = {},
}: PromptRequest): Pick<PromptSettings, 'custom' | 'append'> => {
  const custom = initialize.systemPrompt ?? (prompt.custom === undefined ? undefined : [prompt.custom])
  const append = initialize.appendSystemPrompt ?? prompt.append
  return { ...(custom === undefined ? {} : { custom }), ...(append === undefined ? {} : { append }) }
}

/** Nothing about git where settings or a replaced prompt have no use for it. */
export const chooseGit = (
  request: Pick<OpenRequest, 'overrides' | 'prompt' | 'model'>,
  { settings, trusted }: Pick<Gathered, 'settings' | 'trusted'>,
  at: Omit<GitStart, 'trusted'> & { readonly git?: ReadGit | undefined },
): Pick<PromptSettings, 'git'> => {
  // A model that stands in plays a recording or a script, which knows nothing of this repository.
  if (settings.includeGitInstructions === false || request.model) return {}
  const git = at.git ?? startGit(request, { cwd: at.cwd, env: at.env, trusted })
  return git ? { git } : {}
}

export interface PromptOptions {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  readonly env: Env
  /** Plugins may bring styles; absent: there are none. */
  readonly extensions?: Pick<ExtensionRoots, 'list'>
}

/** Some write the language with three letters. */
export const promptLanguageOf = ({
  promptLanguage = 'en',
}: Pick<Settings, 'promptLanguage'>): PromptLanguage =>
  promptLanguage === 'zh' || promptLanguage === 'chn' ? 'zh' : 'en'

/** What settings say about the prompt. `--bare` leaves all of it out. */
export const readPromptSettings = async (
  request: PromptRequest,
  { settings, trusted }: Pick<Gathered, 'settings' | 'trusted'>,
  place: PromptOptions & { warn(text: LocalizedText): void },
): Promise<Omit<PromptSettings, 'git' | 'sections' | 'attachments'>> => {
  const { promptLanguage, language, outputStyle } = settings
  const { overrides } = request
  const texts = promptTexts(request)
  const wording = promptLanguage === undefined ? {} : { promptLanguage: promptLanguageOf(settings) }
  if (overrides.bare) return { ...texts, ...wording, minimal: true }
  const style = await chosenStyle(outputStyle, { ...place, trusted })
  return {
    ...texts,
    ...wording,
    ...(language === undefined ? {} : { language }),
    ...(style === undefined ? {} : { style }),
    ...attributionOf(settings),
    ...(settings.verifyChanges ? { verifies: true } : {}),
    ...(overrides.excludeDynamicSections ? { dynamicApart: true } : {}),
    ...(overrides.freshPrompt ? { fresh: true } : {}),
    ...(isTaped(overrides) ? {} : { tellsScratch: true }),
    async styles() {
      const { listOutputStyles } = await import('../../features/prompt/read-output-style.ts')
      return await listOutputStyles(await stylePlaces({ ...place, trusted }))
    },
  }
}

/** A recording must say the same wherever it is played, and a directory of a session has another name in each. */
const isTaped = ({ record, replay }: PromptRequest['overrides']): boolean =>
  record !== undefined || replay !== undefined

const CO_AUTHOR = 'Co-Authored-By: Capstan <noreply@capstan.invalid>'
const MADE_WITH = 'Made with Capstan'

/** What commits and pull requests end with; an empty text says that they do with nothing. */
const attributionOf = ({
  attribution,
  includeCoAuthoredBy,
}: Settings): Pick<PromptSettings, 'attribution'> => {
  const commit = attribution?.commit ?? (includeCoAuthoredBy ? CO_AUTHOR : '')
  const pr = attribution?.pr ?? (includeCoAuthoredBy ? MADE_WITH : '')
  return commit === '' && pr === '' ? {} : { attribution: { commit, pr } }
}

/** A plugin's own word on it goes before the person's choice: they chose the plugin. */
const chosenStyle = async (
  name: string | undefined,
  at: PromptOptions & { readonly trusted: boolean; warn(text: LocalizedText): void },
): Promise<OutputStyle | undefined> => {
  const ofPlugins = (await pluginStyles(at)).filter(({ path }) => existsSync(path))
  if (ofPlugins.length > 0) {
    const { readForcedStyle } = await import('../../features/prompt/read-output-style.ts')
    const forced = await readForcedStyle(ofPlugins)
    if (forced) return forced
  }
  return name === undefined ? undefined : await findStyle(name, at)
}

const findStyle = async (
  name: string,
  at: PromptOptions & { readonly trusted: boolean; warn(text: LocalizedText): void },
): Promise<OutputStyle | undefined> => {
  const { readOutputStyle } = await import('../../features/prompt/read-output-style.ts')
  const { style, problem } = await readOutputStyle(name, await stylePlaces(at))
  if (problem !== undefined) at.warn(problem)
  return style
}

/** Those of plugins last, under their names. */
const stylePlaces = async (
  at: PromptOptions & { readonly trusted: boolean },
): Promise<readonly StyleLocation[]> => {
  return [...styleDirectories(at), ...(await pluginStyles(at))]
}

const pluginStyles = async ({ extensions }: PromptOptions): Promise<readonly StyleLocation[]> =>
  ((await extensions?.list()) ?? []).flatMap(({ source, root, styles }) =>
    source.level === 'plugin'
      ? (styles ?? [join(root, 'output-styles')]).map(path => ({ path, prefix: `${source.name}:`, source }))
      : [],
  )

/** The person's own first, then those of the project, the nearest first; its own word is not enough for a folder. */
const styleDirectories = (from: PromptOptions & { readonly trusted: boolean }): readonly StyleLocation[] => {
  const compat = from.env['CAPSTAN_COMPAT'] !== '0'
  const own = [from.configHome, ...(compat ? [join(from.home, '.claude')] : [])]
  const names = compat ? ['.capstan', '.claude'] : ['.capstan']
  const project = from.trusted
    ? directoriesUpTo(from.cwd, findGitRoot(from.cwd) ?? from.cwd).flatMap(dir =>
        names.map(name => join(dir, name)),
      )
    : []
  const seen = new Set(own)
  const at =
    (level: 'user' | 'project') =>
    (dir: string): StyleLocation => ({
      path: join(dir, 'output-styles'),
      source: { level },
    })
  return [...own.map(at('user')), ...project.filter(dir => !seen.has(dir)).map(at('project'))]
}

const directoriesUpTo = (from: string, top: string): readonly string[] =>
  from === top || dirname(from) === from ? [from] : [from, ...directoriesUpTo(dirname(from), top)]
