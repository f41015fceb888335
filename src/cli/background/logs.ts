import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { escapeText } from '../../lib/escape-text.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { readCount, readOptions, wrongUsage } from '../sessions/options.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { chooseJob } from './choose-job.ts'
import { findJobs, isLive, logOf } from './jobs.ts'

const LOGS = {
  name: 'logs',
  usage: usageOf(
    `Usage: capstan logs <id> [flags]   what a background session said and did, or what a command printed

  -f, --follow      go on until it ends (Ctrl-C stops looking, not the work)
  -n, --lines <n>   only the last n lines`,
    `用法：capstan logs <id> [选项]   查看后台会话说了什么、做了什么，或后台命令的输出

  -f, --follow        持续显示直到结束（Ctrl-C 只停止查看，不影响运行）
  -n, --lines <数量>  只显示最后几行`,
  ),
  flags: {
    follow: { type: 'boolean', short: 'f' },
    lines: { type: 'string', short: 'n' },
  },
} as const

const LOOK_MS = 200
const PIECE_BYTES = 64 * 1024

/** `capstan logs` */
export const logs = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(LOGS.usage)
  const given = readOptions(LOGS, argv)
  const [wanted] = given.words
  if (wanted === undefined || given.words.length > 1)
    throw wrongUsage(LOGS, argumentText('takes_one', { what: argumentText('id') }))
  const lines = readCount(LOGS, 'lines', given.text('lines'))
  return await withDeps(from, async deps => {
    const { id } = chooseJob(deps, wanted)
    const read = await show(logOf(deps.configHome, id), lines, deps)
    if (given.is('follow')) await follow(id, read, deps)
    return 0
  })
}

/** Answers how many bytes of it were there. */
const show = async (path: string, lines: number | undefined, deps: SessionsDeps): Promise<number> => {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    throw new ExitError(1, sessionCommandText('log_gone'))
  }
  const text = bytes.toString('utf8')
  await deps.write(forPeople(lines === undefined ? text : lastLines(text, lines)))
  return bytes.length
}

const lastLines = (text: string, count: number): string => {
  const ended = text.endsWith('\n') ? '\n' : ''
  return `${text
    .slice(0, text.length - ended.length)
    .split('\n')
    .slice(-count)
    .join('\n')}${ended}`
}

const follow = async (id: string, from: number, { configHome, write }: SessionsDeps): Promise<void> => {
  const file = openSync(logOf(configHome, id), 'r')
  const decoder = new TextDecoder()
  const piece = Buffer.alloc(PIECE_BYTES)
  let at = from
  try {
    for (;;) {
      // Looked at before the rest is read: what it wrote last is not missed.
      const live = findJobs(configHome, id).some(isLive)
      for (let size = -1; size !== 0; ) {
        size = readSync(file, piece, 0, PIECE_BYTES, at)
        at += size
        if (size > 0) await write(forPeople(decoder.decode(piece.subarray(0, size), { stream: true })))
      }
      if (!live) return
      await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    }
  } finally {
    closeSync(file)
  }
}

/** A command may print anything: on a terminal nothing of it acts. */
const forPeople = (text: string): string => (process.stdout.isTTY ? escapeText(text) : text)
