import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { codeEdits } from './code-edits/code-edit-rows.ts'
import { codeMapRows } from './code-map/code-map-rows.ts'
import { contractLimit } from './contract.ts'
import { fileIndexRows } from './file-index/file-index-rows.ts'
import { GAP_MEASURES } from './gaps.ts'
import { LONG_LINES } from './long-lines.ts'
import {
  alternate,
  type Contest,
  growth,
  type LongSession,
  overheads,
  type Pair,
  peakOfOneShot,
  runLongSession,
  runReads,
  timeChanges,
  timeCommand,
  timeGrep,
  timeRipgrep,
  timeSmallCommand,
  timeToFirstRequest,
} from './measures.ts'
import { takeProtocols } from './protocols.ts'
import { leanFloorAgent, type Stage, type Subject } from './run-subject.ts'
import { scriptCalls } from './script-calls.ts'
import { pagePaint } from './serve/page-paint.ts'
import { servedSessions } from './serve/served-sessions.ts'
import { SESSION_MEASURES } from './session-measures.ts'
import { median } from './statistics.ts'
import { compare, failedRow, judge, mb, ms, type Row, times } from './table.ts'
import { tenAgents } from './ten-agents.ts'
import { createServers } from './ten-servers.ts'
import { TERMINAL_MEASURES } from './terminal/terminal-measures.ts'
import { timeVerdicts } from './verdicts.ts'
import { createMemories, createRepository, createSkills, putUnderGit } from './workspace.ts'

/** What the whole benchmark works on. */
export interface Bench {
  readonly contest: Contest
  readonly stage: Stage
  /** The installation that is measured. */
  readonly root: string
}

/** Files the workspace must hold: the longest plan reads each once. */
export const LONGEST_PLAN = 300

interface Measure {
  readonly name: string
  take(bench: Bench): Promise<readonly Row[]>
}

/** Runs every measure whose name holds `only`, one after the other; a failing one costs its own rows only. */
export const runSuite = async (
  bench: Bench,
  onRow: (row: Row) => void,
  only = '',
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const measure of MEASURES.filter(({ name }) => name.includes(only))) {
    const taken = await measure.take(bench).catch(error => [failedRow(measure.name, error)])
    for (const row of taken) onRow(row)
    rows.push(...taken)
  }
  return rows
}

const startUp: Measure = {
  name: 'start-up',
  async take({ root }) {
    const capstan = join(root, 'bin', 'capstan')
    const rounds = { counted: 15, warmUp: 2 }
    const version = await alternate(rounds, side =>
      side === 'ours' ? timeCommand(capstan, ['--version']) : timeCommand('sh', ['-c', 'true']),
    )
    const help = await alternate(rounds, side =>
      side === 'ours' ? timeCommand(capstan, ['--help']) : timeCommand(process.execPath, ['-e', '0']),
    )
    return [
      compare('`capstan --version` beside `sh -c true`', version, {
        show: ms,
        limit: contractLimit('start'),
      }),
      {
        ...compare('`capstan --help` beside `node -e 0`', help, { show: ms }),
        target: '≤ 50 ms',
        verdict: judge(help.ours, 50),
      },
    ]
  },
}

const firstRequest: Measure = {
  name: 'spawn to first request',
  async take({ contest, stage }) {
    const rounds = { counted: 21, warmUp: 3 }
    const pair = await alternate(rounds, side => timeToFirstRequest(contest[side], stage))
    const lower = { ...contest, floor: leanFloorAgent }
    const lean = await alternate(rounds, side => timeToFirstRequest(lower[side], stage))
    return [
      compare('spawn to first request', pair, { show: ms, limit: contractLimit('first request') }),
      compare('the same beside the lean floor', lean, { show: ms }),
    ]
  },
}

const perTurn: Measure = {
  name: 'overhead per turn',
  async take({ contest, stage }) {
    const turns = 50
    const cpu = { ours: [] as number[], floor: [] as number[] }
    const take = (subjects: Contest, counted: number) =>
      alternate({ counted, warmUp: 1 }, async side => {
        const run = await runReads(subjects[side], stage, turns)
        if (run.cpuMs !== undefined && subjects === contest) cpu[side].push(run.cpuMs / turns)
        return median(overheads(run.exchanges))
      })
    const overhead = await take(contest, 9)
    const lean = await take({ ...contest, floor: leanFloorAgent }, 5)
    const rows = [
      compare('overhead per turn (50 small reads)', overhead, { show: ms, limit: contractLimit('turn') }),
      compare('the same beside the lean floor', lean, { show: ms }),
    ]
    if (cpu.ours.length === 0 || cpu.floor.length === 0) return rows
    const spent = { ours: median(cpu.ours), floor: median(cpu.floor) }
    return [...rows, compare('CPU per turn (50 small reads)', spent, { show: ms, limit: 4 })]
  },
}

