import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { applyImport } from '../../features/import/apply-import.ts'
import { FOREIGN_AGENTS } from '../../features/import/foreign-agents.ts'
import type { ImportPlan } from '../../features/import/import-plan.ts'
import { importSources } from '../../features/import/import-sources.ts'
import { agentNamed, planImport } from '../../features/import/plan-import.ts'
import { renderOutcome, renderPlan } from '../../features/import/render-import.ts'
import { importSession } from '../../features/sessions/import/import-session.ts'
import { SessionError } from '../../features/sessions/session-error.ts'
import { changeSettings } from '../../features/settings/change-settings.ts'
import { findStart } from '../../host/start.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { importText } from '../../protocol/messages/commands/imports.ts'
import { pluginAnswer } from '../../protocol/messages/commands/plugins.ts'
import { describeError, inEnglish, type Text } from '../../protocol/messages/localized-text.ts'
import { oneOf } from '../args/read-value.ts'
import { sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { jsonText } from '../say.ts'
import { transcriptsAt } from '../sessions/import.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const IMPORT = {
  name: 'import',
  usage: usageOf(
    `Usage: capstan import [${FOREIGN_AGENTS.map(({ name }) => name).join('|')} …] [flags]   bring over what other tools have

  --from <tool>      the same as naming it; without any, all of them
  --scope <user|project>   only what is yours everywhere, or only this project's
  --yes              write it; without it only what would be written is shown
  --dry-run          only show it (the default)
  --with-hooks       also hooks: they run commands, which are shown first
  --sessions         also conversations of Codex, pi and opencode, as text
  --with-secrets     also copy keys and tokens of MCP servers; otherwise variables stand in for them
  --json             the plan, or what was done, as JSON

Brings over instructions, MCP servers, commands, agents, skills, and what has a counterpart of the settings: rules,
sandbox. What would allow more than before is left out and named. Nothing you have is overwritten.
Claude Code's files (.claude, CLAUDE.md, .mcp.json) and AGENTS.md need no import: they are used as they are.`,
    `用法：capstan import [${FOREIGN_AGENTS.map(({ name }) => name).join('|')} …] [选项]   导入其他工具的配置

  --from <工具>      与直接写工具名相同；不指定则导入全部
  --scope <user|project>   只导入你的全局配置，或只导入此项目的配置
  --yes              实际写入；不带此选项时只显示将要写入的内容
  --dry-run          只显示（默认）
  --with-hooks       同时导入钩子：它们会运行命令，导入前会先显示
  --sessions         同时把 Codex、pi 和 opencode 的对话导入为文本
  --with-secrets     同时复制 MCP 服务器的密钥和令牌；否则用变量代替
  --json             以 JSON 输出计划或结果

导入说明文件、MCP 服务器、命令、智能体、技能，以及设置中有对应项的内容：规则、沙箱。会使权限比原来更宽松的
项目不会导入，并会逐一列出。你已有的内容不会被覆盖。
Claude Code 的文件（.claude、CLAUDE.md、.mcp.json）和 AGENTS.md 无需导入，可直接使用。`,
  ),
  flags: {
    from: { type: 'string', multiple: true },
    scope: { type: 'string' },
    yes: { type: 'boolean', short: 'y' },
    'dry-run': { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
    'with-hooks': { type: 'boolean' },
    sessions: { type: 'boolean' },
    json: { type: 'boolean' },
  },
} as const

/** `capstan import …` */
export const importFrom = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(IMPORT.usage)
  const given = readOptions(IMPORT, argv)
  const tell = await sayer(from.env)
  const names = [...given.words, ...given.list('from')].filter(name => name !== 'claude')
  if (names.length === 0 && given.words.length + given.list('from').length > 0) {
    tell(answerText('used_as_is'))
    return 0
  }
  const agents = names
    .filter(name => name !== 'pi')
    .map(name => {
      const agent = agentNamed(name)
      if (!agent) throw wrongUsage(IMPORT, argumentText('unknown_here', { name }))
      return agent
    })
  const scope = given.text('scope')
  if (scope !== undefined && scope !== 'user' && scope !== 'project')
    throw wrongUsage(
      IMPORT,
      argumentText('takes', {
        flag: '--scope',
        choices: oneOf(['user', 'project']),
        given: JSON.stringify(scope),
      }),
    )
  const start = findStart(from)
  const places = importSources(start, {
    secrets: given.is('with-secrets'),
    hooks: given.is('with-hooks'),
    ...(scope ? { scope } : {}),
  })
  const plan = planImport(names.length > 0 ? agents : FOREIGN_AGENTS, places)
  const transcripts = scope === 'project' ? [] : foreignTranscripts(start.home, from.env, names)
  const isDry = !given.is('yes') || given.is('dry-run')
  if (isDry) {
    tell(given.is('json') ? jsonText({ dryRun: true, ...inWords(plan), transcripts }) : renderPlan(plan))
    if (given.is('json')) return 0
    if (transcripts.length > 0) tell(importText('sessions_there', countOf(transcripts)))
    if (plan.items.length > 0) tell(answerText('nothing_imported'))
    return 0
  }
  const lock = { newId: randomUUID, now: Date.now }
  const outcomes = await applyImport(plan, changeSettings(start.configHome, lock))
  tell(
    given.is('json')
      ? jsonText({ dryRun: false, outcomes, skipped: inWords(plan).skipped })
      : renderOutcome(outcomes),
  )
  const failed = given.is('sessions') ? takeSessions(transcripts, start, { from, tell }) : 0
  return failed > 0 || outcomes.some(outcome => outcome.failed !== undefined) ? 1 : 0
}

/** Where the programs whose form is public keep conversations. */
const foreignTranscripts = (
  home: string,
  env: Process['env'],
  names: readonly string[],
): readonly string[] => {
  const data = env['XDG_DATA_HOME'] || join(home, '.local', 'share')
  const places = {
    codex: join(home, '.codex', 'sessions'),
    pi: join(home, '.pi', 'agent', 'sessions'),
    opencode: join(data, 'opencode', 'storage', 'session'),
  }
  return Object.entries(places)
    .filter(([name, path]) => (names.length === 0 || names.includes(name)) && existsSync(path))
    .flatMap(([, path]) => transcriptsAt(path))
}

/** Each by itself: one that cannot be read keeps no other out. Answers how many could not. */
const takeSessions = (
  files: readonly string[],
  { configHome, cwd }: ReturnType<typeof findStart>,
  { from, tell }: { readonly from: Process; readonly tell: (text: Text) => void },
): number => {
  const { version } = from
  let taken = 0
  let failed = 0
  for (const file of files)
    try {
      const { kind } = importSession(file, { configHome, cwd, version, newId: randomUUID })
      if (kind === 'imported') taken++
    } catch (error) {
      if (!(error instanceof SessionError)) throw error
      failed++
      tell(pluginAnswer('item_failed', { name: file, why: describeError(error) }))
    }
  tell(sessionCommandText('taken_in', { count: taken, number: String(taken) }))
  return failed
}

const countOf = (files: readonly string[]) => ({ count: files.length, number: String(files.length) })

/** For programs: the reasons as sentences. */
const inWords = ({ items, skipped }: ImportPlan) => ({
  items: items.map(item => ({ ...item, notes: item.notes.map(inEnglish) })),
  skipped: skipped.map(({ from, why }) => ({ from, why: inEnglish(why) })),
})
