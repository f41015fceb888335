// Runs the tests of everything that goes through a shell with bash 3.2, the bash of macOS, in the place of this machine's:
// `npm run test:old-bash -- <sources of bash 3.2, a folder or .tar.gz; or the program> [<tests>]`. Building it needs make,
// bison and a C compiler; putting it there needs Linux and `unshare`. Nothing outside this run sees it.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const TESTS = [
  ...[
    'src/features/shell',
    'src/lib/shell',
    'src/lib/process',
    'src/features/hooks',
    'src/features/tools/bash',
  ],
  ...['tools', 'tools-background', 'background', 'signals', 'hooks', 'sandbox', 'completion', 'demo'].map(
    name => `test/e2e/${name}.test.ts`,
  ),
  ...['parent-environment', 'hardened-environment'].map(name => `test/attacks/${name}.test.ts`),
  'test/old-bash.test.ts',
]

/** It was written for a C that took more for granted. Its generated parser is older than its grammar, so it is made anew. */
const FLAGS = '-O1 -std=gnu89 -w -fcommon -Wno-implicit-function-declaration -Wno-implicit-int'

const run = (command, args, options = {}) => {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2], ...options })
  if (status === 0) return
  process.stderr.write(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}\n`)
  process.exit(1)
}

const build = (sources, work) => {
  const folder = join(work, 'sources')
  if (statSync(sources).isDirectory()) cpSync(sources, folder, { recursive: true })
  else {
    mkdirSync(folder)
    run('tar', ['-xf', sources, '-C', folder, '--strip-components=1'])
  }
  const quiet = { cwd: folder, stdio: ['ignore', 'ignore', 2] }
  run('./configure', ['--without-bash-malloc', '--disable-nls', `CFLAGS=${FLAGS}`], quiet)
  for (const name of ['y.tab.c', 'y.tab.h']) rmSync(join(folder, name), { force: true })
  run('make', ['-j2'], quiet)
  return join(folder, 'bash')
}

const [given, ...tests] = process.argv.slice(2)
if (given === undefined) {
  process.stderr.write('Name the sources of bash 3.2 (a folder or .tar.gz), or the program.\n')
  process.exit(2)
}
const work = mkdtempSync(join(tmpdir(), 'old-bash-'))
try {
  const path = resolve(given)
  const isProgram = !/\.tar(?:\.\w+)?$/.test(path) && !statSync(path).isDirectory()
  const bash = join(work, 'bash')
  copyFileSync(isProgram ? path : build(path, work), bash)
  chmodSync(bash, 0o755)
  const { stdout = '' } = spawnSync(bash, ['-c', 'echo $BASH_VERSION'], { encoding: 'utf8' })
  if (!stdout.startsWith('3.2.')) {
    process.stderr.write(`${path} is not bash 3.2 but ${stdout.trim() || 'no bash'}.\n`)
    process.exit(1)
  }
  const usual = realpathSync('/bin/bash')
  const alone = process.getuid() === 0 ? ['--mount'] : ['--mount', '--map-root-user']
  const inside = ['sh', '-c', 'mount --bind "$1" "$2" && shift 2 && exec "$@"', 'sh', bash, usual]
  const runner = [
    'npx',
    '--no-install',
    'vitest',
    'run',
    '--no-isolate',
    ...(tests.length > 0 ? tests : TESTS),
  ]
  const { status } = spawnSync('unshare', [...alone, ...inside, ...runner], {
    stdio: 'inherit',
    env: { ...process.env, CAPSTAN_OLD_BASH: bash },
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
