// The end-to-end tests with the native program of this machine, as `npm run build:native` left it: all of them, or those
// below the paths given, or with --sample some of each kind. Tests of the npm package, of how Node loads it and of how fast it is are not about this program.
import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const NOT_NATIVE = ['bench-*', 'package', 'native-package', 'packaging', 'start-compiled', 'update']

/** What differs between the runtimes: files and processes, the terminal, sockets and servers, threads, signals, streams. */
const SAMPLE = [
  'tools',
  'tools-background',
  'read-pdf',
  'mcp-host',
  'serve',
  'signals',
  'stdin',
  'host',
  'start-up',
  'command-line',
  'demo',
  'hooks',
  'killed',
  'tui/input-early',
  'tui/screen-signals',
]

const built = resolve(`dist/native/capstan-${process.platform}-${process.arch}`)
if (!existsSync(built)) throw new Error(`${built} is missing: run "npm run build:native" first`)
// Under the name that people give it.
const program = resolve('dist/native/installed/capstan')
mkdirSync(join(program, '..'), { recursive: true })
rmSync(program, { force: true })
linkSync(built, program)

const words = process.argv.slice(2)
const paths = words.includes('--sample') ? SAMPLE.map(name => `test/e2e/${name}.test.ts`) : words
const without = NOT_NATIVE.flatMap(name => ['--exclude', `test/e2e/${name}.test.ts`])
const { status } = spawnSync(
  'vitest',
  ['run', '--no-isolate', ...without, ...(paths.length === 0 ? ['test/e2e'] : paths)],
  { stdio: 'inherit', env: { ...process.env, CAPSTAN_TEST_PROGRAM: program } },
)
process.exitCode = status ?? 1
