import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { scriptLimits } from '../../features/script/script-limits.ts'
import { scriptTool } from '../../features/tools/script/script.ts'
import { escapeText } from '../../lib/escape-text.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { startThread } from '../../lib/script-engine/script-thread.ts'
import type { Engine } from '../../protocol/engine.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { ScriptOutput } from '../../protocol/tools/script.ts'
import { parseArgs } from '../args/parse-args.ts'
import type { RunOptions } from '../args/run-options.ts'
import { createHost } from '../create-host.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { uiLanguage } from '../in-ui-language.ts'
import { openRequestOf } from '../open-request.ts'
import type { Process } from '../process.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { wrongUsage } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { oneCallModel } from './one-call-model.ts'

const USAGE = usageOf(
  `Usage: capstan script [options] <file.js | -> [args …]   run a script of tool calls, without a model

The file holds the body of an async function: await tools.Read({ file_path }), tools.Grep, tools.Glob,
tools.Bash, tools.Edit …, mcp["server"]["tool"](input); print(…), table(rows), and args, a list of texts.
"-" reads it from stdin.

  --json   one JSON object: ok, value, printed, calls, denials, error

Options of "capstan -p" work too, in front of the file: --allowedTools, --permission-mode, --settings,
--trust … Every call needs permission as always; allow them with --allowedTools "Bash(npm test:*)" --.
Exit codes: 0 ran to its end, 1 failed, 2 can't be run, 130 stopped`,
  `用法：capstan script [选项] <文件.js | -> [参数 …]   运行由工具调用组成的脚本，不使用模型

文件是异步函数的函数体：await tools.Read({ file_path })、tools.Grep、tools.Glob、tools.Bash、
tools.Edit …、mcp["服务器"]["工具"](输入)；print(…)、table(rows)，以及 args（文本列表）。
"-" 表示从标准输入读取。

  --json   输出一个 JSON 对象：ok、value、printed、calls、denials、error

"capstan -p" 的选项写在文件之前同样适用：--allowedTools、--permission-mode、--settings、--trust …
每次调用照常需要权限；可用 --allowedTools "Bash(npm test:*)" -- 允许。
退出码：0 运行完毕，1 失败，2 无法运行，130 已停止`,
)

const COMMAND = { name: 'script', usage: USAGE } as const

interface Asked {
  readonly file: string
  readonly args: readonly string[]
  readonly json: boolean
  readonly options: RunOptions
}

/** What stands before the file is for us, what stands behind it for the script. */
const readArgs = (argv: readonly string[]): Asked => {
  const literal = argv.indexOf('--')
  const named = argv.findIndex(word => word === '-' || (!word.startsWith('-') && /\.[cm]?js$/.test(word)))
  const at = literal >= 0 && (named < 0 || literal < named) ? literal + 1 : named
  const file = at < 0 ? undefined : argv[at]
  if (file === undefined)
    throw wrongUsage(COMMAND, argumentText('name_one', { what: argumentText('a_script') }))
  const flags = argv.slice(0, literal >= 0 && literal < at ? literal : at)
  const parsed = parseArgs(['-p', ...flags.filter(word => word !== '--json')])
  if (parsed.kind !== 'run')
    throw wrongUsage(
      COMMAND,
      parsed.kind === 'usage_error' ? parsed.localized : argumentText('no_option_here'),
    )
  const { options } = parsed
  if (options.prompt !== undefined)
    throw wrongUsage(COMMAND, argumentText('one_too_many', { word: JSON.stringify(options.prompt) }))
  return { file, args: argv.slice(at + 1), json: flags.includes('--json'), options }
}

/** `capstan script`: a session whose only call is the script, with everything that decides about calls. */
export const script = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv.slice(0, 1)) || argv.length === 0) return showUsage(USAGE)
  const asked = readArgs(argv)
  return await withDeps(from, deps => runToEnd(asked, deps))
}

