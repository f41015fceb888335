import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BrokenTurn, findTurn } from '../../features/sessions/bisect/find-turn.ts'
import { MissingCopyError } from '../../features/sessions/bisect/work-copy.ts'
import type { StoryOutline } from '../../features/sessions/ledger/story-outline.ts'
import { loadSession } from '../../features/sessions/load.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { bisectText } from '../../protocol/messages/cli/bisect.ts'
import { definedVariables } from '../defined-variables.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { chooseOne } from '../sessions/choose-sessions.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { readCount, readOptions, wrongUsage } from '../sessions/options.ts'
import { createRedactor } from '../sessions/redactor.ts'
import { createTeller } from '../sessions/tell-story.ts'
import { listenForSignals } from '../terminal.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const BISECT = {
  name: 'bisect',
  usage: usageOf(
    `Usage: capstan bisect [id, name or file] [flags] -- <command …>   which turn of a session broke it

The command runs in a copy of the directory with the files as they were after a turn, as often as halving
takes; it holds where it ends with 0. Your files stay as they are. Several words are quoted for the shell,
one is a line of it: capstan bisect -- 'npm test | grep ok'

  --timeout <seconds>   a run that takes longer fails (default: 600)
  --output              show what the command prints
  --json                one JSON object: turn, prompt, diff, runs
  --with-secrets        don't redact secrets

Exit codes: 0 found, 1 no turn broke it, 2 can't be run, 130 stopped`,
    `用法：capstan bisect [id、名称或文件] [选项] -- <命令 …>   找出会话的哪一轮弄坏了它

命令在目录的副本中运行，文件为某一轮之后的样子，次数按二分查找；退出码为 0 即为正常。你的文件保持不变。
多个词会为 shell 加引号，单个词即为一行 shell：capstan bisect -- 'npm test | grep ok'

  --timeout <秒>        运行超过此时间算失败（默认：600）
  --output              显示命令的输出
  --json                输出一个 JSON 对象：turn、prompt、diff、runs
  --with-secrets        不隐去密钥

退出码：0 已找到，1 不是哪一轮弄坏的，2 无法运行，130 已停止`,
  ),
  flags: {
    timeout: { type: 'string' },
    output: { type: 'boolean' },
    json: { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
  },
} as const

const DEFAULT_SECONDS = 600
const MAX_TEXT = 20_000
const MAX_PROMPT = 2_000

/** `capstan bisect`: its own files only; what is run is the person's word. */
export const bisect = async (argv: readonly string[], from: Process): Promise<number> => {
  const at = argv.indexOf('--')
  const own = at < 0 ? argv : argv.slice(0, at)
  if (wantsHelp(own)) return showUsage(BISECT.usage)
  const words = at < 0 ? [] : argv.slice(at + 1)
  if (words.length === 0) throw wrongUsage(BISECT, bisectText('no_command'))
  const [line = ''] = words
  const command = words.length === 1 ? line : words.map(quoted).join(' ')
  const signal = listenForSignals()
  return await withDeps(from, async deps => {
    try {
      return await search({ own, command, signal }, deps)
    } catch (error) {
      if (signal.aborted) return signalCode(signal.reason)
      if (error instanceof MissingCopyError)
        throw new ExitError(1, bisectText('missing', { path: escapeLine(error.path, 300) }))
      throw error
    }
  })
}

const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

interface Asked {
  readonly own: readonly string[]
  readonly command: string
  readonly signal: AbortSignal
}

const search = async ({ own, command, signal }: Asked, deps: SessionsDeps): Promise<number> => {
  const given = readOptions(BISECT, own)
  if (given.words.length > 1) throw wrongUsage(BISECT, argumentText('one_session'))
  const seconds = readCount(BISECT, 'timeout', given.text('timeout')) ?? DEFAULT_SECONDS
  const path = await chooseOne(deps, given.words[0])
  const { fileHistory } = await loadSession(path)
  using story = createTeller(deps, { withSecrets: given.is('with-secrets'), maxText: MAX_TEXT })(path)
  if (!existsSync(story.cwd)) throw new ExitError(1, bisectText('gone', { path: escapeLine(story.cwd, 300) }))
  const found = await findTurn({
    ...{ fileHistory, command, signal },
    historyDir: join(deps.configHome, 'file-history', story.sessionId),
    cwd: story.cwd,
    env: definedVariables(deps.process.env),
    timeoutMs: seconds * 1000,
    shown: given.is('output'),
    noText: name => deps.localize(bisectText('binary', { path: escapeLine(name, 300) })),
    onRun({ step, uuid, isGood, timedOut, code }) {
      const turn = turnOf(story, uuid)?.number ?? step
      const told = { command: escapeLine(command, 80), turn, code: String(code) }
      if (timedOut) deps.warn(bisectText('timed_out', { seconds }))
      if (step === 0) deps.warn(bisectText(isGood ? 'begin_passes' : 'begin_fails', told))
      else deps.warn(bisectText(isGood ? 'passes' : 'fails', told))
    },
  })
  const redact = given.is('with-secrets') ? (text: string) => text : createRedactor(deps)
  return await tell({ found, story, redact, json: given.is('json') }, deps)
}

const turnOf = (story: StoryOutline, uuid: string | undefined) =>
  story.turns.find(({ request }) => request.uuid === uuid)

interface Found {
  readonly found: BrokenTurn
  readonly story: StoryOutline
  readonly json: boolean
  redact(text: string): string
}

const tell = async ({ found, story, json, redact }: Found, deps: SessionsDeps): Promise<number> => {
  if (found.kind === 'unchanged') throw new ExitError(1, bisectText('no_changes'))
  if (found.kind !== 'found') {
    if (json) await deps.write(`${JSON.stringify({ found: false, why: found.kind, runs: found.runs })}\n`)
    else
      await deps.write(
        `${deps.localize(found.kind === 'holds' ? bisectText('holds', { turns: found.turns }) : bisectText('before'))}\n`,
      )
    return 1
  }
  const { step, runs, uuid } = found
  const turn = turnOf(story, uuid)
  const number = turn?.number ?? step
  const prompt = turn?.text() ?? ''
  const diff = redact(found.diff)
  if (json) {
    await deps.write(`${JSON.stringify({ found: true, turn: number, uuid, prompt, diff, runs })}\n`)
    return 0
  }
  const shown = escapeText(prompt.slice(0, MAX_PROMPT)).trim().replace(/^/gm, '> ')
  const head = deps.localize(bisectText('found', { count: runs, turn: number }))
  await deps.write(`${head}\n\n${shown}\n\n${escapeText(diff)}`)
  return 0
}
