import { grepSessions } from '../../features/sessions/list/grep-sessions.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { usageOf } from '../usage.ts'
import type { SessionsDeps } from './deps.ts'
import { localTime } from './local-time.ts'
import { readCount, readOptions, wrongUsage } from './options.ts'
import { createRedactor } from './redactor.ts'

export const GREP = {
  name: 'sessions grep',
  usage: usageOf(
    `Usage: capstan sessions grep <words> [flags]   search messages and tool results; newest session first

  --here             only sessions in this directory (default: all)
  --match-case       distinguish upper and lower case
  --limit <n>        at most n messages (default: 100)
  --json             one JSON object per match
  --with-secrets     don't redact secrets

Exit code 1 when nothing was found.`,
    `用法：capstan sessions grep <关键词> [选项]   搜索消息和工具结果，最近的会话在前

  --here             只搜索此目录中的会话（默认：全部）
  --match-case       区分大小写
  --limit <n>        最多 n 条消息（默认：100）
  --json             每处匹配一个 JSON 对象
  --with-secrets     不隐去密钥

没有找到时退出码为 1。`,
  ),
  flags: {
    here: { type: 'boolean' },
    'match-case': { type: 'boolean' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
  },
} as const

const DEFAULT_LIMIT = 100

export const grep = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(GREP, argv)
  const text = given.words.join(' ')
  if (text.trim() === '') throw wrongUsage(GREP, argumentText('search_term'))
  const limit = readCount(GREP, 'limit', given.text('limit')) ?? DEFAULT_LIMIT
  const redact = given.is('with-secrets') ? (told: string) => told : createRedactor(deps)
  let found = 0
  let last = ''
  const query = {
    configHome: deps.configHome,
    query: text,
    caseSensitive: given.is('match-case'),
    maxMatches: limit + 1,
    maxPerSession: limit,
    redact,
    ...(given.is('here') ? { cwd: deps.cwd } : {}),
  }
  for await (const match of grepSessions(query)) {
    found++
    if (found > limit) {
      if (!given.is('json'))
        await deps.write(`${deps.localize(storedText('more_matches', { limit: limit * 2 }))}\n`)
      break
    }
    if (given.is('json')) await deps.write(`${JSON.stringify(match)}\n`)
    else {
      if (match.sessionId !== last) await deps.write(`\n${match.sessionId}\n`)
      last = match.sessionId
      await deps.write(
        `  ${match.timestamp === undefined ? ' '.repeat(16) : localTime(match.timestamp)}  ${match.where.padEnd(9)}  ${escapeLine(match.excerpt.trim(), 200)}\n`,
      )
    }
  }
  if (found === 0 && !given.is('json')) deps.warn(noteText('nothing_found'))
  return found === 0 ? 1 : 0
}
