import { randomUUID } from 'node:crypto'
import { createChangeGit } from '../../features/git/change-git.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { listWorktrees, mainCheckout } from '../../features/worktrees/list-worktrees.ts'
import { removeWorktree } from '../../features/worktrees/remove-worktree.ts'
import { slugOf } from '../../features/worktrees/worktree-name.ts'
import { findHomes } from '../../host/find-homes.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { thisProcess } from '../../lib/process/process-identity.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import { ToolError } from '../../protocol/tool.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { type Given, readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import type { WorktreesDeps } from './deps.ts'
import { list } from './list.ts'
import { merge } from './merge.ts'

/** `capstan worktrees clean`: 1 when a worktree that was named is still there. */
const clean = async (given: Given, deps: WorktreesDeps): Promise<number> => {
  const { main } = deps
  const named = given.words.map(slugOf)
  const slugs = named.length > 0 ? named : (await listWorktrees(main, deps)).map(({ slug }) => slug)
  let kept = 0
  for (const slug of slugs) {
    const end = await removeWorktree({ main, slug, discard: given.is('discard') }, deps)
    if (end.kept) kept++
    const copy = end.findings.length > 0 && end.salvage ? [runningText('copy', { ref: end.salvage })] : []
    await deps.say(
      end.kept
        ? runningText('kept', { name: slug, reason: end.because })
        : sentences([runningText('removed', { name: slug }), ...copy]),
    )
  }
  if (slugs.length === 0) await deps.say(runningText('no_worktrees'))
  return named.length > 0 && kept > 0 ? 1 : 0
}

const WORKTREES = {
  name: 'worktrees',
  usage: usageOf(
    `Usage: capstan worktrees [list]              worktrees of this repository, and what is in them
       capstan worktrees merge <name>        bring the work of one into the branch you have checked out
       capstan worktrees clean [name …]      remove those with nothing to lose; without names: all of them

  --json      list: machine-readable
  --discard   clean: also remove the named ones that hold work; a copy is kept under refs/capstan/salvage/`,
    `用法：capstan worktrees [list]              此仓库的工作树及其内容
      capstan worktrees merge <名称>        把某个工作树的工作合并到你当前检出的分支
      capstan worktrees clean [名称 …]      删除没有内容可丢失的工作树；不带名称则检查全部

  --json      list：便于程序读取
  --discard   clean：指定的工作树即使有工作也删除；副本保留在 refs/capstan/salvage/ 下`,
  ),
  flags: { json: { type: 'boolean' }, discard: { type: 'boolean' } },
} as const

const COMMANDS: Readonly<Record<string, (given: Given, deps: WorktreesDeps) => Promise<number>>> = {
  list,
  merge,
  clean,
}

/** `capstan worktrees …` */
export const worktrees = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(WORKTREES.usage)
  const given = readOptions(WORKTREES, argv)
  const [name = 'list', ...words] = given.words
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const nearest = nearestName(name, Object.keys(COMMANDS))
    const about = { name: JSON.stringify(name) }
    throw wrongUsage(
      WORKTREES,
      nearest === undefined
        ? argumentText('no_command', about)
        : argumentText('no_command_near', { ...about, near: nearest }),
    )
  }
  if (name === 'merge' && words.length !== 1)
    throw wrongUsage(
      WORKTREES,
      argumentText('action_takes_one', { action: 'merge', what: argumentText('name') }),
    )
  if (given.is('discard') && (name !== 'clean' || words.length === 0))
    throw wrongUsage(WORKTREES, argumentText('discard_names'))
  return await withDeps(from, async deps => {
    try {
      return await command({ ...given, words }, worktreesDeps(deps))
    } catch (error) {
      if (error instanceof ToolError) throw new ExitError(1, messageOf(error))
      throw error
    }
  })
}

const worktreesDeps = (deps: SessionsDeps): WorktreesDeps => {
  const { cwd, configHome, process: from, localize, write } = deps
  const { env } = from
  const main = mainCheckout(cwd)
  const { trusted } = findFolderTrust({}, { cwd: main, env, ...findHomes(env), configHome })
  return {
    main,
    command: programCommand(env),
    git: createChangeGit({
      env: childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: main }),
      roots: () => [main],
      trusted: () => trusted,
    }),
    now: () => new Date(),
    newId: randomUUID,
    owner: thisProcess(),
    say: text => write(`${localize(text)}\n`),
  }
}
