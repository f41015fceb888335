import { memoryGuide } from '../../features/memory/memory-guide.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { MEMORY_SECTION, type PromptChoice } from '../../features/prompt/build.ts'
import type { PromptContent } from '../../features/prompt/content.ts'
import {
  environmentText,
  isEarlierEnvironment,
  type PromptEnvironment,
} from '../../features/prompt/environment-section.ts'
import { gitNews, gitText, isGitText } from '../../features/prompt/git-snapshot.ts'
import { localDate } from '../../features/prompt/local-date.ts'
import type { CoordinatorContent } from '../../features/prompt/locales/coordinator.ts'
import { en } from '../../features/prompt/locales/en.ts'
import { styleText } from '../../features/prompt/output-styles.ts'
import { type Section, section } from '../../features/prompt/sections.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import { commandPrograms } from './command-programs.ts'
import type { PromptSettings } from './options.ts'

/** Of the values of a conversation, what is needed here. */
interface PromptSectionsConfig {
  readonly place: SessionEnvironment
  readonly prompt: PromptSettings
  readonly runtime: Runtime
  readonly shell?: { readonly bash?: string }
}

export const loadContent = async ({ promptLanguage }: PromptSettings): Promise<PromptContent> =>
  promptLanguage === 'zh' ? (await import('../../features/prompt/locales/zh.ts')).zh : en

const coordinatorContent = async ({ promptLanguage = 'en' }: PromptSettings): Promise<CoordinatorContent> =>
  (await import('../../features/prompt/locales/coordinator.ts')).COORDINATOR[promptLanguage]

const verificationText = async ({ promptLanguage = 'en' }: PromptSettings): Promise<string> =>
  (await import('../../features/prompt/locales/verification.ts')).VERIFICATION[promptLanguage]

export const choiceOf = async (settings: PromptSettings): Promise<PromptChoice> => {
  const { override, agent, custom, append, minimal, small } = settings
  const coordinator = settings.coordinates ? (await coordinatorContent(settings)).prompt : undefined
  return {
    ...(override === undefined ? {} : { override }),
    ...(coordinator === undefined ? {} : { coordinator }),
    ...(agent === undefined ? {} : { agent }),
    ...(custom === undefined ? {} : { custom }),
    ...(append === undefined ? {} : { append }),
    ...(minimal ? { minimal } : {}),
    ...(small ? { small } : {}),
  }
}

export const ownsWork = ({ style }: PromptSettings): boolean => style !== undefined && !style.keepWork

interface SectionOptions {
  readonly config: PromptSectionsConfig
  readonly settings: PromptSettings
  readonly model: string
  readonly content: PromptContent
}

/** What goes out of date while the rest holds. */
export const GIT_SECTION = 'git'

/** Sections that differ between people and places. */
export const DYNAMIC_SECTIONS: readonly string[] = ['environment', 'memory', 'scratchpad', GIT_SECTION]

/** From most to least stable. */
export const sectionsOf = (at: SectionOptions): readonly Section[] => {
  const { config, settings, model, content } = at
  const { place, runtime } = config
  if (settings.minimal)
    return [
      section('directory', () => content.environment.workingDirectory(place.cwd)),
      section('date', () => content.date(localDate(runtime.now()))),
      ...scratchpadSection(settings),
    ]
  // They replace everything, so nobody has to wait for it.
  if (settings.override !== undefined) return settings.sections ?? []
  if (isReplaced(settings))
    return [
      ...(place.memoryIsNamed && !settings.small ? memorySections(config) : []),
      ...(settings.sections ?? []),
    ]
  const { language, style, git, attribution = {} } = settings
  return [
    section('environment', () => environmentText(environmentOf(config, model), content), {
      couldBe: isEarlierEnvironment,
    }),
    ...(language === undefined ? [] : [section('language', () => content.language(oneLine(language)))]),
    ...(style === undefined ? [] : [section('style', () => styleText(style, content))]),
    ...(attribution.commit || attribution.pr
      ? [section('attribution', () => attributionText(attribution, content))]
      : []),
    // A coordinator is told to verify anyway; a small window has no room for agents.
    ...(settings.verifies && !settings.coordinates && !settings.small
      ? [section('verification', () => verificationText(settings))]
      : []),
    // Who cannot read or write files has no memory to look after.
    ...(settings.coordinates || settings.small ? [] : memorySections(config)),
    ...scratchpadSection(settings),
    ...(settings.sections ?? []),
    ...(git === undefined || settings.small
      ? []
      : [
          section(GIT_SECTION, () => gitSection(git, content), {
            couldBe: text => isGitText(text, content),
            asNews: text => gitNews(text, content),
          }),
        ]),
  ]
}

const scratchpadSection = (settings: PromptSettings): readonly Section[] => {
  const { scratchpad } = settings
  if (scratchpad === undefined) return []
  return [section('scratchpad', async () => (await coordinatorContent(settings)).scratchpad(scratchpad))]
}

const attributionText = (
  { commit, pr }: NonNullable<PromptSettings['attribution']>,
  { attribution }: PromptContent,
): string =>
  [...(commit ? [attribution.commit(commit)] : []), ...(pr ? [attribution.pr(pr)] : [])].join('\n\n')

const isReplaced = ({ custom, coordinates, agent }: PromptSettings): boolean =>
  custom !== undefined && !coordinates && agent === undefined

const MAX_LANGUAGE = 60
const oneLine = (text: string): string => escapeLine(text.trim(), MAX_LANGUAGE)

const gitSection = async (
  git: NonNullable<PromptSettings['git']>,
  content: PromptContent,
): Promise<string | undefined> => {
  const snapshot = await git()
  return snapshot && gitText(snapshot, content)
}

const environmentOf = ({ place, shell }: PromptSectionsConfig, model: string): PromptEnvironment => {
  const checkout = place.isGitRepo ? findCheckout(place.cwd) : undefined
  const { knowledgeCutoff } = findModel(model, []).facts
  const worktreeOf = checkout && checkout.main !== checkout.root ? checkout.main : undefined
  return {
    cwd: place.cwd,
    extraDirs: place.roots.slice(1),
    isGitRepo: place.isGitRepo,
    ...(worktreeOf === undefined ? {} : { worktreeOf }),
    platform: place.platform,
    osVersion: place.osVersion,
    shell: place.shell,
    ...commandPrograms({ platform: place.platform, path: place.env['PATH'] ?? '', bash: shell?.bash }),
    model,
    ...(knowledgeCutoff === undefined ? {} : { knowledgeCutoff }),
  }
}

/** How the model uses its memory, when it has one. */
const memorySections = ({
  place,
  prompt,
}: {
  readonly place: SessionEnvironment
  readonly prompt: PromptSettings
}): readonly Section[] => {
  const { memoryDirectory: directory, teamMemoryDirectory: team } = place
  if (directory === undefined) return []
  return [section(MEMORY_SECTION, () => memoryGuide({ directory, team }, prompt.promptLanguage))]
}
