import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { EvalTask } from '../task.ts'
import type { TaskPorts } from './ports.ts'

/** A copy of a task's beginning and the harness's own record of it, which nothing in the copy can change. */
export interface Copy {
  readonly directory: string
  /** A git directory outside of the copy. */
  readonly record: string
}

export const copyAt = (work: string): Copy => ({
  directory: join(work, 'copy'),
  record: join(work, 'record.git'),
})

export const isPrepared = ({ directory, record }: Copy): boolean =>
  existsSync(directory) && existsSync(join(record, 'HEAD'))

/** The set-up of a task could not be made. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
  readonly kind = 'setup'
}

const AUTHOR = ['-c', 'user.name=Capstan', '-c', 'user.email=evals@capstan.invalid']
const COMMIT = [...AUTHOR, 'commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'Start']

/**
 * Makes the copy anew: files, set-up command, and a repository with one commit in it. What came after that commit is
 * not in it: nobody finds a solution in the history.
 */
export const prepareCopy = async (
  task: EvalTask,
  copy: Copy,
  { ports, signal }: { readonly ports: TaskPorts; readonly signal: AbortSignal },
): Promise<void> => {
  const { directory } = copy
  const work = dirname(directory)
  rmSync(work, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  await fill(task, directory, ports)
  const { archive, command } = task.setup
  const wish = { cwd: directory, seconds: task.limits.checkSeconds, network: task.network }
  if (archive !== undefined)
    await mustRun(ports, { ...wish, command: unpackCommand(archive), readable: [archive] }, signal)
  if (command !== undefined) await mustRun(ports, { ...wish, command }, signal)
  // What an archive or a command brought of its own could name programs, and hold what came later.
  rmSync(join(directory, '.git'), { recursive: true, force: true })
  await ports.git(['init', '--quiet', '--initial-branch', 'main'], { cwd: directory })
  await ports.git(['add', '--all', '--force'], { cwd: directory })
  await ports.git(COMMIT, { cwd: directory })
  await cp(join(directory, '.git'), copy.record, { recursive: true })
}

const fill = async (task: EvalTask, directory: string, ports: TaskPorts): Promise<void> => {
  const { directory: from, without = [], git } = task.setup
  if (from !== undefined)
    for (const name of readdirSync(from))
      if (!without.includes(name) && name !== '.git')
        await cp(join(from, name), join(directory, name), { recursive: true, verbatimSymlinks: true })
  if (!git) return
  // Of that state only its files: an index of our own, so that the repository stays as it is.
  const env = { GIT_INDEX_FILE: join(dirname(directory), 'index') }
  const at = { cwd: git.repository, env }
  await ports.git(['read-tree', `${git.ref}^{commit}`], at)
  await ports.git(['checkout-index', '--all', '--force', `--prefix=${directory}/`], at)
}

const unpackCommand = (archive: string): string => {
  const quoted = `'${archive.replaceAll("'", "'\\''")}'`
  return archive.endsWith('.zip') ? `unzip -q ${quoted}` : `tar -xf ${quoted}`
}

const mustRun = async (
  ports: TaskPorts,
  wish: Parameters<TaskPorts['command']>[0],
  signal: AbortSignal,
): Promise<void> => {
  const { code, timedOut, output } = await ports.command(wish, signal)
  if (code === 0) return
  const why = timedOut ? `it took longer than ${wish.seconds} s` : `exit code ${code}`
  throw new SetupError(`${wish.command}: ${why}\n${output.slice(-2000)}`)
}

/** What was changed since the beginning, by the harness's own record. */
export const patchOf = async ({ directory, record }: Copy, ports: TaskPorts): Promise<string> => {
  const at = { cwd: directory, env: { GIT_DIR: record, GIT_WORK_TREE: directory } }
  await ports.git(['add', '--all'], at)
  return await ports.git(['diff', '--cached', '--binary', '--no-color', '--no-ext-diff', 'HEAD'], at)
}

export const applyPatch = async (
  patch: string,
  { directory, record }: Copy,
  ports: TaskPorts,
): Promise<void> => {
  if (patch.trim() === '') return
  const input = patch.endsWith('\n') ? patch : `${patch}\n`
  const env = { GIT_DIR: record, GIT_WORK_TREE: directory }
  await ports.git(['apply', '--whitespace=nowarn', '-'], { cwd: directory, env, input })
}

export const dropCopy = async ({ directory }: Copy): Promise<void> =>
  await rm(dirname(directory), { recursive: true, force: true })
