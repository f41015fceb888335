import { resolve } from 'node:path'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { parseArgs } from '../args/parse-args.ts'
import type { RunOptions } from '../args/run-options.ts'
import { wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { FORMATS, type Format } from './show-review.ts'

export const REVIEW = {
  name: 'review',
  usage: usageOf(
    `Usage: capstan review [base | range | #pr] [options]      review a change; what is found is tried by somebody else
       capstan review --resume <review> [options]      go on with one, or show it again

Without a word: all that this checkout has and the main branch does not, committed or not.
"#12" is a pull request: refs/pull/12/head, fetched from origin if it is not here.

  --format <f>         text, json, sarif (2.1.0), github (annotations), comments (a draft review)
  --only <finders>     only these: correctness, security, data-loss, concurrency, compatibility, tests,
                       simplicity, and those in reviewers/*.md; separated by commas
  --unsure             also what nobody could settle
  --fix <numbers>      apply the patches of these findings in a worktree
  --budget-usd <n>     at most so much (default: 5); needed where nobody can be asked
  --fail-on <level>    exit code 1 for findings of this level or worse: error, warning, note or never
                       (default: error)
  --estimate           only say what it would cost
  --fleet              finders and those who try findings work on the machines of your fleet
  -y                   start without asking

REVIEW.md has the project's rules. Options of "capstan -p" work too: --model, --allowedTools …
Exit codes: 0 nothing grave, 1 findings or failed, 2 can't be reviewed, 130 stopped`,
    `用法：capstan review [基准 | 范围 | #pr] [选项]      审查改动；每条发现由他人核查
      capstan review --resume <审查> [选项]      继续一次审查，或再次显示

不带参数：此检出中有而主分支没有的全部内容，无论是否已提交。
"#12" 指拉取请求：refs/pull/12/head；本地没有时从 origin 获取。

  --format <格式>      text、json、sarif（2.1.0）、github（注解）、comments（草稿评审）
  --only <查找者>      仅限：correctness、security、data-loss、concurrency、compatibility、tests、
                       simplicity，以及 reviewers/*.md 中的；用逗号分隔
  --unsure             也显示无法确定的
  --fix <编号>         在工作树中应用这些发现的补丁
  --budget-usd <n>     费用上限（默认：5）；无法询问时必须指定
  --fail-on <级别>     有此级别或更严重的发现时退出码为 1：error、warning、note 或 never（默认：error）
  --estimate           只估算费用
  --fleet              查找者和核查者在您的机群上工作
  -y                   不询问直接开始

REVIEW.md 是项目的审查规则。"capstan -p" 的选项同样适用：--model、--allowedTools …
退出码：0 没有严重问题，1 有发现或失败，2 无法审查，130 已停止`,
  ),
} as const

export interface ReviewArgs {
  /** A base, a range or `#12`. */
  readonly word?: string
  readonly resume?: string
  readonly only?: readonly string[]
  readonly fix: readonly number[]
  readonly maxUsd: number
  readonly failOn: FailOn
  readonly format: Format
  readonly unsure: boolean
  readonly estimate: boolean
  /** It may begin: somebody said so, or what it may cost. */
  readonly agreed: boolean
  /** Its agents work on machines of a fleet. */
  readonly fleet: boolean
  /** Of the session that holds it. */
  readonly options: RunOptions
}

const FAIL_ON = ['error', 'warning', 'note', 'never'] as const
export type FailOn = (typeof FAIL_ON)[number]

const TEXTS = ['--format', '--only', '--fix', '--budget-usd', '--resume', '--fail-on']
const SWITCHES = ['--unsure', '--estimate', '--fleet', '-y']
const USUAL_USD = 5

/** The change comes first; what is not ours is an option of the session. */
export const readReviewArgs = (argv: readonly string[], cwd: string): ReviewArgs => {
  const [first] = argv
  const word = first !== undefined && !first.startsWith('-') ? first : undefined
  const { values, switches, rest } = sortWords(argv.slice(word === undefined ? 0 : 1))
  const parsed = parseArgs(['-p', ...rest])
  if (parsed.kind !== 'run')
    throw wrongUsage(
      REVIEW,
      parsed.kind === 'usage_error' ? parsed.localized : argumentText('no_option_here'),
    )
  const { prompt } = parsed.options
  const resume = values.get('--resume')
  // A change is named once: whoever goes on with a review has named it.
  const tooMany = prompt ?? (resume === undefined ? undefined : word)
  if (tooMany !== undefined)
    throw wrongUsage(REVIEW, argumentText('one_too_many', { word: JSON.stringify(tooMany) }))
  const only = values.get('--only')?.split(',')
  return {
    ...(word === undefined ? {} : { word }),
    ...(resume === undefined ? {} : { resume }),
    ...(only ? { only } : {}),
    fix: numbersOf(values.get('--fix')),
    maxUsd: budgetOf(values.get('--budget-usd')),
    failOn: oneOf(FAIL_ON, '--fail-on', values.get('--fail-on')) ?? 'error',
    format: oneOf(FORMATS, '--format', values.get('--format')) ?? 'text',
    unsure: switches.has('--unsure'),
    estimate: switches.has('--estimate'),
    fleet: switches.has('--fleet'),
    agreed: switches.has('-y') || values.has('--budget-usd'),
    options: withPaths(parsed.options, cwd),
  }
}

const sortWords = (words: readonly string[]) => {
  const values = new Map<string, string>()
  const switches = new Set<string>()
  const rest: string[] = []
  for (let at = 0; at < words.length; at++) {
    const given = words[at] ?? ''
    const [, name = given, inline] = /^(--[\w-]+)=(.*)$/s.exec(given) ?? []
    if (SWITCHES.includes(name)) switches.add(name)
    else if (TEXTS.includes(name)) {
      const value = inline ?? words[++at]
      if (value === undefined) throw wrongUsage(REVIEW, argumentText('needs_value', { flag: name }))
      values.set(name, value)
    } else rest.push(given)
  }
  return { values, switches, rest }
}

const oneOf = <T extends string>(
  known: readonly T[],
  flag: string,
  given: string | undefined,
): T | undefined => {
  if (given === undefined) return undefined
  const found = known.find(one => one === given)
  if (found !== undefined) return found
  throw wrongUsage(
    REVIEW,
    argumentText('takes', {
      flag,
      choices: argumentText('all_of', { names: known }),
      given: JSON.stringify(given),
    }),
  )
}

const numbersOf = (text: string | undefined): readonly number[] => {
  if (text === undefined) return []
  const numbers = text.split(',').map(Number)
  if (numbers.every(number => Number.isSafeInteger(number) && number > 0)) return [...new Set(numbers)]
  throw wrongUsage(
    REVIEW,
    argumentText('takes', {
      flag: '--fix',
      choices: codeReviewText('numbers'),
      given: JSON.stringify(text),
    }),
  )
}

const budgetOf = (text: string | undefined): number => {
  const usd = text === undefined ? USUAL_USD : Number(text)
  if (Number.isFinite(usd) && usd > 0) return usd
  throw wrongUsage(
    REVIEW,
    argumentText('takes', {
      flag: '--budget-usd',
      choices: argumentText('money'),
      given: JSON.stringify(text),
    }),
  )
}

/** Its session stands in a checkout of what is reviewed: a name there must not mean one of its files. */
const withPaths = (options: RunOptions, cwd: string): RunOptions => {
  const at = (path: string): string => (/^\s*[{[]/.test(path) ? path : resolve(cwd, path))
  const { settings, mcpConfig, pluginDir, pluginDirNoMcp, addDir, record, replay, debugFile } = options
  return {
    ...options,
    ...(settings === undefined ? {} : { settings: at(settings) }),
    ...(mcpConfig === undefined ? {} : { mcpConfig: mcpConfig.map(at) }),
    ...(pluginDir === undefined ? {} : { pluginDir: pluginDir.map(at) }),
    ...(pluginDirNoMcp === undefined ? {} : { pluginDirNoMcp: pluginDirNoMcp.map(at) }),
    ...(addDir === undefined ? {} : { addDir: addDir.map(at) }),
    ...(record === undefined ? {} : { record: at(record) }),
    ...(replay === undefined ? {} : { replay: at(replay) }),
    ...(debugFile === undefined ? {} : { debugFile: at(debugFile) }),
  }
}
