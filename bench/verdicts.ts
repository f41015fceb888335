import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createPermissions } from '../src/features/permissions/permissions.ts'
import { loadShellReader } from '../src/lib/shell/lower.ts'
import type { Policy } from '../src/protocol/permission.ts'
import { clock } from './clock.ts'
import type { Pair } from './measures.ts'
import { median } from './statistics.ts'

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
const fill = (piece: string): string => piece.repeat(Math.ceil(9_990 / piece.length)).slice(0, 9_990)
/** Lines of 10 KB, each of which makes another part of the check work hard. */
const LONGEST = [
  ...[
    `ls ${fill('a ')}`,
    `cat ${fill('a/b/c/d ')}`,
    `cat ${fill('a/')}`,
    fill('ls;'),
    `echo ${fill('$(ls)')}`,
  ],
  ...[`echo ${fill('{a,b} ')}`, `cat ${fill('*a* ')}`, `${fill('sudo ')}ls`, `${fill('watch ')}ls`],
  ...[
    `sed -n '${fill('p;')}' a.txt`,
    `rm -rf ${fill('$X/ ')}`,
    `echo ${'$('.repeat(3_000)}ls${')'.repeat(3_000)}`,
  ],
]

const policyIn = (cwd: string): Policy => ({
  mode: 'default',
  rules: [
    { text: 'Bash(npm run:*)', behavior: 'allow', source: 'user', anchor: cwd },
    { text: 'Bash(git push:*)', behavior: 'deny', source: 'user', anchor: cwd },
    { text: 'Read(secrets/**)', behavior: 'deny', source: 'user', anchor: cwd },
  ],
  roots: [cwd],
  cwd,
  home: join(cwd, '..'),
  caseSensitive: true,
})

/** What one verdict takes, beside what the bare parse of the same text takes. */
export interface VerdictTimes {
  readonly everyday: Pair
  readonly worst: Pair
}

export const timeVerdicts = async (directory: string): Promise<VerdictTimes> => {
  mkdirSync(directory, { recursive: true })
  const permissions = createPermissions()
  const policy = policyIn(directory)
  const read = await loadShellReader()
  const judge = async (command: string): Promise<number> => {
    const began = clock()
    await permissions.judge(
      { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] },
      policy,
    )
    return clock() - began
  }
  const parse = (command: string): number => {
    const began = clock()
    read(command)
    return clock() - began
  }
  await judge('true')
  const worst = { ours: 0, floor: 0 }
  for (const text of LONGEST) {
    worst.ours = Math.max(worst.ours, await judge(text))
    worst.floor = Math.max(worst.floor, parse(text))
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