const growing: Measure = {
  name: 'turn 200 beside turn 20',
  async take({ contest, stage }) {
    const pair = await alternate({ counted: 3, warmUp: 0 }, async side => {
      const run = await runReads(contest[side], stage, 210)
      return growth(overheads(run.exchanges), { early: 20, late: 200 })
    })
    return [
      {
        what: 'turn 200 beside turn 20 (small reads)',
        ours: times(pair.ours),
        floor: times(pair.floor),
        ratio: '',
        target: '≤ 1.5 × its own turn 20',
        verdict: judge(pair.ours, 1.5),
      },
    ]
  },
}

const longSession: Measure = {
  name: '300 turns with 10 KB results',
  async take({ contest, stage }) {
    const turns = LONGEST_PLAN
    const ours = await runLongSession(contest.ours, stage, turns)
    const floor = await runLongSession(contest.floor, stage, turns)
    const grown = (run: LongSession) => run.last20 / run.first20
    const grownWhole = (run: LongSession) => run.last20Whole / run.first20Whole
    const say = (first: number, last: number) => `${ms(first)} → ${ms(last)} (${times(last / first)})`
    const own = { ratio: '', target: '≤ 2.5 × its own first 20' }
    return [
      {
        what: `300 turns of 10 KB (last request ${ours.requestMb.toFixed(1)} MB): first 20 → last 20`,
        ours: say(ours.first20, ours.last20),
        floor: say(floor.first20, floor.last20),
        ...own,
        verdict: judge(grown(ours), 2.5),
      },
      {
        what: 'the same, to the last byte of the request',
        ours: say(ours.first20Whole, ours.last20Whole),
        floor: say(floor.first20Whole, floor.last20Whole),
        ...own,
        verdict: judge(grownWhole(ours), 2.5),
      },
      {
        ...compare('the same, peak memory', { ours: ours.peakMb, floor: floor.peakMb }, { show: mb }),
        target: '≤ 200 MB',
        verdict: judge(ours.peakMb, 200),
      },
    ]
  },
}

const memory: Measure = {
  name: 'peak memory of a one-shot run',
  async take({ contest, stage }) {
    const pair = await alternate({ counted: 5, warmUp: 0 }, side => peakOfOneShot(contest[side], stage))
    return [compare('peak memory of a one-shot run', pair, { show: mb, limit: contractLimit('memory') })]
  },
}

const sandbox: Measure = {
  name: 'a small command in the sandbox',
  async take({ contest, stage }) {
    // Without bubblewrap both sides would run the same.
    if (!existsSync('/usr/bin/bwrap')) return []
    const held = (network: object) => ({
      ...contest.ours,
      args: [...contest.ours.args, '--settings', JSON.stringify({ sandbox: { enabled: true, network } })],
    })
    const against = (subject: Subject) =>
      alternate({ counted: 3, warmUp: 1 }, side =>
        timeSmallCommand(side === 'ours' ? subject : contest.ours, stage),
      )
    const plain = await against(held({}))
    const proxied = await against(held({ allowedDomains: ['example.org'] }))
    return [
      compare('`echo` in the sandbox beside `echo` without', plain, { show: ms }),
      compare('the same with allowed hosts (proxy and bridge)', proxied, { show: ms }),
    ]
  },
}

const verdicts: Measure = {
  name: 'permission verdict',
  async take({ stage }) {
    const { everyday, worst } = await timeVerdicts(stage.space.project)
    const within = (what: string, pair: Pair, limit: number): Row => ({
      ...compare(what, pair, { show: ms }),
      target: `≤ ${limit} ms`,
      verdict: judge(pair.ours, limit),
    })
    return [
      within('permission verdict, everyday commands, beside the bare parse', everyday, 2),
      within(`the same, worst of ${LONG_LINES.length} lines of 10 KB, each best of 5`, worst, 50),
    ]
  },
}

const search: Measure = {
  name: 'Grep beside rg',
  async take({ contest, stage }) {
    const rows: Row[] = []
    for (const files of [1_000, 10_000, 100_000]) {
      using space = createRepository(files)
      const pair = await alternate({ counted: 5, warmUp: 1 }, side =>
        side === 'ours' ? timeGrep(contest.ours, { ...stage, space }) : timeRipgrep(space.project),
      )
      const what = `one Grep in ${files.toLocaleString('en')} files beside \`rg -l\``
      rows.push(compare(what, pair, { show: ms, ...(files === 100_000 ? { limit: 1.3 } : {}) }))
    }
    return rows
  },
}

