import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readGitSettings } from '../../../lib/git/read-git-view.ts'
import { isSshAddress } from '../../../lib/git/ssh-address.ts'
import { switchedOff } from '../../../lib/git/switched-off.ts'
import { hardenEnvironment } from '../../../lib/process/harden-environment.ts'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { PluginError } from '../plugin-error.ts'
import type { FetchDeps } from './fetch-deps.ts'
import { runGitToEnd } from './run-to-end.ts'

const TIMEOUT_MS = 120_000

/** Nothing of a repository may name a program to run, and nothing but the repository itself is fetched. */
const SWITCHED_OFF: readonly (readonly [string, string])[] = [
  ['core.attributesFile', '/dev/null'],
  ['filter.lfs.smudge', ''],
  ['filter.lfs.process', ''],
  ['filter.lfs.required', 'false'],
  ['transfer.fsckObjects', 'true'],
  ['advice.detachedHead', 'false'],
]

export interface GitWanted {
  readonly url: string
  readonly ref?: string
  readonly sha?: string
}

/** One commit of a repository, without its history, in a fresh directory. Answers which one. Throws PluginError. */
export const fetchGit = async (wanted: GitWanted, target: string, deps: FetchDeps): Promise<string> => {
  const { sandbox } = deps
  const wrap = (await sandbox?.enter({}))?.wrap
  const off = [...SWITCHED_OFF, ...switchedOff(readGitSettings({ cwd: target, env: deps.env, wrap }) ?? [])]
  const env = {
    ...hardenEnvironment(deps.env, deps.roots),
    GIT_ALLOW_PROTOCOL: wanted.url.startsWith('file:') ? 'file' : 'https:ssh',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_TERMINAL_PROMPT: '0',
  }
  const git = async (...args: readonly string[]): Promise<string> => {
    const connects = args[0] === 'fetch'
    // Ssh refuses its system-wide settings where their owner, root, is not to be seen.
    const isOutside = connects && isSshAddress(wanted.url)
    const inside = isOutside ? undefined : await sandbox?.enter({ writes: { files: target }, connects })
    return await runGitToEnd({
      args,
      settings: off,
      cwd: target,
      env,
      wrap: inside?.wrap,
      timeoutMs: TIMEOUT_MS,
      ...(deps.signal ? { signal: deps.signal } : {}),
    })
  }
  try {
    await git('init', '--quiet', '--template=', '.')
    await git(
      'fetch',
      '--quiet',
      '--depth',
      '1',
      '--no-tags',
      '--',
      wanted.url,
      wanted.sha ?? wanted.ref ?? 'HEAD',
    )
    await git('checkout', '--quiet', 'FETCH_HEAD')
    const commit = (await git('rev-parse', 'HEAD')).trim()
    if (wanted.sha !== undefined && commit !== wanted.sha)
      throw new PluginError('refused', pluginText('other_commit', { found: commit, wanted: wanted.sha }))
    return commit
  } catch (error) {
    if (!(error instanceof PluginError)) throw error
    throw new PluginError('failed', pluginText('not_fetched', { url: wanted.url, reason: error.localized }))
  }
}

export const subdirectory = (root: string, path: string | undefined): string => {
  const directory = path === undefined ? root : join(root, path)
  if (existsSync(directory)) return directory
  throw new PluginError('failed', pluginText('repository_lacks', { path: path ?? '' }))
}
