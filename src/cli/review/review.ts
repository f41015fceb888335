import { randomBytes } from 'node:crypto'
import { findersFor } from '../../features/code-review/finders.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { signalCode } from '../../lib/process/signal-code.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { parseArgs } from '../args/parse-args.ts'
import type { RunOptions } from '../args/run-options.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { createHost } from '../create-host.ts'
import { ExitError, messageOf } from '../exit-error.ts'
import { uiLanguage } from '../in-ui-language.ts'
import { openRequestOf } from '../open-request.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { wrongUsage } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { findChange } from './change.ts'
import { fixFindings } from './fix.ts'
import { holdReview } from './hold-review.ts'
import { loadReview, type Review, saveReview } from './review-store.ts'
import { FORMATS, type Format, showReview, survivors } from './show-review.ts'

const REVIEW = {
  name: 'review',
  usage: usageOf(
    `Usage: capstan review [base | range | #pr] [options]      review a change; what is found is tried by somebody else
       capstan review --resume <review> [options]      go on with one, or show it again

Without a word: all that this checkout has and the main branch does not, committed or not.
"#12" is a pull request that was fetched as refs/pull/12/head.

  --format <f>         text, json, sarif (2.1.0), github (annotations), comments (a draft review)
  --only <finders>     only these: correctness, security, data-loss, concurrency, compatibility, tests,
                       simplicity, and those in reviewers/*.md; separated by commas
  --unsure             also what nobody could settle
  --fix <numbers>      apply the patches of these findings in a worktree
  --budget-usd <n>     at most so much (default: 5); needed where nobody can be asked
  --fail-on <level>    exit code 1 for findings of this level or worse: error, warning, note or never
                       (default: error)
  -y                   start without asking

REVIEW.md has the project's rules. Options of "capstan -p" work too: --model, --allowedTools …
Exit codes: 0 nothing grave, 1 findings or failed, 2 can't be reviewed, 130 stopped`,
    `用法：capstan review [基准 | 范围 | #pr] [选项]      审查改动；每条发现由他人核查
      capstan review --resume <审查> [选项]      继续一次审查，或再次显示

不带参数：此检出中有而主分支没有的全部内容，无论是否已提交。
"#12" 指已获取为 refs/pull/12/head 的拉取请求。

  --format <格式>      text、json、sarif（2.1.0）、github（注解）、comments（草稿评审）
  --only <查找者>      仅限：correctness、security、data-loss、concurrency、compatibility、tests、
                       simplicity，以及 reviewers/*.md 中的；用逗号分隔
  --unsure             也显示无法确定的
  --fix <编号>         在工作树中应用这些发现的补丁
  --budget-usd <n>     费用上限（默认：5）；无法询问时必须指定
  --fail-on <级别>     有此级别或更严重的发现时退出码为 1：error、warning、note 或 never（默认：error）
  -y                   不询问直接开始

REVIEW.md 是项目的审查规则。"capstan -p" 的选项同样适用：--model、--allowedTools …
退出码：0 没有严重问题，1 有发现或失败，2 无法审查，130 已停止`,
  ),
} as const

interface Asked {
  readonly word?: string
  readonly values: ReadonlyMap<string, string>
  readonly switches: ReadonlySet<string>
  readonly format: Format
  readonly options: RunOptions
}

const TEXTS = ['--format', '--only', '--fix', '--budget-usd', '--resume', '--fail-on']
const SWITCHES = ['--unsure', '-y']
const USUAL_USD = 5

const readArgs = (argv: readonly string[]): Asked => {
  const [first] = argv
  const word = first !== undefined && !first.startsWith('-') ? first : undefined
  const values = new Map<string, string>()
  const switches = new Set<string>()
  const rest: string[] = []
  const words = argv.slice(word === undefined ? 0 : 1)
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
  const parsed = parseArgs(['-p', ...rest])
  if (parsed.kind !== 'run')
    throw wrongUsage(
      REVIEW,
      parsed.kind === 'usage_error' ? parsed.localized : argumentText('no_option_here'),
    )
  const { options } = parsed
  if (options.prompt !== undefined)
    throw wrongUsage(REVIEW, argumentText('one_too_many', { word: JSON.stringify(options.prompt) }))
  const named = values.get('--format') ?? 'text'
  const format = FORMATS.find(known => known === named)
  if (format === undefined)
    throw wrongUsage(
      REVIEW,
      argumentText('takes', {
        flag: '--format',
        choices: codeReviewText('formats'),
        given: JSON.stringify(named),
      }),
    )
  return { values, switches, format, options, ...(word === undefined ? {} : { word }) }
}

