import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { branchFrom } from './apply-result.ts'
import { type ReadJob, readJob, readPiece } from './read-result.ts'
import { withFleet } from './with-fleet.ts'

export const RESULTS = {
  name: 'jobs results',
  usage: usageOf(
    `Usage: capstan jobs results <job …> [flags]   what came of jobs; text of strangers until you have looked at it

  --branch              a branch fleet/<job> here with the changes; nothing is merged (--prefix: another name)
  --patch <directory>   the changes as <job>.patch
  --files <directory>   files and transcript that were asked for, below <job>/
  --json                one line for each`,
    `用法：capstan jobs results <任务 …> [选项]   任务的结果；在您查看之前都是外来内容

  --branch              在此处以分支 fleet/<任务> 保存改动；不会合并（--prefix：其他名称）
  --patch <目录>        把改动保存为 <任务>.patch
  --files <目录>        所要求的文件和会话记录，放在 <任务>/ 下
  --json                每个任务一行`,
  ),
  flags: {
    branch: { type: 'boolean' },
    prefix: { type: 'string' },
    patch: { type: 'string' },
    files: { type: 'string' },
    json: { type: 'boolean' },
  },
} as const

export const results = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(RESULTS, argv)
  if (given.words.length === 0) throw wrongUsage(RESULTS, argumentText('takes_one', { what: 'job' }))
  return await withFleet(deps, ['owner'], async fleet => {
    let code = 0
    for (const id of given.words) {
      const read = await readJob(fleet, id)
      const { result, job } = read
      if (given.is('json')) await deps.write(`${JSON.stringify(asJson(id, read))}\n`)
      else await deps.write(`${lines(id, read, deps).join('\n')}\n`)
      if (result?.outcome !== 'done') code = 1
      if (!result) continue
      const piece = async (from: NonNullable<typeof result.patch>): Promise<Buffer> =>
        await readPiece(fleet, { job, result }, from)
      const patch =
        result.patch && (given.is('branch') || given.text('patch')) ? await piece(result.patch) : undefined
      if (patch && given.is('branch')) {
        const branch = `${given.text('prefix') ?? 'fleet/'}${id}`
        const message = `${job.work.title}\n\nBy job ${id} of the fleet, worker ${result.worker}. Not looked at yet.\n`
        await branchFrom(patch, { branch, repository: job.work.repository, message }, deps)
        deps.warn(fleetText('branch_made', { branch }))
      }
      if (patch && given.text('patch'))
        writeNew(join(resolve(deps.cwd, given.text('patch') ?? ''), `${id}.patch`), patch)
      const folder = given.text('files')
      if (folder === undefined) continue
      const at = resolve(deps.cwd, folder, id)
      // Only what was asked for, by the name it was asked by.
      for (const path of job.work.back.files) {
        const found = result.files.find(file => file.path === path)
        if (found) writeNew(join(at, path), await piece(found.piece))
      }
      if (result.transcript) writeNew(join(at, 'transcript.jsonl'), await piece(result.transcript))
    }
    return code
  })
}

const writeNew = (path: string, bytes: Buffer): void => {
  if (existsSync(path)) throw new ExitError(1, fleetText('exists', { path }))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes, { flag: 'wx' })
}

const asJson = (id: string, { log, job, result }: ReadJob): object => ({
  id,
  title: job.work.title,
  state: log.view.state,
  lost: log.view.lost,
  ignored: log.view.ignored.length,
  trace: job.order.facts.trace,
  ...(result
    ? {
        outcome: result.outcome,
        why: result.why,
        answer: result.answer,
        usd: result.usd,
        worker: result.worker,
        taken: result.taken,
        ms: result.ms,
        check: result.check,
        patchBytes: result.patch?.bytes ?? 0,
      }
    : {}),
})

const lines = (id: string, { log, job, result }: ReadJob, deps: SessionsDeps): readonly string[] => {
  const { state, lost, ignored } = log.view
  const title = escapeLine(job.work.title, 100)
  const say = deps.localize
  return [
    say(fleetText('job_line', { job: id, state, title })),
    ...(lost.length > 0 ? [say(fleetText('lost_line', { workers: lost }))] : []),
    ...(ignored.length > 0
      ? [
          say(
            fleetText('ignored_line', {
              count: ignored.length,
              why: [...new Set(ignored.map(({ why }) => why))].join(', '),
            }),
          ),
        ]
      : []),
    ...(result
      ? [
          say(
            fleetText('result_line', {
              worker: result.worker,
              usd: formatUsd(result.usd),
              seconds: String(Math.round((Number(result.ms) || 0) / 1000)),
              bytes: String(result.patch?.bytes ?? 0),
            }),
          ),
          ...(result.why === undefined
            ? []
            : [say(fleetText('why_line', { why: escapeLine(result.why, 400) }))]),
          '',
          escapeText(result.answer),
        ]
      : []),
  ]
}
