import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { AXES, type Axis } from '../../features/evals/plan.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import { parseArgs } from '../args/parse-args.ts'
import { ExitError } from '../exit-error.ts'
import { wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'

export const RUN = {
  name: 'eval run',
  usage: usageOf(
    `Usage: capstan eval run [tasks …] [options]       hold sessions on tasks and check what they did
       capstan eval run --resume <run> [options]  go on with a run; nothing finished is repeated
       capstan eval run --replay <run> [options]  the same again from its recordings, without a model

Tasks are folders with a task.yaml, folders of such (default: ./evals), SWE-bench instances
(.json, .jsonl), task folders of Harbor and Terminal-Bench, exercises in Aider's layout.

  --only <names>          only these tasks, by name or tag, separated by commas
  --matrix <axis=a,b>     compare models, settings (files), effort, system or append (prompt files);
                          repeat for more axes: every combination runs
  --times <n>             how often each is run (default: 1)
  --jobs <n>              how many at a time (default: 2)
  --budget-usd <n>        for all of them; no session starts that could pass it
  --judge <model>         who judges rubrics (default: the session's own model)
  --record                keep what the model says, for --replay
  --no-sandbox            run without the sandbox
  --keep                  keep the copies
  --out <directory>       where results are kept (default: evals in the config home)
  --html, --json, --junit, --predictions <file>   write reports at the end
  --repos <directory>     SWE-bench: where clones of the repositories lie
  --test-command <c>, --setup-command <c>   SWE-bench: how tests run; {tests} stands for them

Options of "capstan -p" work too: --model, --allowedTools, --setting-sources, --trust …
Exit codes: 0 all passed, 1 some failed, 2 can't be run, 3 budget used up, 130 stopped`,
    `用法：capstan eval run [任务 …] [选项]         在任务上进行会话并检查结果
      capstan eval run --resume <运行> [选项]  继续一次运行；已完成的不会重复
      capstan eval run --replay <运行> [选项]  用其录制再运行一次，不使用模型

任务可以是含 task.yaml 的文件夹、包含此类文件夹的文件夹（默认：./evals）、SWE-bench 实例（.json、
.jsonl）、Harbor 和 Terminal-Bench 的任务文件夹，或 Aider 布局的练习。

  --only <名称>           只运行这些任务，按名称或标签，用逗号分隔
  --matrix <轴=a,b>       比较 models、settings（文件）、effort、system 或 append（提示词文件）；
                          可重复以增加轴：运行所有组合
  --times <n>             每项运行的次数（默认：1）
  --jobs <n>              同时进行的数量（默认：2）
  --budget-usd <n>        全部运行的预算；可能超出的会话不会开始
  --judge <模型>          由谁按评分标准评判（默认：会话所用模型）
  --record                保留模型的回复，供 --replay 使用
  --no-sandbox            不使用沙箱
  --keep                  保留工作副本
  --out <目录>            结果保存位置（默认：配置目录中的 evals）
  --html、--json、--junit、--predictions <文件>   结束时写出报告
  --repos <目录>          SWE-bench：各仓库克隆所在目录
  --test-command <c>、--setup-command <c>   SWE-bench：如何运行测试；{tests} 代表测试名

"capstan -p" 的选项同样适用：--model、--allowedTools、--setting-sources、--trust …
退出码：0 全部通过，1 有失败，2 无法运行，3 预算用完，130 已停止`,
  ),
} as const

export interface RunArgs {
  readonly paths: readonly string[]
  readonly only: readonly string[]
  readonly matrix: readonly (readonly [Axis, readonly string[]])[]
  readonly times: number
  readonly jobs: number
  readonly switches: ReadonlySet<string>
  text(flag: string): string | undefined
  /** Of every session. */
  readonly flags: readonly string[]
}

const TEXTS = [
  ...['--only', '--matrix', '--times', '--jobs', '--budget-usd', '--judge', '--out', '--resume', '--replay'],
  ...['--html', '--json', '--junit', '--predictions', '--repos', '--test-command', '--setup-command'],
]
const SWITCHES = ['--record', '--no-sandbox', '--keep']
/** Their values are files: a session stands in another directory. */
const PATH_FLAGS = [
  ...[
    '--system-prompt-file',
    '--append-system-prompt-file',
    '--mcp-config',
    '--plugin-dir',
    '--add-dir',
    '--agents',
  ],
]
/** These are the run's own business. */
const REFUSED = [
  '--settings',
  '--session-id',
  '--continue',
  '-c',
  '-r',
  '--output-format',
  '--input-format',
  '-p',
  '--print',
]
const MOST_JOBS = 256

/** Tasks come first; what is not ours is an option of the sessions. */
export const readRunArgs = (argv: readonly string[], cwd: string): RunArgs => {
  const begin = argv.findIndex(word => word.startsWith('-'))
  const paths = begin < 0 ? argv : argv.slice(0, begin)
  const words = begin < 0 ? [] : argv.slice(begin)
  const values = new Map<string, string[]>()
  const switches = new Set<string>()
  const flags: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const [, name = word, inline] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? []
    if (SWITCHES.includes(name)) switches.add(name)
    else if (TEXTS.includes(name)) {
      const value = inline ?? words[++at]
      if (value === undefined) throw wrongUsage(RUN, argumentText('needs_value', { flag: name }))
      values.set(name, [...(values.get(name) ?? []), value])
    } else if (REFUSED.includes(name)) throw wrongUsage(RUN, argumentText('no_option_here'))
    else flags.push(PATH_FLAGS.includes(words[at - 1] ?? '') ? absolute(word, cwd) : word)
  }
  checkFlags(flags)
  const text = (flag: string): string | undefined => values.get(flag)?.at(-1)
  return {
    paths,
    only: (text('--only') ?? '').split(',').filter(word => word !== ''),
    matrix: (values.get('--matrix') ?? []).map(axis => readAxis(axis, cwd)),
    times: readNumber('--times', text('--times'), 1),
    jobs: Math.min(MOST_JOBS, readNumber('--jobs', text('--jobs'), 2)),
    switches,
    text,
    flags,
  }
}