const history: Measure = {
  name: 'shell command in 5,000 files',
  async take({ contest, stage }) {
    const rows: Row[] = []
    const ours = { ...contest.ours, args: ['-p', '--allowedTools', 'Bash', '--', 'hi'] }
    for (const place of ['git', 'no git'] as const) {
      using space = createRepository(5_000)
      if (place === 'git') putUnderGit(space)
      const next = { ours: [] as number[], floor: [] as number[] }
      const first = await alternate({ counted: 5, warmUp: 1 }, async side => {
        const taken = await timeChanges(side === 'ours' ? ours : contest.floor, { ...stage, space })
        next[side].push(taken.next)
        return taken.first
      })
      const later = { ours: median(next.ours), floor: median(next.floor) }
      const row = (what: string, pair: Pair, extra: number): Row => ({
        ...compare(what, pair, { show: ms }),
        target: `≤ ${extra} ms more`,
        verdict: judge(pair.ours - pair.floor, extra),
      })
      rows.push(
        row(
          `first shell command in 5,000 files (${place}) beside the command alone`,
          first,
          place === 'git' ? 120 : 200,
        ),
        row(`the next ones (${place})`, later, 75),
      )
    }
    return rows
  },
}

const remembering: Measure = {
  name: '200 memories',
  async take({ contest, stage }) {
    const directory = createMemories(stage.space, 200)
    const asked = { ...contest.ours, args: ['-p', 'who owns the mobile release freeze?'] }
    // Words decide then, before the request: with a model the search runs beside it and costs less.
    const ours = {
      ...asked,
      env: { CAPSTAN_MEMORY_DIR: directory, CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    }
    const floor = { ...asked, env: { CAPSTAN_DISABLE_AUTO_MEMORY: '1' } }
    const sides = { ours, floor }
    const rounds = { counted: 15, warmUp: 2 }
    const pair = await alternate(rounds, side => timeToFirstRequest(sides[side], stage))
    const more = pair.ours - pair.floor
    const row = compare('spawn to first request, 200 memories beside none', pair, { show: ms })
    return [{ ...row, target: '≤ 20 ms more', verdict: judge(more, 20) }]
  },
}

/** Read before, as they are but for the first start. */
const manySkills: Measure = {
  name: '300 skills',
  async take({ contest, stage }) {
    const sideOf = (count: number): Subject => ({
      ...contest.ours,
      env: { CAPSTAN_CONFIG_DIR: createSkills(stage.space, count) },
    })
    const sides = { ours: sideOf(300), floor: sideOf(20) }
    const rounds = { counted: 15, warmUp: 2 }
    const pair = await alternate(rounds, side => timeToFirstRequest(sides[side], stage))
    const row = compare('spawn to first request, 300 skills beside 20', pair, { show: ms })
    return [{ ...row, target: '≤ 10 ms more', verdict: judge(pair.ours - pair.floor, 10) }]
  },
}

const servers: Measure = {
  name: 'ten servers',
  async take({ contest, stage }) {
    const file = createServers(stage.space)
    const { args } = contest.ours
    const sides = { ours: { ...contest.ours, args: [...args, '--mcp-config', file] }, floor: contest.ours }
    // The first round starts them, to learn what they offer; from then on nothing is started.
    const rounds = { counted: 15, warmUp: 2 }
    const pair = await alternate(rounds, side => timeToFirstRequest(sides[side], stage))
    const row = compare('spawn to first request, ten MCP servers beside none', pair, { show: ms })
    return [{ ...row, target: '≤ 15 ms more', verdict: judge(pair.ours - pair.floor, 15) }]
  },
}

const MEASURES: readonly Measure[] = [
  startUp,
  firstRequest,
  { name: 'first request by protocol', take: takeProtocols },
  remembering,
  manySkills,
  servers,
  perTurn,
  growing,
  longSession,
  ...GAP_MEASURES,
  scriptCalls,
  sandbox,
  verdicts,
  search,
  history,
  memory,
  tenAgents,
  servedSessions,
  pagePaint,
  ...SESSION_MEASURES,
  { name: 'file index', take: fileIndexRows },
  { name: 'code map', take: ({ root }) => codeMapRows(root) },
  codeEdits,
  ...TERMINAL_MEASURES,
]
