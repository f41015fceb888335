import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PlantedChange } from './corpus.ts'

interface Shown {
  readonly file: string
  readonly line: number
  readonly title: string
}

export interface Score {
  readonly change: PlantedChange
  /** The planted fault is among what was shown. */
  readonly found: boolean
  /** What else was shown. */
  readonly alarms: readonly Shown[]
  readonly usd: number
  /** It did not come to an end. */
  readonly problem?: string
}

/** Lines so near are the same place. */
const NEAR = 3

/** So many of a list, the same ones for one seed. */
export const chooseSome = <T>(all: readonly T[], count: number, seed: number): readonly T[] => {
  const rest = [...all]
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: Math.min(count, all.length) }, () =>
    rest.splice(Math.floor(next() * rest.length), 1),
  ).flat()
}

/** A repository with two branches: main, and the change on top of it. */
export const putChange = (
  directory: string,
  { before, after }: Pick<PlantedChange, 'before' | 'after'>,
): void => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      cwd: directory,
      encoding: 'utf8',
    })
  const put = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true })
      writeFileSync(join(directory, name), text)
    }
    git('add', '-A')
  }
  git('init', '-q', '-b', 'main')
  put(before)
  git('commit', '-qm', 'Begin', '--allow-empty')
  git('checkout', '-qb', 'work')
  put(after)
  git('commit', '-qm', 'Change')
}

/** Has one change reviewed by the program, and holds what is shown against what was planted. */
export const reviewOne = async (
  change: PlantedChange,
  program: readonly string[],
  flags: readonly string[],
): Promise<Score> => {
  const directory = mkdtempSync(join(tmpdir(), 'change-'))
  try {
    putChange(directory, change)
    const args = [...program.slice(1), 'review', 'main', '--format', 'json', '--fail-on', 'never', ...flags]
    const { stdout, stderr } = await run(program[0] ?? 'capstan', args, directory)
    if (stdout.trim() === '') return { change, found: false, alarms: [], usd: 0, problem: stderr.slice(-500) }
    const { findings, usd } = JSON.parse(stdout) as {
      readonly findings: readonly Shown[]
      readonly usd: number
    }
    const isPlanted = ({ file, line }: Shown): boolean =>
      change.bug?.file === file && Math.abs(change.bug.line - line) <= NEAR
    return {
      change,
      found: findings.some(isPlanted),
      alarms: findings.filter(finding => !isPlanted(finding)),
      usd,
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

const run = async (
  file: string,
  args: readonly string[],
  cwd: string,
): Promise<{ readonly stdout: string; readonly stderr: string }> =>
  await new Promise((resolve, reject) => {
    const child = spawn(file, [...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (stdout += piece))
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (stderr += piece))
    child.on('error', reject).on('close', () => resolve({ stdout, stderr }))
  })

/** A line for each change, then what it all came to. */
export const scoreText = (scores: readonly Score[]): string => {
  const planted = scores.filter(({ change }) => change.bug)
  const alarms = scores.reduce((sum, one) => sum + one.alarms.length, 0)
  const usd = scores.reduce((sum, one) => sum + one.usd, 0)
  return [
    ...scores.map(({ change, found, alarms: others, usd: cost, problem }) => {
      const verdict = problem ?? (change.bug ? (found ? 'found' : 'MISSED') : 'clean')
      const more = others.map(({ file, line, title }) => `\n    alarm ${file}:${line} ${title}`).join('')
      return `${change.name}  ${change.bug?.by ?? '–'}  ${verdict}  $${cost.toFixed(4)}${more}`
    }),
    `found ${planted.filter(({ found }) => found).length} of ${planted.length}, ${alarms} false alarms, $${usd.toFixed(4)}`,
  ].join('\n')
}