const absolute = (word: string, cwd: string): string => {
  const path = resolve(cwd, word)
  return existsSync(path) ? path : word
}

const checkFlags = (flags: readonly string[]): void => {
  const parsed = parseArgs(['-p', ...flags])
  if (parsed.kind !== 'run')
    throw wrongUsage(RUN, parsed.kind === 'usage_error' ? parsed.localized : argumentText('no_option_here'))
  const { prompt } = parsed.options
  if (prompt !== undefined)
    throw wrongUsage(RUN, argumentText('one_too_many', { word: JSON.stringify(prompt) }))
}

const readNumber = (flag: string, text: string | undefined, usual: number): number => {
  const value = text === undefined ? usual : Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw wrongUsage(
    RUN,
    argumentText('takes', { flag, choices: argumentText('whole_number'), given: JSON.stringify(text ?? '') }),
  )
}

/** Money; absent: no limit. */
export const readBudget = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw wrongUsage(
    RUN,
    argumentText('takes', {
      flag: '--budget-usd',
      choices: argumentText('money'),
      given: JSON.stringify(text),
    }),
  )
}

const FILES: readonly Axis[] = ['settings', 'system', 'append']

const readAxis = (text: string, cwd: string): readonly [Axis, readonly string[]] => {
  const [name = '', list = ''] = [
    text.slice(0, Math.max(0, text.indexOf('='))),
    text.slice(text.indexOf('=') + 1),
  ]
  const axis = AXES.find(known => known === name || known === `${name}s`)
  const values = list.split(',').filter(word => word !== '')
  if (axis === undefined || values.length === 0)
    throw wrongUsage(RUN, evalText('axis', { axes: [...AXES], given: JSON.stringify(text) }))
  if (!FILES.includes(axis)) return [axis, values]
  const paths = values.map(value => resolve(cwd, value))
  const missing = paths.find(path => !existsSync(path))
  if (missing !== undefined) throw new ExitError(2, evalText('no_file', { path: missing }))
  return [axis, paths]
}
