import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Fleet } from '../../features/fleet/fleet.ts'
import { type JobWork, type Repository, readWork } from '../../features/fleet/job.ts'
import { isName, LEASE_MS } from '../../features/fleet/names.ts'
import { newKey } from '../../features/fleet/seal.ts'
import { setUpFleet } from '../../features/fleet/setup.ts'
import { submitJobs } from '../../features/fleet/submit.ts'
import { readWorkerRow } from '../../features/fleet/worker-row.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import type { Effort } from '../../protocol/model.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { readBudget } from '../eval/run-args.ts'
import { ExitError } from '../exit-error.ts'
import { programCommand } from '../program-command.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { type Given, readCount, readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { sendRepository } from './send-repository.ts'
import { withFleet } from './with-fleet.ts'

export const SUBMIT = {
  name: 'jobs submit',
  usage: usageOf(
    `Usage: capstan jobs submit "<prompt>" [flags]   queue a job for the machines of your fleet

  --each <file>          one job for each line of the file; {} in the prompt and in --repo stands for the line
  --repo <git address>   work on that repository (default: the commit you are on here, sent encrypted)
  --ref <name>           at that branch, tag or commit (default: HEAD)
  --no-repo              in an empty directory
  --set-up <command>     run before the session; --check <command> after it: exit code 0 means done
  --labels <names>       only machines that have all of these
  --usd <n>              at most so much for each job; --budget-usd <n> for all of them together
  --minutes <n>          at most so long for each (default: 60); --turns <n> model requests
  --model, --effort      as in a session
  --permission-mode <m>  (default: acceptEdits); --allow, --deny <rule>: repeatable
  --network <hosts>      hosts that commands may reach, separated by commas, or "all" (default: none)
  --secrets <names>      variables of the worker's own environment; values are never sent
  --files <path>         a file to bring back, repeatable; --transcript: the session as well
  --memory-mb, --disk-mb <n>   at most so much on the worker (default: 4096, 4096)
  --wait                 until all have ended; exit code 1 if one failed
  -y                     without asking
  --json                 one line for each job`,
    `用法：capstan jobs submit "<提示词>" [选项]   把任务排队，交给机群中的机器

  --each <文件>          文件的每一行一个任务；提示词和 --repo 中的 {} 代表该行
  --repo <git 地址>      在该仓库上工作（默认：此处当前的提交，加密发送）
  --ref <名称>           分支、标签或提交（默认：HEAD）
  --no-repo              在空目录中工作
  --set-up <命令>        会话之前运行；--check <命令> 之后运行：退出码 0 表示完成
  --labels <名称>        仅限具备全部这些标签的机器
  --usd <n>              每个任务的费用上限；--budget-usd <n> 全部任务合计的上限
  --minutes <n>          每个任务的时间上限（默认：60）；--turns <n> 模型请求次数
  --model、--effort      与会话相同
  --permission-mode <m>  （默认：acceptEdits）；--allow、--deny <规则>：可重复
  --network <主机>       命令可以访问的主机，用逗号分隔，或 "all"（默认：无）
  --secrets <名称>       工作机自己的环境变量；值从不发送
  --files <路径>         要带回的文件，可重复；--transcript：同时带回会话记录
  --memory-mb、--disk-mb <n>   在工作机上的上限（默认：4096、4096）
  --wait                 等到全部结束；有失败时退出码为 1
  -y                     不询问
  --json                 每个任务一行`,
  ),
  flags: {
    each: { type: 'string' },
    repo: { type: 'string' },
    ref: { type: 'string' },
    'no-repo': { type: 'boolean' },
    'set-up': { type: 'string' },
    check: { type: 'string' },
    labels: { type: 'string' },
    usd: { type: 'string' },
    'budget-usd': { type: 'string' },
    minutes: { type: 'string' },
    turns: { type: 'string' },
    model: { type: 'string' },
    effort: { type: 'string' },
    'permission-mode': { type: 'string' },
    allow: { type: 'string', multiple: true },
    deny: { type: 'string', multiple: true },
    network: { type: 'string' },
    secrets: { type: 'string' },
    files: { type: 'string', multiple: true },
    transcript: { type: 'boolean' },
    'memory-mb': { type: 'string' },
    'disk-mb': { type: 'string' },
    wait: { type: 'boolean' },
    yes: { type: 'boolean', short: 'y' },
    json: { type: 'boolean' },
  },
} as const

