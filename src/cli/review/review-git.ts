import { isOfRepository, readGitState } from '../../lib/git/read-git-view.ts'
import type { GitSettingPair } from '../../lib/git/start-git.ts'
import { connectingAs, switchedOff } from '../../lib/git/switched-off.ts'
import type { Env } from '../../protocol/host.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { runGitHere } from '../eval/git-child.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'

export interface GitOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** More than so much rejects with a TooMuchError. */
  readonly maxBytes?: number
  /** It asks a server: with the person's own settings for that, none of the repository's. */
  readonly connects?: boolean
}

/** Git in one repository; what it prints. Rejects with its words. No filter, driver or helper that the repository names runs. */
export type ReviewGit = (args: readonly string[], options?: GitOptions) => Promise<string>

/** Files are not fetched from a store of large ones: nobody reviews them. */
const WITHOUT_LFS = { GIT_LFS_SKIP_SMUDGE: '1' }
/** Not `ext`, which is a program. */
const CONNECTING = { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' }

export const reviewGit = (directory: string, from: Env): ReviewGit => {
  const settings = readGitState({ cwd: directory, env: from })?.settings ?? []
  const plain: readonly GitSettingPair[] = switchedOff(settings.filter(isOfRepository))
  const connecting = [...plain, ...connectingAs(settings)]
  return async (args, { cwd = directory, env = {}, connects = false, ...more } = {}) =>
    await runGitHere(
      args,
      {
        cwd,
        env: { ...WITHOUT_LFS, ...(connects ? CONNECTING : {}), ...env },
        settings: connects ? connecting : plain,
        ...more,
      },
      from,
    )
}

/** The top of the repository around this directory. */
export const topOf = async ({ cwd, process }: Pick<SessionsDeps, 'cwd' | 'process'>): Promise<string> => {
  const said = await reviewGit(
    cwd,
    process.env,
  )(['rev-parse', '--show-toplevel']).catch(() => {
    throw new ExitError(2, codeReviewText('no_repository', { directory: cwd }))
  })
  return said.replace(/\n$/, '')
}
