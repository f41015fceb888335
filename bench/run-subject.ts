import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clock } from './clock.ts'
import type { ModelProcess } from './model-process.ts'
import type { Observed, Plan } from './plan.ts'
import type { Workspace } from './workspace.ts'

/** A program under measurement. */
export interface Subject {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** Further variables. */
  readonly env?: Readonly<Record<string, string>>
}

export const floorAgent: Subject = {
  name: 'floor',
  command: process.execPath,
  args: [fileURLToPath(new URL('./floor-agent.mjs', import.meta.url)), 'hi'],
}

/** The same on node:http, taken so that nothing of fetch is loaded: not how one writes, but the real bottom. */
export const leanFloorAgent: Subject = {
  ...floorAgent,
  name: 'lean floor',
  args: [...floorAgent.args, 'lean'],
}

/** @param root the installation: the directory with bin/ and dist/ in it */
export const capstanAt = (root: string): Subject => ({
  name: 'capstan',
  command: join(root, 'bin', 'capstan'),
  args: ['-p', 'hi'],
})

/** What one run needs. */
export interface Stage {
  readonly model: ModelProcess
  readonly space: Workspace
}

export interface Run extends Observed {
  /** clock() just before the process was made. */
  readonly spawned: number
  /** Only of a run with that probe. */
  readonly peakKb?: number
  /** Likewise. */
  readonly codeBytes?: number
}

/** Preloaded into a program, each leaves behind what it saw. */
const PROBES = {
  usage: new URL('./usage-probe.cjs', import.meta.url),
  code: new URL('./code-probe.cjs', import.meta.url),
}

type Probe = keyof typeof PROBES

const TIME_LIMIT_MS = 180_000

/** One run of a subject through a plan. Throws when the program fails or does not do what the plan asks. */
export const runSubject = async (
  subject: Subject,
  { model, space }: Stage,
  how: { readonly plan: Plan; readonly probe?: Probe },
): Promise<Run> => {
  await model.play(how.plan)
  const usageFile = join(space.home, 'usage.json')
  const { spawned, code, errors } = await start(
    subject,
    space,
    {
      PATH: process.env['PATH'],
      HOME: space.home,
      CAPSTAN_CONFIG_DIR: join(space.home, 'config'),
      // The conversation of the long runs is larger than a window; what shortening it costs is another question.
      DISABLE_AUTO_COMPACT: '1',
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'bench',
      ...subject.env,
      ...(how.probe ? probeEnvironment(how.probe, usageFile) : {}),
    },
    pid => model.watch(pid),
  )
  const observed = await model.report()
  const faults = [...observed.faults, ...(code === 0 ? [] : [`exit code ${code}: ${errors.slice(0, 500)}`])]
  if (faults.length > 0) throw new Error(`${subject.name}: ${faults.join('; ')}`)
  return { ...observed, spawned, ...(how.probe ? takeUsage(usageFile) : {}) }
}

const probeEnvironment = (probe: Probe, usageFile: string) => ({
  NODE_OPTIONS: `--require ${fileURLToPath(PROBES[probe])}`,
  BENCH_USAGE: usageFile,
})

const takeUsage = (file: string): Pick<Run, 'peakKb' | 'codeBytes'> => {
  if (!existsSync(file)) return {}
  const usage = JSON.parse(readFileSync(file, 'utf8')) as Pick<Run, 'peakKb' | 'codeBytes'>
  rmSync(file)
  return usage
}

const start = (
  subject: Subject,
  space: Workspace,
  env: NodeJS.ProcessEnv,
  onPid: (pid: number) => void,
): Promise<{ spawned: number; code: number | null; errors: string }> =>
  new Promise((resolve, reject) => {
    const spawned = clock()
    const child = spawn(subject.command, subject.args, {
      cwd: space.project,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: TIME_LIMIT_MS,
    })
    if (child.pid !== undefined) onPid(child.pid)
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', text => (errors += text))
    child.on('error', reject)
    child.on('close', code => resolve({ spawned, code, errors }))
  })
