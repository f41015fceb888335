import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { GitFindings } from '../../features/trust/survey/survey.ts'
import { findCheckout } from '../../lib/find-checkout.ts'
import { isHarmlessSetting } from '../../lib/git/harmless-settings.ts'
import { type GitSetting, readGitFile, readGitView } from '../../lib/git/read-git-view.ts'
import type { Env } from '../../protocol/host.ts'

const NOTHING: GitFindings = { settings: [], hooks: undefined, unknown: false }

/** What git sees from a folder, in its own words. No git is started where there is nothing for it to find. */
export const surveyGit = (folder: string, env: Env): GitFindings => {
  if (findCheckout(folder) === undefined) return NOTHING
  const view = readGitView({ cwd: folder, env })
  if (view.kind === 'none') return surveyLeftover(folder, env)
  // Git names what it read by where it stands: in the top of the work tree.
  const top = view.kind === 'repository' ? dirname(view.directory) : folder
  return {
    settings: findingsIn(view.settings, top),
    hooks: view.kind === 'repository' ? join(view.common, 'hooks') : undefined,
    unknown: view.kind === 'unknown',
  }
}

/** What is no repository for git may become one, and has settings already. */
const surveyLeftover = (folder: string, env: Env): GitFindings => {
  const file = join(folder, '.git/config')
  const settings = isPlainFile(file) ? readGitFile(file, { cwd: folder, env }) : []
  return { ...NOTHING, settings: findingsIn(settings ?? [], folder), unknown: settings === undefined }
}

const findingsIn = (settings: readonly GitSetting[], top: string): GitFindings['settings'] =>
  settings
    .filter(({ name }) => !isHarmlessSetting(name))
    .map(({ name, value, origin }) => ({ name, value, file: resolve(top, origin.replace(/^file:/, '')) }))

const isPlainFile = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    // Where we may not look, git may not either.
    return false
  }
}
