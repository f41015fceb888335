import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../features/fleet/job.ts'
import type { Env } from '../../protocol/host.ts'
import { runGitHere } from '../eval/git-child.ts'

/** Where a job works, and our own record of how it began: nothing the model does to its repository reaches that. */
export interface Checkout {
  readonly work: string
  /** Everything of this job on this machine. */
  readonly room: string
  /** What was changed since the beginning, as a patch; undefined: the same as when it was last asked. */
  changes(): Promise<Buffer | undefined>
  /** The same, whatever was asked before. */
  patch(): Promise<Buffer>
  /** What the model said of its last commit; undefined: it made none. */
  commit(): Promise<string | undefined>
  drop(): void
}

export interface CheckoutWish {
  readonly room: string
  readonly repository: Repository | undefined
  /** What the worker before had changed. */
  readonly patch?: Uint8Array
  readonly env: Env
  /** Of a repository that comes as a bundle. */
  bundle(): Promise<Uint8Array>
  /** Runs on the files before the record is made: what it makes is no change of the job. */
  setUp(work: string): Promise<void>
}

const MOST_ODD = 1_000
const COMMIT = [
  ...['-c', 'user.name=capstan', '-c', 'user.email=capstan@localhost'],
  ...['commit', '--quiet', '--allow-empty', '--message', 'as the job found it'],
]

/** Makes the directory of a job anew. */
export const prepareCheckout = async (wish: CheckoutWish): Promise<Checkout> => {
  const { room, repository, env } = wish
  const [work, record] = [join(room, 'work'), join(room, 'record')]
  rmSync(room, { recursive: true, force: true })
  mkdirSync(work, { recursive: true, mode: 0o700 })
  const git = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> =>
    runGitHere(args, { cwd: work, env: more }, env)
  await fetchFiles(wish, git)
  await wish.setUp(work)
  const own = { GIT_DIR: record, GIT_WORK_TREE: work }
  const kept = (args: readonly string[]): Promise<string> => git(args, own)
  await git(['init', '--quiet', '--bare', record])
  await kept(['config', 'core.bare', 'false'])
  await kept(['add', '--all'])
  // What the repository keeps although it ignores it is no less its own.
  const odd = repository ? await git(['ls-files', '-z', '--cached', '--ignored', '--exclude-standard']) : ''
  for (const name of odd.split('\0').filter(Boolean).slice(0, MOST_ODD))
    await kept(['add', '--force', '--', name])
  await kept(COMMIT)
  if (wish.patch && wish.patch.length > 0) {
    const file = join(room, 'before.patch')
    writeFileSync(file, wish.patch)
    await kept(['apply', '--whitespace=nowarn', file])
  }
  if (repository === undefined) await git(['init', '--quiet', '--initial-branch', 'main'])
  const begin = await headOf(git)
  return checkoutAt({ room, work, kept, commit: async () => await lastCommit(git, begin) })
}

const headOf = (git: (args: readonly string[]) => Promise<string>): Promise<string> =>
  git(['rev-parse', '--verify', '--quiet', 'HEAD']).catch(() => '')

const MOST_SAID = 4_000

/** As it stands in the commit: nothing that the repository names is run to show it. */
const lastCommit = async (
  git: (args: readonly string[]) => Promise<string>,
  begin: string,
): Promise<string | undefined> => {
  const now = await headOf(git)
  if (now === begin || now === '') return undefined
  const text = await git(['cat-file', 'commit', now.trim()]).catch(() => '')
  const said = text.slice(text.indexOf('\n\n') + 2, MOST_SAID).trim()
  return said === '' ? undefined : said
}

const fetchFiles = async (
  { room, repository, bundle }: CheckoutWish,
  git: (args: readonly string[]) => Promise<string>,
): Promise<void> => {
  if (!repository) return
  await git(['init', '--quiet', '--initial-branch', 'main'])
  if (repository.kind === 'git') {
    await git(['fetch', '--quiet', '--depth', '50', '--no-tags', '--', repository.url, repository.ref])
    await git(['checkout', '--quiet', '--detach', 'FETCH_HEAD'])
    return
  }
  const file = join(room, 'repository.bundle')
  writeFileSync(file, await bundle())
  await git(['bundle', 'unbundle', file])
  await git(['checkout', '--quiet', '--detach', repository.head])
  rmSync(file)
}

interface Placed {
  readonly room: string
  readonly work: string
  kept(args: readonly string[]): Promise<string>
  commit(): Promise<string | undefined>
}

const checkoutAt = ({ room, work, kept, commit }: Placed): Checkout => {
  let tree = ''
  const patch = async (): Promise<Buffer> => {
    const file = join(room, 'now.patch')
    await kept(['add', '--all'])
    const how = ['--cached', '--binary', '--no-color', '--no-ext-diff', '--no-textconv', `--output=${file}`]
    await kept(['diff', ...how, 'HEAD'])
    return statSync(file).size === 0 ? Buffer.alloc(0) : readFileSync(file)
  }
  return {
    work,
    room,
    patch,
    commit,
    async changes() {
      await kept(['add', '--all'])
      const now = (await kept(['write-tree'])).trim()
      if (tree === now) return undefined
      const made = await patch()
      const isFirst = tree === ''
      tree = now
      return isFirst && made.length === 0 ? undefined : made
    },
    drop: () => rmSync(room, { recursive: true, force: true }),
  }
}
