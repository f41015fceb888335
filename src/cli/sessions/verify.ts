import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { projectDirectory } from '../../features/sessions/project-key.ts'
import { repairCopy } from '../../features/sessions/verify/repair-copy.ts'
import { isSound, type Verified, verifySession } from '../../features/sessions/verify/verify-session.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { mapText } from '../../protocol/messages/layout.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { usageOf } from '../usage.ts'
import { chooseMany, chooseOne } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { readOptions, wrongUsage } from './options.ts'

export const VERIFY = {
  name: 'sessions verify',
  usage: usageOf(
    `Usage: capstan sessions verify [id, name or file …] [flags]   check session files for damage (default: all in this directory)

  --all       sessions in all directories
  --repair    write a repaired copy of each damaged session, as a new session; the original is unchanged
  --json      one report per line as JSON

Exit code 1 when something is damaged. Interrupted calls are listed, but don't count as damage.`,
    `用法：capstan sessions verify [id、名称或文件 …] [选项]   检查会话文件是否损坏（默认：此目录中的全部会话）

  --all       所有目录中的会话
  --repair    为每个损坏的会话写出修复后的副本，作为新会话；原文件不变
  --json      每份报告一行 JSON

有损坏时退出码为 1。中断的调用会列出，但不算损坏。`,
  ),
  flags: { all: { type: 'boolean' }, repair: { type: 'boolean' }, json: { type: 'boolean' } },
} as const

const MAX_PROBLEMS = 20

export const verify = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(VERIFY, argv)
  if (given.is('all') && given.words.length > 0)
    throw wrongUsage(VERIFY, argumentText('sessions_or_flags', { flags: '--all' }))
  const paths =
    given.words.length > 0
      ? await Promise.all(given.words.map(word => chooseOne(deps, word)))
      : chooseMany(deps, { all: given.is('all') }).map(file => file.path)
  let damaged = 0
  for (const path of paths) {
    const verified = verifySession(path)
    const sound = isSound(verified)
    if (!sound) damaged++
    const copy = !sound && given.is('repair') ? repair(path) : undefined
    if (given.is('json'))
      await deps.write(`${JSON.stringify({ sound, ...verified, ...(copy ? { repaired: copy } : {}) })}\n`)
    else {
      if (verified.problems.length > 0) await deps.write(renderReport(verified, deps.localize))
      if (copy) {
        const repaired = storedText('repaired', {
          path: copy.path,
          lines: storedText('lines', { count: copy.dropped }),
          messages: storedText('messages', { count: copy.relinked }),
        })
        const resume = storedText('resume_it', { name: nameHere(copy, deps) })
        await deps.write(`  ${deps.localize(repaired)}\n  ${deps.localize(resume)}\n`)
      }
    }
  }
  if (!given.is('json'))
    await deps.write(`${deps.localize(storedText('checked', { count: paths.length, damaged }))}\n`)
  return damaged > 0 ? 1 : 0
}

/** An id is looked for among the sessions of the current directory only; a file is found from everywhere. */
const nameHere = (
  { path, sessionId }: { readonly path: string; readonly sessionId: string },
  { configHome, cwd }: SessionsDeps,
): string => (dirname(path) === projectDirectory(configHome, cwd) ? sessionId : path)

const repair = (path: string) => {
  const sessionId = randomUUID()
  return { sessionId, ...repairCopy(path, { path: join(dirname(path), `${sessionId}.jsonl`), sessionId }) }
}

const renderReport = ({ path, problems }: Verified, localize: Localize): string => {
  const lines = problems.slice(0, MAX_PROBLEMS).map(({ kind, line, localized, file }) => {
    const said = storedText('problem_at', {
      line,
      kind: storedText(kind === 'too_long' ? 'too_long_line' : kind),
      text: mapText(localized, words => escapeLine(words, 160)),
    })
    return `  ${file === undefined ? '' : `${file} `}${localize(said)}`
  })
  const more = problems.length - MAX_PROBLEMS
  const rest = more > 0 ? [`  ${localize(storedText('more', { count: more }))}`] : []
  return `${[path, ...lines, ...rest].join('\n')}\n`
}
