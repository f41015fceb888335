import { resolve } from 'node:path'
import { formatBytes } from '../../features/sessions/export/format-amount.ts'
import { listSessions } from '../../features/sessions/list/list-sessions.ts'
import { padAnsi } from '../../lib/ansi-text.ts'
import { escapeLine, escapeProse } from '../../lib/escape-text.ts'
import type { SessionSummary } from '../../protocol/host.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { isLive, type JobState, readJobs } from '../background/jobs.ts'
import { uiLanguage } from '../in-ui-language.ts'
import { usageOf } from '../usage.ts'
import { ageText, padLeft } from './amounts.ts'
import type { SessionsDeps } from './deps.ts'
import { readCount, readOptions, wrongUsage } from './options.ts'
import { createRedactor } from './redactor.ts'

export const LIST = {
  name: 'sessions list',
  usage: usageOf(
    `Usage: capstan sessions list [flags]   id, age, title or first prompt, directory; newest first

  --all                   sessions in all directories (default: this one)
  --project <directory>   sessions in that directory
  --limit <n>             at most n (default: 50, with --json all)
  --json                  one JSON object per line
  --with-secrets          don't redact secrets`,
    `用法：capstan sessions list [选项]   id、时间、标题或第一条提示词、目录；最近的在前

  --all                   所有目录中的会话（默认：此目录）
  --project <目录>        该目录中的会话
  --limit <n>             最多 n 个（默认：50，带 --json 时为全部）
  --json                  每行一个 JSON 对象
  --with-secrets          不隐去密钥`,
  ),
  flags: {
    all: { type: 'boolean' },
    project: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
  },
} as const

const DEFAULT_LIMIT = 50
/** Waiting for every row to be written takes longer than making it. */
const ROWS_AT_ONCE = 500

const EN = {
  none: 'No sessions yet.',
  noneIn: (directory: string) => `No sessions in ${directory}. "--all" lists those of other directories.`,
  empty: '(empty)',
  more: (number: number) => `… and ${number} more: --limit`,
  age: (ms: number) => ageText(ms).text,
  background: (state: JobState) => `[background: ${state}]`,
  member: (name: string, team: string) => `member ${name} of ${team}`,
}
type ListWords = typeof EN

const STATES_ZH: Readonly<Record<JobState, string>> = {
  working: '工作中',
  'needs input': '等待输入',
  idle: '空闲',
  done: '完成',
  failed: '失败',
  stopped: '已停止',
  crashed: '已崩溃',
}

const WORDS: Readonly<Record<'en' | 'zh', ListWords>> = {
  en: EN,
  zh: {
    none: '还没有会话。',
    noneIn: directory => `${directory} 中没有会话。用 --all 列出其他目录的会话。`,
    empty: '（空）',
    more: number => `… 还有 ${number} 个：--limit`,
    member: (name, team) => `团队 ${team} 的成员 ${name}`,
    age: ms => ageText(ms).zh ?? '',
    background: state => `[后台：${STATES_ZH[state]}]`,
  },
}

export const list = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LIST, argv)
  if (given.words.length > 0)
    throw wrongUsage(LIST, argumentText('unexpected', { word: given.words[0] ?? '' }))
  const cwd = resolve(deps.cwd, given.text('project') ?? '.')
  // Without a host: that would load all of what a session is made of.
  const rows = await listSessions({ configHome: deps.configHome, ...(given.is('all') ? {} : { cwd }) })
  const isJson = given.is('json')
  const limit = readCount(LIST, 'limit', given.text('limit')) ?? (isJson ? rows.length : DEFAULT_LIMIT)
  const redact = given.is('with-secrets') ? (text: string) => text : createRedactor(deps)
  const shown = rows.slice(0, limit).map(row => redactRow(row, redact))
  const jobs = new Map(readJobs(deps.configHome).map(job => [job.session ?? '', job.state]))
  if (isJson) {
    const line = (row: SessionSummary) =>
      `${JSON.stringify({ ...jsonRow(row), background: jobs.get(row.id) ?? null })}\n`
    for (let at = 0; at < shown.length; at += ROWS_AT_ONCE)
      await deps.write(
        shown
          .slice(at, at + ROWS_AT_ONCE)
          .map(line)
          .join(''),
      )
  } else
    await deps.write(
      renderList(shown, {
        total: rows.length,
        now: deps.now,
        of: given.is('all') ? undefined : cwd,
        words: WORDS[uiLanguage(deps.process.env)],
        jobs,
      }),
    )
  return 0
}

const redactRow = (row: SessionSummary, redact: (text: string) => string): SessionSummary => ({
  ...row,
  ...(row.title === undefined ? {} : { title: redact(row.title) }),
  ...(row.firstPrompt === undefined ? {} : { firstPrompt: redact(row.firstPrompt) }),
})

const jsonRow = (row: SessionSummary) => ({
  id: row.id,
  title: row.title ?? null,
  firstPrompt: row.firstPrompt ?? null,
  tag: row.tag ?? null,
  member: row.member ?? null,
  cwd: row.cwd ?? null,
  gitBranch: row.gitBranch ?? null,
  created: row.createdAt ?? null,
  modified: new Date(row.modifiedAt).toISOString(),
  bytes: row.size,
  path: row.path,
})

const renderList = (
  rows: readonly SessionSummary[],
  {
    total,
    now,
    of,
    words,
    jobs,
  }: {
    readonly total: number
    readonly now: number
    readonly of: string | undefined
    readonly words: ListWords
    readonly jobs: ReadonlyMap<string, JobState>
  },
): string => {
  if (rows.length === 0) return `${of === undefined ? words.none : words.noneIn(escapeLine(of, 200))}\n`
  const lines = rows.map(row =>
    `${row.id}  ${padLeft(words.age(now - row.modifiedAt), 7)}  ${formatBytes(row.size).padStart(8)}  ${padAnsi(escapeProse(row.title ?? words.empty, 60), 60)}  ${escapeLine(row.cwd ?? '', 80)}${memberMark(row, words)}${markOf(jobs.get(row.id), words)}`.trimEnd(),
  )
  const more = total - rows.length
  return `${lines.join('\n')}\n${more > 0 ? `${words.more(more)}\n` : ''}`
}

const memberMark = ({ member }: SessionSummary, words: ListWords): string =>
  member ? `  [${words.member(escapeLine(member.name, 40), escapeLine(member.team, 40))}]` : ''

/** Those that go on without a terminal; of those that ended there is nothing to say. */
const markOf = (state: JobState | undefined, words: ListWords): string =>
  state === undefined || !isLive({ state }) ? '' : `  ${words.background(state)}`
