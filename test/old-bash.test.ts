import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderBash } from '../src/cli/completion/bash.ts'
import { makePlainGit } from '../src/features/shell/plain-git.ts'
import { shellScript } from '../src/features/shell/shell-script.ts'
import { WATCH_SCRIPT } from '../src/lib/process/watch-script.ts'
import { tmpDir } from './support/tmp-dir.ts'

/** What came after bash 3.2, which is the bash of macOS, and fails there or says something else. */
const NEWER: readonly RegExp[] = [
  /\b(?:source|\.) <\(/,
  /[^|]\|&/,
  /&>>/,
  /\$\{\w+(?:\[[^\]]*\])?(?:,|\^|@[A-Za-z]\})/,
  /\b(?:declare|local|typeset) -\w*[Ang]/,
  /\b(?:mapfile|readarray|coproc)\b/,
  /\bprintf -v \w+\[/,
  /\[\[ -v /,
  /\bread -\w*N\b/,
  /;;?&/,
  /\bglobstar\b|\binherit_errexit\b|\blastpipe\b/,
  /\$\{\w+: -\d/,
]

/** Everything that this program gives to a bash, or to a shell that is one. */
const written = async (directory: string): Promise<Readonly<Record<string, string>>> => {
  const run = {
    command: 'echo a',
    directoryFile: '/o/1.cwd',
    environment: { plain: { A: '1' }, hardened: { PATH: '/bin' }, gitDirectory: '/g' },
    lockLimit: '1234',
    memoryKb: 1000,
    snapshotFile: '/o/s.sh',
    exportsFile: '/o/e.sh',
  }
  const place = makePlainGit(directory, '/bin/bash')
  return {
    plain: shellScript({ ...run, hardened: false }),
    hardened: shellScript({ ...run, hardened: true }),
    marked: shellScript({ ...run, hardened: [{ at: 0, how: 'program' }] }),
    git: readFileSync(join(place, 'git'), 'utf8'),
    npm: readFileSync(join(place, 'npm'), 'utf8'),
    watch: WATCH_SCRIPT,
    start: readFileSync(join(import.meta.dirname, '../bin/capstan'), 'utf8'),
    completion: await renderBash(),
    snapshot: readFileSync(join(import.meta.dirname, '../src/features/shell/shell-snapshot.ts'), 'utf8'),
  }
}

test('what is written for a shell says nothing that only a newer bash knows', async () => {
  await using tmp = tmpDir()
  const found = Object.entries(await written(tmp.path)).flatMap(([name, text]) =>
    NEWER.flatMap(pattern => {
      const hit = pattern.exec(text)
      return hit ? [`${name}: ${hit[0]}`] : []
    }),
  )
  expect(found).toEqual([])
})

test.each(['source <(x)', 'a |& b', 'a &>> b', 'echo ${x,,}', 'local -A map', 'mapfile -t a', '[[ -v x ]]'])(
  'and `%s` would be seen',
  text => {
    expect(NEWER.some(pattern => pattern.test(text))).toBe(true)
  },
)

const OLD = process.env['CAPSTAN_OLD_BASH']
test.skipIf(OLD === undefined)('a bash 3.2, where CAPSTAN_OLD_BASH names one, can read it', async () => {
  await using tmp = tmpDir()
  const { snapshot: _, ...scripts } = await written(tmp.path)
  for (const text of Object.values(scripts))
    expect(execFileSync(OLD ?? '', ['--noprofile', '--norc', '-n'], { input: text, encoding: 'utf8' })).toBe(
      '',
    )
})
