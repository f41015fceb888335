import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { findTrustRoot } from '../../features/trust/find-trust-root.ts'
import { projectsOf } from '../../features/trust/project-state.ts'
import { changeState, readState, type State } from '../../features/trust/state-file.ts'
import { findStart } from '../../host/start.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { ExitError } from '../exit-error.ts'
import { inUiLanguage } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { say } from '../say.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { sessions } from '../sessions/sessions.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const PURGE = {
  name: 'purge',
  usage: usageOf(
    `Usage: capstan purge [directory] [--dry-run] [--all] [-y]   delete what Capstan keeps about a project

  --dry-run   only list what would be deleted
  --all       all projects
  -y, --yes   without asking

Sessions go with their file history, sub-agents, task lists and debug logs; so do the prompt history, and the trust and
approvals of the folder. Files of the project itself are not touched. To delete single sessions: capstan sessions purge.`,
    `用法：capstan purge [目录] [--dry-run] [--all] [-y]   删除 Capstan 保存的与项目有关的数据

  --dry-run   只列出将要删除的内容
  --all       所有项目
  -y, --yes   不询问

会话连同其文件历史、智能体、任务列表和调试日志一并删除；提示词历史以及对该文件夹的信任和批准也会删除。
项目本身的文件不受影响。要删除个别会话，请用 capstan sessions purge。`,
  ),
  flags: {
    'dry-run': { type: 'boolean' },
    all: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
  },
} as const

/** `capstan purge`, and `capstan project purge`. */
export const purge = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(PURGE.usage)
  const given = readOptions(PURGE, argv)
  const [directory = '.', ...rest] = given.words
  if (rest.length > 0 || (given.is('all') && given.words.length > 0))
    throw wrongUsage(PURGE, argumentText('unexpected', { word: rest[0] ?? directory }))
  const start = findStart(from)
  const path = realOf(resolve(start.cwd, directory))
  const which = given.is('all') ? ['--all'] : ['--project', path]
  const root = findTrustRoot(path, start.home).path
  const roots = entriesIn(readOf(start.configHome), given.is('all') ? undefined : root)
  await sessions(['purge', ...which], from)
  for (const each of roots)
    say(await inUiLanguage(commandText('purge_entry', { path: escapeLine(each, 300) }), from.env))
  if (given.is('dry-run')) return 0
  if (!given.is('yes')) {
    if (!process.stdin.isTTY || !process.stdout.isTTY) throw new ExitError(1, commandText('needs_yes'))
    if ((await askYesNo(commandText('purge_question'), process.stdout, from.env)) !== 'yes') return 1
  }
  const code = await sessions(['purge', ...which, '--yes'], from)
  if (roots.length > 0)
    await changeState(start.configHome, state => without(state, roots), {
      newId: randomUUID,
      now: Date.now,
    })
  return code
}

/** `capstan project purge`: the only thing that can be done with a project. */
export const project = async (argv: readonly string[], from: Process): Promise<number> => {
  const [action, ...rest] = argv
  if (action !== 'purge') {
    if (wantsHelp(argv)) return showUsage(PURGE.usage)
    throw wrongUsage(PURGE, argumentText('not_a_command', { words: ['project', ...argv].join(' ') }))
  }
  return await purge(rest, from)
}

const realOf = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch {
    // A project that is gone has left its sessions all the same.
    return path
  }
}

const readOf = (configHome: string): State => {
  const read = readState(configHome)
  return read.kind === 'state' ? read.state : {}
}

const entriesIn = (state: State, root: string | undefined): readonly string[] =>
  Object.keys(projectsOf(state)).filter(path => root === undefined || path === root)

const without = (state: State, roots: readonly string[]): State => ({
  ...state,
  projects: Object.fromEntries(Object.entries(projectsOf(state)).filter(([path]) => !roots.includes(path))),
})