const listed = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map(word => word.trim())
    .filter(word => word !== '')

/** More than so many are not begun without somebody having seen what they may cost. */
const FEW = 5

export const submit = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(SUBMIT, argv)
  const prompt = given.words.join(' ')
  if (prompt === '') throw wrongUsage(SUBMIT, argumentText('takes_one', { what: 'prompt' }))
  const labels = listed(given.text('labels'))
  const bad = labels.find(label => !isName(label))
  if (bad !== undefined) throw new ExitError(2, fleetText('bad_name', { name: bad }))
  const usd = readBudget(given.text('usd'))
  const budgetUsd = readBudget(given.text('budget-usd'))
  const prompts = promptsOf(prompt, given.text('each'), deps)
  return await withFleet(deps, ['owner'], async fleet => {
    await fleet.connection.run(async nats => await setUpFleet(nats, await sizeOf(fleet)))
    await warnOfWorkers(fleet, labels, deps)
    if (!(await mayStart(prompts.length, { usd, budgetUsd, given, deps }))) return 2
    const key = newKey()
    const repository = await repositoryOf(given, { fleet, deps, key })
    const works = prompts.map(each =>
      workFor(each, { given, usd, repository: repositoryFor(repository, each.title) }),
    )
    const trace = deps.process.env['TRACEPARENT']
    const submitted = await submitJobs(fleet, {
      ...(trace === undefined ? {} : { trace }),
      ...{ works, labels, version: deps.process.version, leaseMs: LEASE_MS, key },
      ...(budgetUsd === undefined ? {} : { budget: { id: `b${deps.now.toString(36)}`, usd: budgetUsd } }),
    })
    for (const { id, title } of submitted)
      await deps.write(
        given.is('json') ? `${JSON.stringify({ id, title })}\n` : `${id}  ${escapeLine(title, 100)}\n`,
      )
    const own = programCommand(deps.process.env)
    if (!given.is('json')) deps.warn(fleetText('follow', { program: own, id: submitted[0]?.id ?? '' }))
    if (!given.is('wait')) return 0
    const { waitForJobs } = await import('./wait-for-jobs.ts')
    return await waitForJobs(
      fleet,
      submitted.map(({ id }) => id),
    )
  })
}

/** How many servers keep each message: as many as there are, three at most. */
export const sizeOf = async ({ file }: Fleet) => {
  const servers = file.url.split(',').length
  return { workers: file.workers.map(({ name }) => name), replicas: servers >= 3 ? 3 : 1 }
}

const promptsOf = (
  prompt: string,
  each: string | undefined,
  deps: SessionsDeps,
): readonly { readonly title: string; readonly prompt: string }[] => {
  if (each === undefined) return [{ title: prompt, prompt }]
  let text: string
  try {
    text = readFileSync(resolve(deps.cwd, each), 'utf8')
  } catch (error) {
    throw new ExitError(2, fleetText('no_file', { path: each, why: describeCause(error) }))
  }
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  if (lines.length === 0) throw new ExitError(2, fleetText('no_lines', { path: each }))
  return lines.map(line => ({
    title: line,
    prompt: prompt.includes('{}') ? prompt.replaceAll('{}', line) : `${prompt}\n\n${line}`,
  }))
}

/** That nobody is there, or only of another version, is said before anything is queued. */
const warnOfWorkers = async (fleet: Fleet, labels: readonly string[], deps: SessionsDeps): Promise<void> => {
  const rows = (await fleet.workers.all('')).flatMap(({ key, text }) => {
    const row = readWorkerRow(text)
    return row ? [{ name: key, ...row }] : []
  })
  const fit = rows.filter(row => labels.every(label => row.labels.includes(label)))
  if (fit.length === 0) deps.warn(fleetText('nobody_there', { labels: labels.join(', ') || '–' }))
  const main = (version: string): string => version.split('.').slice(0, 2).join('.')
  const others = fit.filter(({ version }) => main(version) !== main(deps.process.version))
  if (others.length > 0)
    deps.warn(
      fleetText('other_versions', {
        workers: others.map(({ name, version }) => `${name} (${escapeLine(version, 40)})`),
        ours: deps.process.version,
      }),
    )
}

