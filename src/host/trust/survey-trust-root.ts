import { basename, join, relative } from 'node:path'
import { parseJsonc } from '../../features/settings/jsonc.ts'
import { neverCounts } from '../../features/settings/limit-project.ts'
import { readBounded } from '../../features/settings/read-bounded.ts'
import { isUntrackedLocalFile } from '../../features/settings/tracked-files.ts'
import type { TrustRoot } from '../../features/trust/find-trust-root.ts'
import { readState } from '../../features/trust/state-file.ts'
import type { SurveyFinding } from '../../features/trust/survey/finding.ts'
import { type LoadedExtension, type Survey, surveyFolder } from '../../features/trust/survey/survey.ts'
import { confirmedSettings, settingsHash } from '../../features/trust/unconfirmed-settings.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import { isInside } from '../../lib/paths.ts'
import type { Power, PowerKind } from '../../protocol/extensions/power.ts'
import { surveyText } from '../../protocol/messages/cli/survey.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { surveyGit } from '../git/survey-git.ts'
import { type InstructionsAt, surveyInstructions } from '../instructions/survey-instructions.ts'
import { extensionPowers } from './extension-powers.ts'

/** Of a worktree both sides count: trust is for all checkouts of the repository. */
export const surveyTrustRoot = async (at: InstructionsAt, root: TrustRoot): Promise<Survey> => {
  const state = readState(at.configHome)
  const answered = state.kind === 'state' ? confirmedSettings(state.state, root.path) : undefined
  const means = {
    isAnswered: (path: string, text: string): boolean => answered?.get(path) === settingsHash(text),
    readText: readBounded,
    parse: (text: string): unknown => parseJsonc(text).value,
    never: neverCounts,
    git: (folder: string) => surveyGit(folder, at.env),
    extensions: surveyExtensions,
    isOwn: (path: string): boolean =>
      basename(path) === 'settings.local.json' && isUntrackedLocalFile(root.path, path),
  }
  const own = root.repository ? (findCheckout(at.cwd)?.root ?? root.path) : root.path
  const folders = own === root.path ? [own] : [own, root.path]
  const surveys = await Promise.all(
    folders.map(folder => surveyFolder(folder, { deep: root.repository }, means)),
  )
  const listed = new Set(
    surveys.flatMap(({ wishes }, index) => wishes.map(({ file }) => join(folders[index] ?? '', file))),
  )
  // Where the folder's own look does not reach: rules, links within it, directories above it.
  const further = (await surveyInstructions(at))
    .filter(path => !listed.has(path))
    .map((path): SurveyFinding => {
      const file = isInside(path, own, { caseSensitive: true }) ? relative(own, path) : path
      return { kind: 'instruction', file, name: file }
    })
  return {
    wishes: [...surveys.flatMap(({ wishes }) => wishes), ...further],
    cut: surveys.some(({ cut }) => cut),
  }
}

const VERBS = {
  permission: 'verb_allows',
  command: 'verb_runs',
  script: 'verb_script',
  workflow: 'verb_runs',
  hook: 'verb_hook',
} as const satisfies Partial<Record<PowerKind, string>>

/** What skills, commands, agents and workflows of a folder would do, as a session in it would load them. */
const surveyExtensions = async (root: string): Promise<readonly LoadedExtension[]> =>
  (await extensionPowers({ source: { level: 'project' }, root })).map(({ kind, name, file, powers }) => ({
    kind,
    name,
    file,
    does: powers.map(power => inWords(power, `${kind} ${name}: `)),
  }))

const inWords = ({ kind, what }: Power, owner: string): Text => {
  const said = what.startsWith(owner) ? what.slice(owner.length) : what
  return kind in VERBS ? surveyText(VERBS[kind as keyof typeof VERBS], { what: said }) : said
}
