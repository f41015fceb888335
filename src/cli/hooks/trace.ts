import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Entry } from '../../protocol/entry.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import { chooseOne } from '../sessions/choose-sessions.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { listenForSignals } from '../terminal.ts'
import { usageOf } from '../usage.ts'
import { outcomeFacts } from './test.ts'

export const TRACE = {
  name: 'hooks trace',
  usage: usageOf(
    `Usage: capstan hooks trace [session] [--follow] [--json]   what the hooks of a session did, one line each

  session        id, beginning of an id, name or file; the newest of this directory unless told
  -f, --follow   go on while the session runs
  --json         the records as they are kept, one per line`,
    `用法：capstan hooks trace [会话] [--follow] [--json]   某个会话中钩子的执行记录，每行一条

  会话           id、id 的开头、名称或文件；默认为此目录中最近的会话
  -f, --follow   会话运行期间持续显示
  --json         按保存的原样输出记录，每行一条`,
  ),
  flags: { follow: { type: 'boolean', short: 'f' }, json: { type: 'boolean' } },
} as const

type HookEntry = Extract<Entry, { readonly type: 'hook' }>

const POLL_MS = 300
const CHUNK_BYTES = 256 * 1024

/** `capstan hooks trace` */
export const trace = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(TRACE, argv)
  if (given.words.length > 1) throw wrongUsage(TRACE, argumentText('one_session'))
  const path = await chooseOne(deps, given.words[0])
  const signal = given.is('follow') ? listenForSignals() : undefined
  const lines = hookLines()
  const fd = openSync(path, 'r')
  let found = 0
  try {
    for (let position = 0; ; ) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      const got = readSync(fd, chunk, 0, chunk.length, position)
      position += got
      for (const entry of lines(chunk.subarray(0, got))) {
        found += 1
        await deps.write(`${given.is('json') ? JSON.stringify(entry) : render(entry, deps.localize)}\n`)
      }
      if (got > 0) continue
      if (!signal || signal.aborted) break
      await wait(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  } finally {
    closeSync(fd)
  }
  if (found === 0 && !given.is('json')) await deps.write(`${deps.localize(answerText('no_hook_ran'))}\n`)
  return 0
}

/** Picks the records of hooks from pieces of a session file. */
const hookLines = (): ((piece: Buffer) => readonly HookEntry[]) => {
  let rest: Buffer = Buffer.alloc(0)
  return piece => {
    const all = Buffer.concat([rest, piece])
    const end = all.lastIndexOf(10) + 1
    rest = all.subarray(end)
    return all
      .subarray(0, end)
      .toString('utf8')
      .split('\n')
      .filter(line => line.includes('"type":"hook"'))
      .flatMap(line => {
        try {
          const entry = JSON.parse(line) as Entry
          return entry.type === 'hook' ? [entry] : []
        } catch {
          // A line that was cut when the program was killed.
          return []
        }
      })
  }
}

const render = (entry: HookEntry, localize: Localize): string => {
  const { timestamp, event, matcher, hook, from, background, error } = entry
  const facts = localize(
    answerText('facts', {
      facts: [...outcomeFacts(entry), ...(background ? [answerText('background')] : [])],
    }),
  )
  const name = matcher === '*' ? event : `${event}(${matcher})`
  const why = error === undefined ? '' : `  ${escapeLine(error, 200)}`
  return `${timestamp.slice(11, 23)}  ${escapeLine(name, 60)}  ${escapeLine(hook, 100)}  [${escapeLine(from, 60)}]${facts}${why}`
}
