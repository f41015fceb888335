import { randomUUID } from 'node:crypto'
import { createChangeGit } from '../../features/git/change-git.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { mainCheckout } from '../../features/worktrees/places.ts'
import { findHomes } from '../../host/find-homes.ts'
import { findFolderTrust } from '../../host/trust/folder-trust.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { thisProcess } from '../../lib/process/process-identity.ts'
import { ToolError } from '../../protocol/tool.ts'
import { ExitError } from '../exit-error.ts'
import { ownCommand } from '../own-command.ts'
import type { Process } from '../process.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { type Given, readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, wantsHelp } from '../usage.ts'
import { clean } from './clean.ts'
import type { WorktreesDeps } from './deps.ts'
import { list } from './list.ts'
import { merge } from './merge.ts'

const WORKTREES = {
  name: 'worktrees',
  usage: `Usage: capstan worktrees [list]              worktrees of this repository, and what is in them
       capstan worktrees merge <name>        bring the work of one into the branch you have checked out
       capstan worktrees clean [name …]      remove those with nothing to lose; without names: all of them

  --json      list: machine-readable
  --discard   clean: also remove the named ones that hold work; a copy is kept under refs/capstan/salvage/`,
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
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
    throw wrongUsage(WORKTREES, `there is no command ${JSON.stringify(name)}.${meant}`)
  }
  if (name === 'merge' && words.length !== 1) throw wrongUsage(WORKTREES, 'merge takes one name.')
  if (given.is('discard') && (name !== 'clean' || words.length === 0))
    throw wrongUsage(
      WORKTREES,
      '--discard needs the names of the worktrees to remove: clean <name> --discard.',
    )
  return await withDeps(from, async deps => {
    try {
      return await command({ ...given, words }, worktreesDeps(deps))
    } catch (error) {
      if (error instanceof ToolError) throw new ExitError(1, error.message)
      throw error
    }
  })
}

const worktreesDeps = ({ cwd, configHome, process: from, write }: SessionsDeps): WorktreesDeps => {
  const { env } = from
  const main = mainCheckout(cwd)
  const { trusted } = findFolderTrust({}, { cwd: main, env, ...findHomes(env), configHome })
  return {
    main,
    command: ownCommand(env),
    git: createChangeGit({
      env: childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: main }),
      roots: () => [main],
      trusted: () => trusted,
    }),
    now: () => new Date(),
    newId: randomUUID,
    owner: thisProcess(),
    say: text => write(`${text}\n`),
  }
}
