import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { tmpDir } from './tmp-dir.ts'

const IDENTITY = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@a',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@a',
}

type Files = Readonly<Record<string, string>>

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const gitAs =
  (env: Readonly<Record<string, string>>) =>
  (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).trim()

const environmentAt = (home: string) => ({ PATH: '/usr/bin:/bin', HOME: home, ...IDENTITY })

/** By what they hold: made once, copied for each test. They go with the temporary directory of the run. */
const templates = new Map<string, string>()

const templateOf = (files: Files): string => {
  const key = JSON.stringify(files)
  const known = templates.get(key)
  if (known !== undefined) return known
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-repository-')))
  const root = join(home, 'project')
  mkdirSync(root)
  const gitIn = gitAs(environmentAt(home))
  gitIn(root, 'init', '-q', '-b', 'main')
  for (const [name, text] of Object.entries(files)) write(join(root, name), text)
  gitIn(root, 'add', '.')
  gitIn(root, 'commit', '-qm', 'first')
  // Examples that git puts there; nobody runs them.
  rmSync(join(root, '.git/hooks'), { recursive: true, force: true })
  templates.set(key, root)
  return root
}

let empty: string | undefined

/** As `git init -b main` leaves a directory, without the examples of hooks; made once and copied. */
export const initRepository = (directory: string): void => {
  if (empty === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'capstan-repository-'))
    gitAs(environmentAt(made))(made, 'init', '-q', '-b', 'main')
    rmSync(join(made, '.git/hooks'), { recursive: true, force: true })
    empty = made
  }
  cpSync(join(empty, '.git'), join(directory, '.git'), { recursive: true })
}

/** Makes of a directory with these files a repository whose only commit, on `main`, has them; made once and copied. */
export const commitFiles = (directory: string, files: Files): void =>
  cpSync(join(templateOf(files), '.git'), join(directory, '.git'), { recursive: true })

/** A repository with one commit on `main`, in a directory of its own that is removed at the end. */
export const gitRepository = (files: Files = { 'a.txt': 'one\n' }) => {
  const tmp = tmpDir()
  const root = join(realpathSync(tmp.path), 'project')
  cpSync(templateOf(files), root, { recursive: true })
  const env = environmentAt(tmp.path)
  const gitIn = gitAs(env)
  return {
    root,
    home: tmp.path,
    env,
    gitIn,
    git: (...args: readonly string[]): string => gitIn(root, ...args),
    write,
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}
