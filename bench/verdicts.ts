import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { LONG_LINES } from './long-lines.ts'
import type { Pair } from './measures.ts'
import { median } from './statistics.ts'
import { createJudge } from './verdict-judge.ts'

/** Everyday commands, looks and others, one a line. */
const EVERYDAY = [
  ...[
    'git status -s',
    'git log --oneline -10',
    'git diff HEAD -- src/app.ts',
    'ls -la src',
    'cat package.json',
  ],
  ...['grep -rn "TODO" src --include="*.ts" | head -20', "find . -name '*.ts' -not -path '*/node_modules/*'"],
  ...[
    "sed -n '1,80p' src/app.ts",
    "awk -F, '{print $1}' data.csv | sort | uniq -c",
    'npm test',
    'npm run build',
  ],
  ...['cd docs && ls', 'echo "branch: $(git branch --show-current)"', '[[ -f package.json ]] && echo yes'],
  ...['git add -A && git commit -m "x"', 'rm -rf dist && mkdir dist', 'FOO=1 make -j4 2>&1 | tee out.log'],
]
/** What one verdict takes, beside what the bare parse of the same text takes. */
export interface VerdictTimes {
  readonly everyday: Pair
  readonly worst: Pair
}

/** How often each long line is judged, each time in a process of its own: the best counts, which the host disturbed least. */
const STARTS = 5
const FIRST_VERDICT = fileURLToPath(new URL('./first-verdict.ts', import.meta.url))

/** The first verdict of a process, which has loaded its modules and judged `true`; nothing else is warm. */
const timeFirst = async (line: number, rules: number, directory: string): Promise<Pair> => {
  const times: Pair[] = []
  for (let start = 0; start < STARTS; start += 1) {
    const args = [FIRST_VERDICT, directory, String(line), String(rules)]
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
    const [ours = Number.NaN, floor = Number.NaN] = stdout.split(' ').map(Number)
    times.push({ ours, floor })
  }
  return { ours: Math.min(...times.map(one => one.ours)), floor: Math.min(...times.map(one => one.floor)) }
}

export const timeVerdicts = async (directory: string): Promise<VerdictTimes> => {
  mkdirSync(directory, { recursive: true })
  const { judge, parse } = await createJudge(directory, 0)
  let worst: Pair = { ours: 0, floor: 0 }
  for (const line of LONG_LINES.keys())
    for (const rules of [0, 200]) {
      const taken = await timeFirst(line, rules, directory)
      if (!(taken.ours <= worst.ours)) worst = taken
    }
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < 20; round += 1)
    for (const text of EVERYDAY) {
      ours.push(await judge(text))
      floor.push(parse(text))
    }
  return { everyday: { ours: median(ours), floor: median(floor) }, worst }
}
