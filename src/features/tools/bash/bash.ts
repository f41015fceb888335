import type { z } from 'zod'
import type { Lowered } from '../../../lib/shell/command.ts'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import { baseName, unwrap } from '../../../lib/shell/unwrap.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { Turns } from '../../../lib/work/in-steps.ts'
import type { ShellRun, Tool, ToolCall, ToolProgress } from '../../../protocol/tool.ts'
import { fields, flag, givenOf, plainText, someText, whole } from '../input-fields.ts'
import { markViewed } from '../seen-content.ts'
import { commandEffect } from './command-effect.ts'
import { LEAVE_FIELD } from './leave-field.ts'
import { type BashOutput, endOutput, forScript, isFailure, isWhole, render, startOutput } from './output.ts'
import { present } from './present.ts'

import { mayView, viewedFiles } from './viewed-files.ts'

const DESCRIPTION = {
  en: `Runs a bash command and returns its output, stdout and stderr together.
Each call is a new shell without a terminal or input; only the directory is kept, while it stays inside the working directories. Processes left behind with & end with the call: use run_in_background. Join dependent commands with \`&&\`.
Where you have Read, Edit, Write, Glob or Grep, prefer them over cat, sed, echo >, find and grep. Long output is saved to a file and shown shortened.`,
  zh: `运行 bash 命令并返回输出，stdout 与 stderr 合在一起。
每次调用都是新的 shell，没有终端和输入；只保留所在目录，且须在工作目录之内。用 & 留下的进程随调用结束：请用 run_in_background。有依赖的命令用 \`&&\` 连接。
有 Read、Edit、Write、Glob 或 Grep 时，优先用它们，而不是 cat、sed、echo >、find 和 grep。过长的输出存入文件，只显示一部分。`,
}

const DEFAULT_TIMEOUT_MS = 120_000
const MAX_TIMEOUT_MS = 600_000

const input = fields({
  command: someText(),
  timeout: whole(
    { min: 1 },
    {
      en: `Milliseconds, at most ${MAX_TIMEOUT_MS}; default ${DEFAULT_TIMEOUT_MS}`,
      zh: `毫秒，最多 ${MAX_TIMEOUT_MS}；默认 ${DEFAULT_TIMEOUT_MS}`,
    },
  ).optional(),
  description: plainText({ en: 'What it does, in a few words', zh: '简述命令的作用' }).optional(),
  run_in_background: flag({
    en: 'Return at once; for servers and long jobs',
    zh: '立即返回；用于服务器和耗时任务',
  }).optional(),
  [LEAVE_FIELD]: flag({
    en: 'Run outside the sandbox; needs a yes',
    zh: '在沙箱外运行；需用户同意',
  }).optional(),
})
type BashInput = z.output<typeof input>

export const bashTool: Tool<BashInput, BashOutput> = {
  name: 'Bash',
  present,
  groups: ['commands', 'bare', 'served', 'unrestricted', 'remote'],
  description: DESCRIPTION,
  input,
  unused: given => (given.run_in_background ? givenOf(given, ['timeout']) : []),
  clearable: true,
  access: ({ command, dangerouslyDisableSandbox }) => [
    { kind: 'shell', command, ...(dangerouslyDisableSandbox ? { unsandboxed: true } : {}) },
  ],
  triable: ({ run_in_background, dangerouslyDisableSandbox }) =>
    !run_in_background && !dangerouslyDisableSandbox,
  parallel: (_given, facts) => facts.readOnly,
  undone: output => (output ? timedOut(output) : 'not_started'),
  run: runCommand,
  show: render,
  failed: isFailure,
  partial: output => output.interrupted,
  data: forScript,
  effects: ({ command }, output) => [commandEffect(command, output)],
  maxResultChars: 160_000,
}

/** Of a script; taking it over is work enough for one turn. */
const LONG_CHARS = 512 * 1024

