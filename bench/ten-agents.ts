import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveScenario } from '../src/features/models/scripted/server.ts'
import { median } from './statistics.ts'
import { judge, type Row } from './table.ts'

const TURNS = 20
const MODEL_MS = 200
const MANY = 10
const ROUNDS = 3

/** One run with so many agents side by side: from start to end, and the peak of its memory. */
interface AgentRun {
  readonly ms: number
  readonly peakMb: number
}

/** Every agent reads another file in each turn, and the model takes its time for each reply. */
const scenarioOf = (agents: number) => ({
  replies: [
    {
      tools: Array.from({ length: agents }, (_, at) => ({
        name: 'Agent',
        input: { description: `part ${at}`, prompt: `PART ${at}`, name: `part-${at}` },
      })),
      when: { lastUserText: 'GO' },
    },
    { text: 'All parts are done.', when: { toolResult: { tool: 'Agent' } } },
    ...Array.from({ length: TURNS - 1 }, (_, turn) => ({
      tool: { name: 'Read', input: { file_path: `f${turn}.txt` } },
      at: [MODEL_MS],
      times: agents,
    })),
    { text: 'My part is done.', at: [MODEL_MS], times: agents },
  ],
})

const runOnce = async (root: string, agents: number): Promise<AgentRun> => {
  const home = mkdtempSync(join(tmpdir(), 'capstan-agents-'))
  for (let at = 0; at < TURNS; at++) writeFileSync(join(home, `f${at}.txt`), `file ${at}\n`)
  const server = await serveScenario(scenarioOf(agents))
  try {
    const began = performance.now()
    const child = spawn(join(root, 'bin', 'capstan'), ['-p', '--', 'GO'], {
      cwd: home,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: 'sk-x',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    let peakMb = 0
    const sampler = setInterval(() => {
      peakMb = Math.max(peakMb, peakOf(child.pid))
    }, 50)
    const code = await new Promise(resolve => child.on('close', resolve))
    clearInterval(sampler)
    if (code !== 0) throw new Error(`capstan ended with ${String(code)}`)
    const requests = agents * TURNS + 2
    if (server.requests.length !== requests)
      throw new Error(`${server.requests.length} requests instead of ${requests}`)
    return { ms: performance.now() - began, peakMb }
  } finally {
    await server.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const peakOf = (pid: number | undefined): number => {
  try {
    const [, kb = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kb) / 1024
  } catch {
    // It has ended, or the system does not tell.
    return 0
  }
}

/** Agents side by side beside one: they wait for the model together, and each costs little. */
export const tenAgents = {
  name: 'ten agents',
  async take({ root }: { readonly root: string }): Promise<readonly Row[]> {
    const one: AgentRun[] = []
    const many: AgentRun[] = []
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await runOnce(root, 1))
      many.push(await runOnce(root, MANY))
    }
    const ms = (runs: readonly AgentRun[]): number => median(runs.map(run => run.ms))
    const peak = (runs: readonly AgentRun[]): number => median(runs.map(run => run.peakMb))
    const ratio = ms(many) / ms(one)
    const each = (peak(many) - peak(one)) / (MANY - 1)
    return [
      {
        what: `${MANY} agents of ${TURNS} turns beside one (model delay ${MODEL_MS} ms)`,
        ours: `${ms(many).toFixed(0)} ms`,
        floor: `${ms(one).toFixed(0)} ms (one)`,
        ratio: `${ratio.toFixed(2)} ×`,
        target: '≤ 1.5 ×',
        verdict: judge(ratio, 1.5),
      },
      {
        what: 'the same, memory of each further agent',
        ours: `${each.toFixed(1)} MB`,
        floor: '',
        ratio: '',
        target: '≤ 5 MB',
        verdict: judge(each, 5),
      },
    ]
  },
}