const readCode = (file: string): string => {
  try {
    // The number of the first line stays what it is.
    return readFileSync(file === '-' ? 0 : resolve(file), 'utf8').replace(/^#!.*/, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new ExitError(2, commandText('no_file', { file: resolve(file) }))
  }
}

interface Heard {
  printed: string
  value: string
  problem: LocalizedText | undefined
}

const runToEnd = async ({ file, args, json, options }: Asked, deps: SessionsDeps): Promise<number> => {
  const code = readCode(file)
  const from: Process = deps.process
  const signal = listenForSignals()
  const heard: Heard = { printed: '', value: '', problem: undefined }
  let writing = Promise.resolve()
  const write = (text: string): void => {
    writing = writing.then(() => deps.write(process.stdout.isTTY ? escapeText(text) : text))
  }
  const ahead = startThread({ memoryBytes: scriptLimits({}).memoryBytes })
  await using _ = { [Symbol.asyncDispose]: async () => await (await ahead.catch(() => undefined))?.end() }
  const request = openRequestOf(options, from)
  await using host = createHost(from)
  await using engine = await host.open({
    ...request,
    // What calls answer and why they fail is read by a person here.
    overrides: {
      ...request.overrides,
      ...(uiLanguage(from.env, options.settings) === 'zh' ? ({ promptLanguage: 'zh' } as const) : {}),
    },
    warn: deps.warn,
    model: oneCallModel({ name: scriptTool.name, input: { code, args }, end: '✓' }),
    scripts: {
      ahead,
      print(text) {
        if (json) heard.printed += text
        else write(text)
      },
      ended(end) {
        if ('problem' in end) heard.problem = end.problem
        else heard.value = end.json
      },
    },
  })
  const ended = await follow(engine, { prompt: `capstan script ${file}`, signal })
  const output = ended.output
  const isOk = output !== undefined && !output.failed
  const problem = isOk ? undefined : (heard.problem ?? verbatim(ended.said))
  if (json)
    await deps.write(
      `${JSON.stringify(answerOf({ heard, ended, isOk, problem: problem && deps.localize(problem) }))}\n`,
    )
  else {
    if (isOk && heard.value !== '') write(`${shownValue(heard.value)}\n`)
    await writing
    if (problem) deps.warn(problem)
  }
  if (signal.aborted) return signalCode(signal.reason)
  return isOk ? 0 : 1
}

const shownValue = (json: string): string => {
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : json
}

const answerOf = ({
  heard,
  ended: { output, denials },
  isOk,
  problem,
}: {
  readonly heard: Heard
  readonly ended: Ended
  readonly isOk: boolean
  readonly problem: string | undefined
}) => ({
  ok: isOk,
  ...(heard.value === '' ? {} : { value: JSON.parse(heard.value) as unknown }),
  printed: heard.printed,
  calls: output?.calls ?? [],
  denials,
  ...(problem === undefined ? {} : { error: problem }),
})

interface Ended {
  /** Absent: it was not run. */
  readonly output?: ScriptOutput
  /** Why it was not. */
  readonly said: string
  readonly denials: readonly { readonly tool_name: string; readonly tool_input: unknown }[]
}

const follow = async (
  engine: Engine,
  { prompt, signal }: { readonly prompt: string; readonly signal: AbortSignal },
): Promise<Ended> => {
  await using events = engine.events()
  const stop = (): void => void engine.send({ type: 'interrupt' }).catch(() => undefined)
  signal.addEventListener('abort', stop, { once: true })
  let output: ScriptOutput | undefined
  let said = ''
  try {
    await engine.send({ type: 'submit', content: prompt })
    if (signal.aborted) stop()
    for await (const event of events) {
      if (event.type === 'entry' && event.entry.type === 'user') {
        const { toolUseResult, message } = event.entry
        if (isOutput(toolUseResult)) output = toolUseResult
        else if (typeof message.content !== 'string')
          said = message.content.flatMap(saidIn).join('\n') || said
      }
      if (event.type !== 'turn_ended') continue
      const { text, denials } = event.report
      return { ...(output ? { output } : {}), said: said || text, denials }
    }
  } catch (error) {
    throw error instanceof OpError ? new ExitError(2, messageOf(error)) : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
  throw new ExitError(1, commandText('no_result'))
}

const isOutput = (value: unknown): value is ScriptOutput =>
  typeof value === 'object' && value !== null && 'calls' in value && 'failed' in value

const saidIn = (block: { readonly type: string; readonly content?: unknown }): readonly string[] => {
  if (block.type !== 'tool_result') return []
  const { content } = block
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.flatMap(({ text }) => (typeof text === 'string' ? [text] : [])) : []
}