interface Estimating {
  readonly usd: number | undefined
  readonly budgetUsd: number | undefined
  readonly given: Given
  readonly deps: SessionsDeps
}

/** What it may cost at most comes first, and somebody agrees to it. */
const mayStart = async (count: number, { usd, budgetUsd, given, deps }: Estimating): Promise<boolean> => {
  const most = Math.min(budgetUsd ?? Number.POSITIVE_INFINITY, (usd ?? Number.POSITIVE_INFINITY) * count)
  if (count > FEW)
    deps.warn(
      Number.isFinite(most)
        ? fleetText('estimate', { count, usd: formatUsd(most) })
        : fleetText('no_estimate', { count }),
    )
  if (count <= FEW || given.is('yes') || budgetUsd !== undefined) return true
  if (!process.stdin.isTTY) throw new ExitError(2, fleetText('needs_budget'))
  return (await askYesNo(fleetText('question'), process.stderr, deps.process.env)) === 'yes'
}

const repositoryOf = async (
  given: Given,
  { fleet, deps, key }: { readonly fleet: Fleet; readonly deps: SessionsDeps; readonly key: Buffer },
): Promise<Repository | undefined> => {
  if (given.is('no-repo')) return undefined
  const url = given.text('repo')
  if (url !== undefined) return { kind: 'git', url, ref: given.text('ref') ?? 'HEAD' }
  try {
    const from = { directory: deps.cwd, ref: given.text('ref') ?? 'HEAD', env: deps.process.env }
    const { repository, isDirty } = await sendRepository(fleet, from, key)
    if (isDirty) deps.warn(fleetText('uncommitted'))
    return repository
  } catch (error) {
    if (error instanceof ExitError) throw error
    throw new ExitError(1, fleetText('no_repository', { directory: deps.cwd, why: describeCause(error) }))
  }
}

/** One change in many repositories: each line of a file may be one. */
const repositoryFor = (repository: Repository | undefined, line: string): Repository | undefined =>
  repository?.kind === 'git' ? { ...repository, url: repository.url.replaceAll('{}', line) } : repository

interface Making {
  readonly given: Given
  readonly usd: number | undefined
  readonly repository: Repository | undefined
}

const DEFAULT_MB = 4096
const text = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: string })

const workFor = (
  { title, prompt }: { readonly title: string; readonly prompt: string },
  { given, usd, repository }: Making,
): JobWork => {
  const count = (flag: string): number | undefined => readCount(SUBMIT, flag, given.text(flag))
  const turns = count('turns')
  const network = given.text('network')
  const work: JobWork = {
    title: title.replace(/\s+/g, ' ').slice(0, 120),
    prompts: [prompt],
    ...(repository ? { repository } : {}),
    ...text('setUp', given.text('set-up')),
    ...text('check', given.text('check')),
    limits: {
      seconds: (count('minutes') ?? 60) * 60,
      memoryMb: count('memory-mb') ?? DEFAULT_MB,
      diskMb: count('disk-mb') ?? DEFAULT_MB,
      ...(usd === undefined ? {} : { usd }),
      ...(turns === undefined ? {} : { turns }),
    },
    ...text('model', given.text('model')),
    ...(given.text('effort') === undefined ? {} : { effort: given.text('effort') as Effort }),
    permissions: {
      mode: (given.text('permission-mode') ?? 'acceptEdits') as PermissionMode,
      allow: given.list('allow'),
      deny: given.list('deny'),
    },
    network: network === 'all' ? 'all' : network === undefined ? 'off' : listed(network),
    secrets: listed(given.text('secrets')),
    back: { patch: true, transcript: given.is('transcript'), files: given.list('files') },
  }
  const read = readWork(JSON.parse(JSON.stringify(work)))
  if ('problem' in read) throw new ExitError(2, fleetText('bad_job', { field: read.problem }))
  return work
}