/** One that goes on in the background has not given up. */
const timedOut = ({ timedOutAfterMs, backgroundTaskId }: BashOutput): 'timed_out' | undefined =>
  timedOutAfterMs === undefined || backgroundTaskId !== undefined ? undefined : 'timed_out'

async function* runCommand(given: BashInput, call: ToolCall): AsyncGenerator<ToolProgress, BashOutput> {
  if (given.run_in_background) return await startInBackground(given, call)
  const { settings } = call.processes
  const timeoutMs = timeLimit(given.timeout, call)
  const { cwd } = call
  let news = Promise.withResolvers<ToolProgress>()
  const run: { -readonly [K in keyof ShellRun]: ShellRun[K] } = {
    command: given.command,
    timeoutMs,
    signal: call.signal,
    hardened: call.readOnly || (call.hardened ?? false),
    toolUseId: call.id,
    atTimeout: 'end',
    ...(settings?.foregroundMs === undefined ? {} : { foregroundMs: settings.foregroundMs }),
    description: given.description ?? given.command,
    ...reachOf(given, call),
    ...(call.inTerminal ? { inTerminal: true } : {}),
    ...(call.whole ? { whole: { maxBytes: call.whole.maxChars } } : {}),
    onOutput: ({ tail, bytes }) => {
      const { resolve } = news
      news = Promise.withResolvers()
      resolve({ text: stripAnsi(tail), bytes })
    },
  }
  const shell = call.processes.shell(run)
  // Read while the command runs: the answer is needed no sooner than its time is up.
  const line = loadShellReader().then(read => {
    const lowered = read(given.command)
    if (!call.whole && mayGoOn(lowered)) run.atTimeout = 'background'
    return lowered
  })
  const ended = shell.then(end => ({ end }))
  for (;;) {
    const next = await Promise.race([ended, news.promise])
    if ('end' in next) {
      const output = endOutput(given.command, next.end, {
        language: call.language,
        ...settings,
        timeoutMs,
      })
      if (output.exitCode === 0 && mayView(given.command)) {
        if (output.stdout.length > LONG_CHARS) await new Turns().rest()
        const views = viewedFiles(await line, cwd)
        const some = { lines: 'some' } as const
        await markViewed(call.files, isWhole(output) ? views : views.map(view => ({ ...view, ...some })))
      }
      return output
    }
    yield next
  }
}

const startInBackground = async (given: BashInput, call: ToolCall): Promise<BashOutput> =>
  startOutput(
    await call.processes.background({
      command: given.command,
      description: given.description ?? given.command,
      hardened: call.readOnly || (call.hardened ?? false),
      toolUseId: call.id,
      ...reachOf(given, call),
    }),
    call.processes.settings,
  )

/** Where it may go beside what every command in the sandbox may. */
const reachOf = (
  given: BashInput,
  { memoryWrites }: ToolCall,
): Pick<ShellRun, 'unsandboxed' | 'memoryWrites'> => ({
  ...(given.dangerouslyDisableSandbox ? { unsandboxed: true } : {}),
  ...(memoryWrites === undefined ? {} : { memoryWrites }),
})

const timeLimit = (asked: number | undefined, { processes: { settings } }: ToolCall): number => {
  const usual = settings?.defaultTimeoutMs ?? DEFAULT_TIMEOUT_MS
  return Math.min(asked ?? usual, Math.max(settings?.maxTimeoutMs ?? MAX_TIMEOUT_MS, usual))
}

/**
 * Ended at the time limit all the same: waiting has no result to come back to, and a version control that goes on
 * unseen holds locks and changes files under the model's hands.
 */
const ENDED: ReadonlySet<string> = new Set(['sleep', 'git', 'hg', 'svn', 'read', 'wait'])

/** Whether a command that ran out of time may go on in the background. What cannot be read may not. */
export const mayGoOn = (line: Lowered): boolean =>
  line.ok &&
  line.commands.length > 0 &&
  line.commands.every(command => {
    const name = unwrap(command).command.words[0]
    return name === undefined || (name.causes.length === 0 && !ENDED.has(baseName(name.text)))
  })