/** `capstan review` */
export const review = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(REVIEW.usage)
  return await withDeps(from, async deps => await reviewHere(readArgs(argv), deps))
}

const reviewHere = async (asked: Asked, deps: SessionsDeps): Promise<number> => {
  const resumed = asked.values.get('--resume')
  const begun = resumed === undefined ? await beginReview(asked, deps) : loadReview(deps.configHome, resumed)
  const command = `${programCommand(deps.process.env)} review --resume ${begun.id}`
  const maxUsd = budgetOf(asked.values.get('--budget-usd'))
  const signal = listenForSignals()
  let done = begun
  if (!begun.judged) {
    if (!(await mayStart(begun, asked, { maxUsd, deps }))) return 2
    deps.warn(codeReviewText('begun', { id: begun.id, command }))
    await using host = createHost(deps.process)
    await using engine = await host.open({ ...openRequestOf(asked.options, deps.process), warn: deps.warn })
    try {
      done = await holdReview(begun, {
        engine,
        signal,
        maxUsd,
        language: uiLanguage(deps.process.env),
        line: deps.warn,
        save: each => saveReview(deps.configHome, each),
      })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      deps.warn(codeReviewText('unfinished', { why: messageOf(error), command }))
      return signal.aborted ? signalCode(signal.reason) : 1
    }
  }
  return await answer(done, asked, deps)
}

const answer = async (done: Review, asked: Asked, deps: SessionsDeps): Promise<number> => {
  const unsure = asked.switches.has('--unsure')
  const { version } = deps.process
  const findings = survivors(done, unsure)
  const fix = asked.values.get('--fix')
  if (fix !== undefined) {
    const numbers = fix.split(',').map(Number)
    deps.warn(await fixFindings(done, { findings, numbers }, deps))
  }
  await deps.write(showReview(done, { format: asked.format, unsure, version, localize: deps.localize }))
  const worst = asked.values.get('--fail-on') ?? 'error'
  const levels = { error: ['error'], warning: ['error', 'warning'], note: ['error', 'warning', 'note'] }
  const counted: readonly string[] = levels[worst as keyof typeof levels] ?? []
  return findings.some(({ severity }) => counted.includes(severity)) ? 1 : 0
}

const budgetOf = (text: string | undefined): number => {
  const usd = text === undefined ? USUAL_USD : Number(text)
  if (Number.isFinite(usd) && usd > 0) return usd
  throw wrongUsage(
    REVIEW,
    argumentText('takes', {
      flag: '--budget-usd',
      choices: argumentText('whole_number'),
      given: JSON.stringify(text),
    }),
  )
}

const beginReview = async ({ word, values }: Asked, deps: SessionsDeps): Promise<Review> => {
  const change = await findChange(word, deps)
  const only = values.get('--only')?.split(',')
  const known = findersFor(change.root, 'en').map(({ name }) => name)
  const unknown = only?.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw wrongUsage(
      REVIEW,
      argumentText('takes', {
        flag: '--only',
        choices: argumentText('all_of', { names: known }),
        given: JSON.stringify(unknown),
      }),
    )
  return { id: `w${randomBytes(5).toString('hex')}`, change, finders: only ?? known, begun: [], usd: 0 }
}

/** The estimate comes first, and somebody agrees to it. */
const mayStart = async (
  { change, finders }: Review,
  { values, switches }: Asked,
  { maxUsd, deps }: { readonly maxUsd: number; readonly deps: SessionsDeps },
): Promise<boolean> => {
  deps.warn(
    codeReviewText('estimate', {
      what: change.what,
      finders: String(finders.length),
      usd: formatUsd(maxUsd),
    }),
  )
  if (switches.has('-y') || values.has('--budget-usd')) return true
  if (!process.stdin.isTTY) throw new ExitError(2, codeReviewText('needs_budget'))
  return (await askYesNo(codeReviewText('question'), process.stderr, deps.process.env)) === 'yes'
}
