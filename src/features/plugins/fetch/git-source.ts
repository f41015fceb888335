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
  /** Only these directories, with what lies at the top; nothing else is downloaded where the server can leave it out. */
  readonly sparse?: readonly string[] | undefined
}

/** One commit of a repository, without its history, in a fresh directory. Answers which one. Throws PluginError. */
export const fetchGit = async (wanted: GitWanted, target: string, deps: FetchDeps): Promise<string> => {
  const { sandbox } = deps
  const wrap = (await sandbox?.enter({}))?.wrap
  const off = [...SWITCHED_OFF, ...switchedOff(readGitSettings({ cwd: target, env: deps.env, wrap }) ?? [])]
  // A checkout over ssh would have to happen outside the sandbox: there all is fetched.
  const isLazy = wanted.sparse !== undefined && !isSshAddress(wanted.url)
  const env = {
    ...hardenEnvironment(deps.env, deps.roots),
    GIT_ALLOW_PROTOCOL: wanted.url.startsWith('file:') ? 'file' : 'https:ssh',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_TERMINAL_PROMPT: '0',
    // From the one address that is named here.
    ...(isLazy ? { GIT_NO_LAZY_FETCH: '0' } : {}),
  }
  const git = async (...args: readonly string[]): Promise<string> => {
    // What was left out of the fetch comes with the checkout.
    const connects = args[0] === 'fetch' || (isLazy && args[0] === 'checkout')
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
    const shallow = ['fetch', '--quiet', '--depth', '1', '--no-tags']
    const which = wanted.sha ?? wanted.ref ?? 'HEAD'
    if (wanted.sparse) {
      await git('remote', 'add', 'origin', wanted.url)
      await git('sparse-checkout', 'set', '--cone', ...wanted.sparse)
      await git(...shallow, ...(isLazy ? ['--filter=blob:none'] : []), '--', 'origin', which)
    } else await git(...shallow, '--', wanted.url, which)
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
