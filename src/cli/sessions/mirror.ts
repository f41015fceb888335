import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Mirrored, mirrorPath, mirrorSession } from '../../features/sessions/mirror/mirror-session.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { findStart } from '../../host/start.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { usageOf } from '../usage.ts'
import { chooseMany } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { readOptions, wrongUsage } from './options.ts'

export const MIRROR = {
  name: 'sessions mirror',
  usage: usageOf(
    `Usage: capstan sessions mirror [flags]   copy sessions to where other programs look for them

  --to <directory>        a config home of that convention (default: ~/.claude); copies go to its projects directory
  --project <directory>   only sessions in that directory (default: all)
  --json                  report each session as one line of JSON

Run it again to bring the copies up to date. Files of other programs, and copies another program has changed, are left
alone. A copy holds everything the session holds; "sessions purge" doesn't delete it.`,
    `用法：capstan sessions mirror [选项]   把会话复制到其他程序查找的位置

  --to <目录>             采用该约定的配置目录（默认：~/.claude）；副本放在其 projects 目录中
  --project <目录>        只复制该目录中的会话（默认：全部）
  --json                  每个会话输出一行 JSON

再次运行即可更新副本。其他程序的文件，以及被其他程序修改过的副本，都不会改动。副本包含会话的全部内容；
"sessions purge" 不会删除副本。`,
  ),
  flags: { to: { type: 'string' }, project: { type: 'string' }, json: { type: 'boolean' } },
} as const

export const mirror = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(MIRROR, argv)
  if (given.words.length > 0) throw wrongUsage(MIRROR, argumentText('no_session_names'))
  const home = resolve(deps.cwd, given.text('to') ?? join(findStart(deps.process).home, '.claude'))
  if (real(home) === real(deps.configHome))
    throw new ExitError(1, sessionCommandText('mirror_onto_itself', { directory: home }))
  const project = given.text('project')
  const counts = { copied: 0, extended: 0, current: 0, kept: 0, failed: 0 }
  for (const { path } of chooseMany(deps, { all: project === undefined, project })) {
    const to = mirrorPath(home, path)
    const outcome = take(path, to)
    counts[outcome.kind]++
    if (given.is('json')) await deps.write(`${JSON.stringify({ ...outcome, from: path, to })}\n`)
    else if (outcome.kind === 'failed') deps.warn(outcome.localized)
    else if (outcome.kind === 'kept') deps.warn(noteText('mirror_left_alone', { file: to }))
  }
  if (!given.is('json'))
    await deps.write(
      `${deps.localize(storedText('mirrored', { ...counts, directory: join(home, 'projects') }))}\n`,
    )
  return counts.failed > 0 ? 1 : 0
}

type Outcome =
  | { readonly kind: Mirrored }
  | { readonly kind: 'failed'; readonly error: string; readonly localized: LocalizedText }

/** One file that cannot be copied does not keep the others. */
const take = (path: string, to: string): Outcome => {
  try {
    return { kind: mirrorSession(path, to) }
  } catch (error) {
    if (error instanceof SessionError)
      return { kind: 'failed', error: error.message, localized: error.localized }
    throw error
  }
}

const real = (directory: string): string => {
  try {
    return realpathSync.native(directory)
  } catch {
    // Nobody made it yet.
    return directory
  }
}
