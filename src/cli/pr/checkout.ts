import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createChangeGit } from '../../features/git/change-git.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import type { Snapshot } from '../../features/pull-requests/snapshot.ts'
import { readRepository } from '../../features/sessions/repository-home.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { mainCheckout } from '../../features/worktrees/list-worktrees.ts'
import { findHomes } from '../../host/find-homes.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { escapeProse } from '../../lib/escape-text.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { prCommandText } from '../../protocol/messages/cli/pull-requests.ts'
import type { ChangeGit } from '../../protocol/run-git.ts'
import { ExitError } from '../exit-error.ts'
import type { Watching } from './follow.ts'

/** A worktree at the head of a pull request. It goes when nothing in it would be lost. */
export class Checkout implements AsyncDisposable {
  readonly path: string
  readonly branch: string
  /** Where its commits belong. */
  readonly target: string
  /** That branch is in the repository the worktree is of. */
  readonly isOwn: boolean
  readonly #main: string
  readonly #git: ChangeGit
  #pushed: string

  private constructor(at: {
    readonly main: string
    readonly git: ChangeGit
    readonly number: number
    readonly head: Snapshot['head']
    readonly isOwn: boolean
  }) {
    this.#main = at.main
    this.#git = at.git
    this.#pushed = at.head.sha
    this.target = at.head.branch
    this.isOwn = at.isOwn
    this.branch = `capstan-pr-${at.number}-${randomBytes(3).toString('hex')}`
    this.path = join(at.main, '.capstan', 'worktrees', this.branch)
  }

  /** Throws ExitError where there is no repository of it here, or its head cannot be had. */
  static async open({ address, deps }: Watching, ref: string, { head }: Snapshot): Promise<Checkout> {
    const { cwd, configHome, process: from } = deps
    const home = readRepository(cwd)?.home
    const hostname = address.host.replace(/:\d+$/, '')
    if (
      home?.host !== hostname ||
      `${home.owner}/${home.name}`.toLowerCase() !== address.repository.toLowerCase()
    )
      throw new ExitError(2, prCommandText('other_repository', { repository: address.repository }))
    const main = mainCheckout(cwd)
    const { env } = from
    const { trusted } = findFolderTrust({}, { cwd: main, env, ...findHomes(env), configHome })
    const git = createChangeGit({
      env: childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: main }),
      roots: () => [main],
      trusted: () => trusted,
    })
    const isOwn = head.repository?.toLowerCase() === address.repository.toLowerCase()
    const made = new Checkout({ main, git, number: address.number, head, isOwn })
    await made.#begin(ref, address.number, head.sha)
    return made
  }

  /** Commits all there is; answers how many commits are not pushed. */
  async commit(said: string): Promise<number> {
    await this.#run(['add', '--all'], { files: this.path })
    const status = await this.#run(['status', '--porcelain'])
    if (status.trim() !== '') {
      const known = await this.#git({ cwd: this.path, args: ['config', 'user.email'] })
      const author = known.ok ? [] : ['-c', 'user.name=Capstan', '-c', 'user.email=capstan@localhost']
      await this.#run([...author, 'commit', '--quiet', '--no-verify', '-m', messageIn(said)], {
        files: this.path,
      })
    }
    return Number((await this.#run(['rev-list', '--count', `${this.#pushed}..HEAD`])).trim())
  }

  /** Never by force: what somebody else pushed meanwhile stays. Throws ExitError. */
  async push({ head }: Snapshot): Promise<void> {
    const args = ['push', '--quiet', '--no-verify', 'origin', `HEAD:refs/heads/${head.branch}`]
    const pushed = await this.#git({ cwd: this.path, args, connects: 'origin', writes: {} })
    if (!pushed.ok)
      throw new ExitError(
        1,
        prCommandText('not_pushed', {
          why: escapeProse(pushed.words, 500),
          path: this.path,
          branch: this.branch,
        }),
      )
    this.#pushed = (await this.#run(['rev-parse', 'HEAD'])).trim()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const [status, head] = [
      await this.#git({ cwd: this.path, args: ['status', '--porcelain'] }),
      await this.#git({ cwd: this.path, args: ['rev-parse', 'HEAD'] }),
    ]
    if (!status.ok || status.output.trim() !== '' || !head.ok || head.output.trim() !== this.#pushed) return
    const remove = ['worktree', 'remove', this.path]
    const removed = await this.#git({ cwd: this.#main, args: remove, writes: { files: this.path } })
    if (removed.ok)
      await this.#git({
        cwd: this.#main,
        args: ['branch', '-D', '--quiet', this.branch],
        writes: { settings: true },
      })
  }

  async #begin(ref: string, number: number, sha: string): Promise<void> {
    const local = `refs/capstan/pull/${number}`
    const fetch = ['fetch', '--quiet', '--no-tags', 'origin', `+${ref}:${local}`]
    const fetched = await this.#git({ cwd: this.#main, args: fetch, connects: 'origin', writes: {} })
    if (!fetched.ok)
      throw new ExitError(1, prCommandText('not_fetched', { why: escapeProse(fetched.words, 500) }))
    mkdirSync(dirname(this.path), { recursive: true })
    keepOutOfGit(dirname(this.path))
    mkdirSync(this.path)
    const add = ['worktree', 'add', '--quiet', '--no-track', '-b', this.branch, this.path, sha]
    const added = await this.#git({ cwd: this.#main, args: add, writes: { files: this.path } })
    if (added.ok) return
    rmSync(this.path, { recursive: true, force: true })
    throw new ExitError(1, prCommandText('not_fetched', { why: escapeProse(added.words, 500) }))
  }

  async #run(args: readonly string[], writes?: { readonly files?: string }): Promise<string> {
    const done = await this.#git({ cwd: this.path, args, ...(writes ? { writes } : {}) })
    if (done.ok) return done.output
    throw new ExitError(
      1,
      prCommandText('git_failed', { verb: args[0] ?? '', why: escapeProse(done.words, 500) }),
    )
  }
}

/** The line that was asked for, or a plain one. */
const messageIn = (said: string): string => {
  const [, message = ''] = /^\W*Commit:\s*(.+?)\W*$/im.exec(said) ?? []
  return escapeProse(message.replaceAll(/[`*"]/g, ''), 120) || 'Mend failed checks'
}
