import { copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { draftTask, type TaskDraft, taskYaml } from '../../features/evals/draft-task.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import { callsOf, hasFailed, type Story } from '../../features/sessions/ledger/story.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import { chooseOne } from '../sessions/choose-sessions.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { runGitHere } from './git-child.ts'

export const INIT = {
  name: 'eval init',
  usage: usageOf(
    `Usage: capstan eval init [session] [options]   make a task of a session that solved something

From the session (default: the newest one here) it takes your prompt, the commit before it began,
the test command that went green, and the tests it wrote, as they are now. What else it wrote becomes
the reference solution.

  --name <name>        what the task is called
  --to <directory>     where it is put (default: ./evals/<name>)
  --all-prompts        all your prompts, not only the first`,
    `用法：capstan eval init [会话] [选项]   把解决了问题的会话变成任务

从会话（默认：此处最近的会话）中取得你的提示词、会话开始前的提交、由红变绿的测试命令，以及它写的
测试（按现在的内容）。它写的其他文件成为参考答案。

  --name <名称>        任务名称
  --to <目录>          保存位置（默认：./evals/<名称>）
  --all-prompts        你的全部提示词，而不只是第一条`,
  ),
  flags: { name: { type: 'string' }, to: { type: 'string' }, 'all-prompts': { type: 'boolean' } },
} as const

/** `capstan eval init` */
export const init = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(INIT, argv)
  const story = readStory(await chooseOne(deps, given.words[0]))
  const name = given.text('name')
  const draft = draftTask(pastSession(story), {
    allPrompts: given.is('all-prompts'),
    ...(name === undefined ? {} : { name }),
  })
  if (draft.prompts.length === 0) throw new ExitError(1, evalText('init_no_prompt'))
  const path = resolve(deps.cwd, given.text('to') ?? join('evals', draft.name))
  if (existsSync(join(path, 'task.yaml')))
    throw new ExitError(1, evalText('exists', { path: join(path, 'task.yaml') }))
  const commit = await commitBefore(story, draft, deps)
  mkdirSync(path, { recursive: true })
  const take = (names: readonly string[], folder: string): readonly string[] => {
    const there = names.filter(name => isFile(join(story.cwd, name)))
    for (const name of there) {
      const target = join(path, folder, name)
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(story.cwd, name), target)
    }
    return there
  }
  // Files of a copy lie as in the repository, wherever in it the session stood.
  const below = commit ? relative(commit.repository, realpathSync(story.cwd)) : ''
  const tests = take(draft.tests, join('tests', below))
  take(draft.solution, join('solution', below))
  const start = commit && { repository: repositoryFor(path, commit.repository), ref: commit.ref }
  if (commit?.isUnsure) deps.warn(evalText('init_open_changes', { ref: commit.ref.slice(0, 12) }))
  writeFileSync(join(path, 'task.yaml'), taskYaml({ ...draft, ...inFolder(draft, below), tests }, start))
  if (!start) deps.warn(evalText('init_no_commit', { directory: story.cwd, time: story.startedAt, path }))
  if (draft.command === undefined) deps.warn(evalText('init_no_check'))
  const command = `${programCommand(deps.process.env)} eval check ${relative(deps.cwd, path) || '.'}`
  await deps.write(`${deps.localize(evalText('init_done', { name: draft.name, path, command }))}\n`)
  return 0
}

const pastSession = (story: Story) => {
  const turns = story.turns.filter(turn => !turn.aside)
  const calls = turns.flatMap(turn => callsOf(turn.steps))
  return {
    id: story.sessionId,
    cwd: story.cwd,
    prompts: turns.filter(turn => turn.request.by === 'person').map(turn => turn.request.text),
    commands: calls
      .filter(({ effect }) => effect.kind === 'run')
      .map(call => ({ command: call.subject, failed: hasFailed(call) })),
    written: [
      ...calls.flatMap(({ effect }) => (effect.kind === 'write' ? [effect.path] : [])),
      ...turns.flatMap(turn => turn.touched.map(({ path }) => path)),
    ],
  }
}

/** A task in its own repository is found wherever that is checked out. */
const repositoryFor = (task: string, repository: string): string => {
  const up = relative(task, repository)
  return /^\.\.(?:\/\.\.)*$/.test(up) ? up : repository
}

/** The command of a session that stood deeper in its repository. */
const inFolder = ({ command }: TaskDraft, below: string): Partial<TaskDraft> =>
  command === undefined || below === ''
    ? {}
    : { command: `cd '${below.replaceAll("'", "'\\''")}' && ${command}` }

/** A link could lead out of the directory. */
const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false

interface Begin {
  readonly repository: string
  readonly ref: string
  /** It may have begun with something else than that commit. */
  readonly isUnsure: boolean
}

/** The commit that was there when the session began. */
const commitBefore = async (
  { cwd, startedAt }: Story,
  draft: TaskDraft,
  deps: SessionsDeps,
): Promise<Begin | undefined> => {
  if (!existsSync(cwd) || startedAt === '') return undefined
  const git = async (...args: readonly string[]): Promise<string> =>
    (await runGitHere(args, { cwd }, deps.process.env)).trim()
  try {
    const repository = await git('rev-parse', '--show-toplevel')
    const ref = await git('rev-list', '-1', `--before=${startedAt}`, 'HEAD')
    if (ref === '') return undefined
    // What the session itself did not touch and is not committed was probably open before it, too.
    const own = [...draft.tests, ...draft.solution].map(name => join(realpathSync(cwd), name))
    const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=no']
    const open = (await runGitHere(status, { cwd }, deps.process.env))
      .split('\0')
      .filter(line => line !== '')
      .map(line => join(repository, line.slice(3)))
    return { repository, ref, isUnsure: open.some(path => !own.includes(path)) }
  } catch {
    // No repository, or nothing committed yet: said by who asked.
    return undefined
  }
}
