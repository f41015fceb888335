import type { JobView } from '../../features/fleet/fold.ts'
import type { StoredRecord } from '../../features/fleet/record.ts'
import { openBody } from '../../features/fleet/record.ts'
import { answerJob } from '../../features/fleet/tell-job.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { textField } from '../../lib/values/read-field.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { askYesNo } from '../ask-yes-no.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { usageOf } from '../usage.ts'
import { type ReadJob, readJob } from './read-result.ts'
import { withFleet } from './with-fleet.ts'

export const LOGS = {
  name: 'jobs logs',
  usage: usageOf(
    `Usage: capstan jobs logs <job> [-f] [--json]   what a job said and did, from any worker

  -f, --follow   go on until it ends
  --json         the lines of its session file, as they are`,
    `用法：capstan jobs logs <任务> [-f] [--json]   任务说了什么、做了什么，无论在哪台工作机上

  -f, --follow   持续到任务结束
  --json         原样输出会话文件的各行`,
  ),
  flags: { follow: { type: 'boolean', short: 'f' }, json: { type: 'boolean' } },
} as const

export const ATTACH = {
  name: 'jobs attach',
  usage: usageOf(
    `Usage: capstan jobs attach <job>   follow a job and answer its questions here; Ctrl-C leaves it running`,
    `用法：capstan jobs attach <任务>   跟随任务并在此回答其问题；Ctrl-C 离开，任务继续运行`,
  ),
  flags: {},
} as const

export const logs = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LOGS, argv)
  return await withFleet(deps, ['owner'], async fleet => {
    const read = await readJob(fleet, oneJob(LOGS, given.words))
    return await follow(read, { deps, json: given.is('json'), follow: given.is('follow') })
  })
}

export const attach = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const { words } = readOptions(ATTACH, argv)
  return await withFleet(deps, ['owner'], async fleet => {
    const read = await readJob(fleet, oneJob(ATTACH, words))
    const asked = async (question: JobQuestion): Promise<void> => {
      if (!process.stdin.isTTY) return
      const said = fleetText('allow', {
        tool: escapeLine(question.tool, 60),
        title: escapeLine(question.title, 400),
      })
      const allow = (await askYesNo(said, process.stderr, deps.process.env)) === 'yes'
      await answerJob(fleet, { job: read.log.job, id: question.id, allow })
    }
    return await follow(read, { deps, json: false, follow: true, asked })
  })
}

const oneJob = (spec: typeof LOGS | typeof ATTACH, [job, ...more]: readonly string[]): string => {
  if (job === undefined || more.length > 0) throw wrongUsage(spec, argumentText('takes_one', { what: 'job' }))
  return job
}

interface JobQuestion {
  readonly id: string
  readonly tool: string
  readonly title: string
}

interface Following {
  readonly deps: SessionsDeps
  readonly json: boolean
  readonly follow: boolean
  asked?(question: JobQuestion): Promise<void>
}

/** 0 when it is done, 1 when it ended another way; as it is where nobody wants to follow. */
const follow = async ({ log, job }: ReadJob, options: Following): Promise<number> => {
  const signal = listenForSignals()
  let shown = 0
  let wake = (): void => {}
  const unwatch = options.follow ? await log.watch(() => wake()) : () => {}
  const stop = (): void => wake()
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      const woken = new Promise<void>(resolve => {
        wake = resolve
      })
      const { records, state } = await log.refresh()
      for (const record of records) {
        if (record.seq <= shown) continue
        shown = record.seq
        const isOpen = record.head.kind !== 'question' || waits(record, log.view, job.key)
        if (isOpen) await showRecord(record, job.key, options)
      }
      const isOver = state !== 'queued' && state !== 'running'
      if (isOver) return state === 'done' ? 0 : 1
      if (!options.follow || signal.aborted) return 0
      await woken
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', stop)
  }
}

/** It was not answered yet, and whoever asked it still has the job. */
const waits = (question: StoredRecord, { answers, holder }: JobView, key: Uint8Array): boolean => {
  const id = textField(tryOpen(question, key), 'id')
  return (
    question.head.token === holder?.token &&
    !answers.some(answer => textField(tryOpen(answer, key), 'id') === id)
  )
}

const showRecord = async (record: StoredRecord, key: Uint8Array, options: Following): Promise<void> => {
  const { deps, json } = options
  const body = record.body.length === 0 ? {} : tryOpen(record, key)
  if (!isObject(body)) return
  const { kind, by, note = '' } = record.head
  if (kind === 'lines') {
    const text = textField(body, 'text') ?? ''
    await deps.write(json ? text : shownOf(text))
  } else if (json) return
  else if (kind === 'claim') deps.warn(fleetText('taken_by', { worker: by }))
  else if (kind === 'release') deps.warn(fleetText('released_by', { worker: by, note: escapeLine(note, 60) }))
  else if (kind === 'result') deps.warn(fleetText('ended_by', { worker: by, outcome: escapeLine(note, 20) }))
  else if (kind === 'question') {
    const [id, tool, title] = ['id', 'tool', 'title'].map(name => textField(body, name) ?? '')
    const question = { id: id ?? '', tool: tool ?? '', title: title ?? '' }
    deps.warn(
      fleetText('asks', {
        ...question,
        id: escapeLine(question.id, 80),
        title: escapeLine(question.title, 400),
        tool: escapeLine(question.tool, 60),
        job: record.head.job,
      }),
    )
    await options.asked?.(question)
  }
}

const tryOpen = (record: StoredRecord, key: Uint8Array): unknown => {
  try {
    return openBody(record, key)
  } catch {
    // Sealed with another key: nobody can read it.
    return undefined
  }
}

/** What was said, and the calls that were made; a result is the affair of the session. */
const shownOf = (lines: string): string =>
  lines
    .split('\n')
    .map(line => {
      try {
        return entryText(JSON.parse(line))
      } catch {
        // Cut between two messages, or torn.
        return ''
      }
    })
    .join('')

const entryText = (entry: unknown): string => {
  if (!isObject(entry) || (entry['type'] !== 'assistant' && entry['type'] !== 'user')) return ''
  const message = entry['message']
  const content = isObject(message) ? message['content'] : undefined
  if (typeof content === 'string')
    return entry['type'] === 'user' ? `> ${escapeText(content)}\n` : `${escapeText(content)}\n`
  if (!Array.isArray(content) || entry['type'] === 'user') return ''
  return content
    .map(block => {
      if (!isObject(block)) return ''
      if (block['type'] === 'text') return `${escapeText(textField(block, 'text') ?? '')}\n`
      if (block['type'] !== 'tool_use') return ''
      return `  ${escapeLine(textField(block, 'name') ?? '', 60)} ${escapeLine(JSON.stringify(block['input'] ?? {}), 160)}\n`
    })
    .join('')
}
