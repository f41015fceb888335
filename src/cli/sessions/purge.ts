import { randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { formatBytes } from '../../features/sessions/export/format-amount.ts'
import {
  type PurgeItem,
  planHistories,
  planPurge,
  purgeHistory,
  purgeItem,
} from '../../features/sessions/purge/plan-purge.ts'
import { sessionFilesIn } from '../../features/sessions/session-files.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { noteText } from '../../protocol/messages/cli/notes.ts'
import { storedText } from '../../protocol/messages/cli/session-output.ts'
import { usageOf } from '../usage.ts'
import { ageText, padLeft } from './amounts.ts'
import { chooseOne, chooseProjects } from './choose-sessions.ts'
import type { SessionsDeps } from './deps.ts'
import { readOptions, readSince, wrongUsage } from './options.ts'

export const PURGE = {
  name: 'sessions purge',
  usage: usageOf(
    `Usage: capstan sessions purge <id, name or file … | --older-than <age> | --project <directory> | --all> [flags]

  --older-than <age or day>   not used since then (30d, 2026-03-02); in all directories unless --project is given
  --project <directory>       sessions in that directory
  --all                       sessions in all directories
  --yes                       delete them; without it, only list what would be deleted
  --json                      report as JSON

A session is deleted together with its file history, sub-agents, task list and debug log; a directory's prompt
history is deleted with its last session. This can't be undone.`,
    `用法：capstan sessions purge <id、名称或文件 … | --older-than <时长> | --project <目录> | --all> [选项]

  --older-than <时长或日期>   此后未使用过的会话（30d、2026-03-02）；未指定 --project 时包括所有目录
  --project <目录>            该目录中的会话
  --all                       所有目录中的会话
  --yes                       实际删除；不带此选项时只列出将要删除的内容
  --json                      以 JSON 报告结果

会话连同其文件历史、智能体、任务列表和调试日志一并删除；目录中的最后一个会话删除时，其提示词历史也会删除。
删除后无法恢复。`,
  ),
  flags: {
    'older-than': { type: 'string' },
    project: { type: 'string' },
    all: { type: 'boolean' },
    yes: { type: 'boolean' },
    json: { type: 'boolean' },
  },
} as const

export const purge = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(PURGE, argv)
  const before = readSince(PURGE, { flag: 'older-than', text: given.text('older-than'), now: deps.now })
  const project = given.text('project')
  const wide = before !== undefined || project !== undefined || given.is('all')
  if (wide === given.words.length > 0)
    throw wrongUsage(
      PURGE,
      wide
        ? argumentText('sessions_or_flags', { flags: argumentText('flags') })
        : argumentText('which', { what: argumentText('sessions') }),
    )
  const projects = wide ? chooseProjects(deps, { all: project === undefined, project }) : []
  const paths = wide
    ? sessionFilesIn(projects)
        .filter(file => before === undefined || file.mtimeMs < before)
        .map(file => file.path)
    : await Promise.all(given.words.map(word => chooseOne(deps, word)))
  const items = [...new Set(paths)].map(path => planPurge(deps.configHome, path))
  const isDone = given.is('yes')
  const means = { newId: randomUUID, now: () => new Date() }
  const busy = isDone ? items.filter(item => purgeItem(item, means) === 'in use') : []
  const gone = items.filter(item => !busy.includes(item))
  // Whoever wants all of a project gone means also what was left of sessions that went before.
  const emptied = [...(before === undefined ? projects : []), ...gone.map(({ path }) => dirname(path))]
  const histories = planHistories(deps.configHome, emptied, gone)
  if (isDone) histories.forEach(purgeHistory)
  for (const item of busy) deps.warn(noteText('busy_skipped', { session: item.sessionId }))
  if (given.is('json')) {
    const bytes = gone.reduce((sum, item) => sum + item.bytes, 0)
    const inUse = busy.map(item => item.sessionId)
    await deps.write(`${JSON.stringify({ dryRun: !isDone, bytes, sessions: gone, histories, inUse })}\n`)
  } else await deps.write(renderPurge({ gone, histories }, { isDone, deps }))
  return busy.length > 0 ? 1 : 0
}

const renderPurge = (
  { gone, histories }: { readonly gone: readonly PurgeItem[]; readonly histories: readonly string[] },
  { isDone, deps }: { readonly isDone: boolean; readonly deps: SessionsDeps },
): string => {
  const { localize, now } = deps
  if (gone.length === 0 && histories.length === 0) return `${localize(storedText('nothing_to_purge'))}\n`
  const bytes = gone.reduce((sum, item) => sum + item.bytes, 0)
  const lines = [
    ...gone.map(
      item =>
        `  ${item.sessionId}  ${padLeft(localize(ageText(now - item.mtimeMs)), 7)}  ${formatBytes(item.bytes).padStart(8)}  ${item.path}`,
    ),
    ...histories.map(file => `  ${localize(storedText('prompt_history', { file }))}`),
  ]
  const amount = { sessions: storedText('sessions', { count: gone.length }), size: formatBytes(bytes) }
  const head = localize(storedText(isDone ? 'removed' : 'would_remove'))
  const foot = localize(storedText(isDone ? 'amount_removed' : 'amount_to_remove', amount))
  return `${head}\n${lines.join('\n')}\n${foot}\n`
}
