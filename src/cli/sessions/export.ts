import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatBytes } from '../../features/sessions/export/format-amount.ts'
import { countTurns } from '../../features/sessions/ledger/story.ts'
import { writeTextAtomically } from '../../lib/atomic-write.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { oneOf } from '../args/read-value.ts'
import { ExitError } from '../exit-error.ts'
import { usageOf } from '../usage.ts'
import { chooseOne } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { type ExportEnding, exportPieces, MAX_TEXT } from './export-pieces.ts'
import { readOptions, wrongUsage } from './options.ts'
import { createTeller } from './tell-story.ts'

export const EXPORT = {
  name: 'sessions export',
  usage: usageOf(
    `Usage: capstan sessions export [id, name or file] [flags]   write one file to keep or share (default: the newest session here)

  --format <html|md|json>   html: a self-contained page (default); md: Markdown; json: data
  -o, --output <file>       output file; "-" for stdout (default: ./<session id>.html)
  --force                   overwrite an existing file
  --with-secrets            don't redact secrets
  --json                    report as JSON`,
    `用法：capstan sessions export [id、名称或文件] [选项]   写成一个文件，便于保存或分享（默认：此处最近的会话）

  --format <html|md|json>   html：独立网页（默认）；md：Markdown；json：数据
  -o, --output <文件>       输出文件；"-" 表示 stdout（默认：./<会话 id>.html）
  --force                   覆盖已有文件
  --with-secrets            不隐去密钥
  --json                    以 JSON 报告结果`,
  ),
  flags: {
    format: { type: 'string' },
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
    json: { type: 'boolean' },
  },
} as const

const ENDINGS: Readonly<Record<string, ExportEnding>> = {
  html: 'html',
  md: 'md',
  markdown: 'md',
  json: 'json',
}

export const exportSession = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(EXPORT, argv)
  if (given.words.length > 1) throw wrongUsage(EXPORT, argumentText('one_session'))
  const output = given.text('output')
  const named = given.text('format') ?? /\.(html|md|json)$/.exec(output ?? '')?.[1] ?? 'html'
  const ending = ENDINGS[named]
  if (ending === undefined)
    throw wrongUsage(
      EXPORT,
      argumentText('takes', {
        flag: '--format',
        choices: oneOf(['html', 'md', 'json']),
        given: JSON.stringify(named),
      }),
    )
  const isWhole = given.is('with-secrets')
  const tell = createTeller(deps, { withSecrets: isWhole, maxText: MAX_TEXT, withDiffs: true })
  using story = tell(await chooseOne(deps, given.words[0]))
  const pieces = exportPieces(story, ending, { deps, secrets: isWhole ? 'kept' : 'redacted' })
  if (output === '-') {
    for (const piece of pieces) await deps.write(piece)
    return 0
  }
  const path = resolve(deps.cwd, output ?? `${story.sessionId}.${ending}`)
  const bytes = await save(path, pieces, given.is('force'))
  const ignored = keepOutOfGit(path) === 'excluded' ? [storedText('git_ignores')] : []
  const count = countTurns(story.turns)
  const wrote = storedText(isWhole ? 'wrote_secrets' : 'wrote', {
    path,
    size: formatBytes(bytes),
    turns: storedText('turns', { count }),
  })
  await deps.write(
    given.is('json')
      ? `${JSON.stringify({ sessionId: story.sessionId, path, bytes, turns: count, redacted: !isWhole })}\n`
      : `${deps.localize(sentences([wrote, ...ignored]))}\n`,
  )
  return 0
}

/** For the person alone: a session may hold what others should not read. */
const save = async (path: string, pieces: Iterable<string>, force: boolean): Promise<number> => {
  if (!force && existsSync(path)) throw new ExitError(1, sessionCommandText('exists', { path }))
  try {
    return await writeTextAtomically(path, pieces, { mode: 0o600 })
  } catch (error) {
    throw new ExitError(1, sessionCommandText('cannot_write', { path, error: describeCause(error) }))
  }
}
