import { csvHead, csvRow, type LedgerRow, ledgerRows } from '../../features/sessions/ledger/ledger-rows.ts'
import { collectStory } from '../../features/sessions/ledger/story-outline.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { uiLanguage } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { chooseMany, chooseOne } from '../sessions/choose-sessions.ts'
import { type SessionsDeps, withDeps } from '../sessions/deps.ts'
import { type Given, readOptions, readSince, wrongUsage } from '../sessions/options.ts'
import { pricesFor } from '../sessions/prices.ts'
import { createTeller } from '../sessions/tell-story.ts'
import { tellWho } from '../sessions/who.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'
import { createTextRow, totalsLine } from './ledger-lines.ts'
import { LEDGER_WORDS } from './ledger-words.ts'

const LEDGER = {
  name: 'ledger',
  usage: usageOf(
    `Usage: capstan ledger [id, name or file …] [flags]      what was run, read, written, fetched and spent, and why
       capstan ledger --who <file>:<line>              who changed this line

Default: the newest session in this directory.

  --project <directory>   all sessions in that directory ("." for this one)
  --all                   all sessions in all directories
  --since <day or age>    only what happened since (2026-03-02, 12h)
  --kind <kinds>          only these: run, write, read, fetch, spend, message,
                          separated by commas
  --csv | --json          machine-readable: CSV, or one JSON object per line
  --with-secrets          don't redact secrets`,
    `用法：capstan ledger [id、名称或文件 …] [选项]      运行、读取、写入、获取了什么，花费多少，以及原因
      capstan ledger --who <文件>:<行号>            这一行是谁改的

默认：此目录中最近的会话。

  --project <目录>        该目录中的所有会话（"." 表示当前目录）
  --all                   所有目录中的所有会话
  --since <日期或时长>    只看此后发生的（2026-03-02、12h）
  --kind <类型>           只看这些类型：run、write、read、fetch、spend、message，
                          用逗号分隔
  --csv | --json          便于程序读取：CSV，或每行一个 JSON 对象
  --with-secrets          不隐去密钥`,
  ),
  flags: {
    project: { type: 'string' },
    all: { type: 'boolean' },
    since: { type: 'string' },
    kind: { type: 'string' },
    who: { type: 'string' },
    csv: { type: 'boolean' },
    json: { type: 'boolean' },
    'with-secrets': { type: 'boolean' },
  },
} as const

const KINDS: readonly string[] = ['run', 'write', 'read', 'fetch', 'spend', 'message']
const MAX_TEXT = 4_000

/** `capstan ledger`: a query over session files; it keeps no books of its own. */
export const ledger = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(LEDGER.usage)
  return await withDeps(from, async deps => {
    const given = readOptions(LEDGER, argv)
    const who = given.text('who')
    return who === undefined
      ? await list(given, deps)
      : await tellWho({ text: who, json: given.is('json'), withSecrets: given.is('with-secrets') }, deps)
  })
}

const list = async (given: Given, deps: SessionsDeps): Promise<number> => {
  const since = readSince(LEDGER, { flag: 'since', text: given.text('since'), now: deps.now })
  const kinds = given.text('kind')?.split(',') ?? KINDS
  const wrong = kinds.find(kind => !KINDS.includes(kind))
  if (wrong !== undefined)
    throw wrongUsage(
      LEDGER,
      argumentText('takes', {
        flag: '--kind',
        choices: argumentText('all_of', { names: KINDS }),
        given: JSON.stringify(wrong),
      }),
    )
  const tell = createTeller(deps, { withSecrets: given.is('with-secrets'), maxText: MAX_TEXT })
  const price = pricesFor(deps)
  const totals = { rows: 0, usd: 0, unpriced: 0 }
  const words = LEDGER_WORDS[uiLanguage(deps.process.env)]
  const render = given.is('json') ? jsonRow : given.is('csv') ? csvRow : createTextRow(words)
  if (given.is('csv')) await deps.write(csvHead())
  for (const path of await pathsOf(given, deps, since)) {
    using story = tell(path)
    const rows = ledgerRows(collectStory(story), price).filter(
      row => kinds.includes(row.kind) && (since === undefined || Date.parse(row.at) >= since),
    )
    for (const row of rows) {
      totals.rows++
      totals.usd += row.usd ?? 0
      if (row.usd === null) totals.unpriced++
    }
    await deps.write(rows.map(render).join(''))
  }
  if (!given.is('json') && !given.is('csv')) await deps.write(totalsLine(totals, words))
  return 0
}

/** Files that were not written since then hold nothing that happened since. */
const pathsOf = async (
  given: Given,
  deps: SessionsDeps,
  since: number | undefined,
): Promise<readonly string[]> => {
  const project = given.text('project')
  if (given.words.length > 0) return await Promise.all(given.words.map(word => chooseOne(deps, word)))
  if (!given.is('all') && project === undefined) return [await chooseOne(deps, undefined)]
  return chooseMany(deps, { all: given.is('all'), project })
    .filter(file => since === undefined || file.mtimeMs >= since)
    .toReversed()
    .map(file => file.path)
}

const jsonRow = (row: LedgerRow): string => `${JSON.stringify(row)}\n`
