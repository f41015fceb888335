import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tmpDir } from './tmp-dir.ts'

const IDENTITY = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@a',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@a',
}

/** A repository with one commit on `main`, in a directory of its own that is removed at the end. */
export const gitRepository = (files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }) => {
  const tmp = tmpDir()
  const root = join(realpathSync(tmp.path), 'project')
  mkdirSync(root)
  const env = { PATH: '/usr/bin:/bin', HOME: tmp.path, ...IDENTITY }
  const gitIn = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  gitIn(root, 'init', '-q', '-b', 'main')
  for (const [name, text] of Object.entries(files)) write(join(root, name), text)
  gitIn(root, 'add', '.')
  gitIn(root, 'commit', '-qm', 'first')
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
