// The end-to-end tests with the native program of this machine, as `npm run build:native` left it: all of them, or those
// below the paths given. Tests of the npm package, of how Node loads it and of how fast it is are not about this program.
import { spawnSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const NOT_NATIVE = ['bench-*', 'package', 'packaging', 'start-compiled', 'update']

const platform = process.platform === 'win32' ? 'windows' : process.platform
const built = resolve(`dist/native/capstan-${platform}-${process.arch}`)
if (!existsSync(built)) throw new Error(`${built} is missing: run "npm run build:native" first`)
// Under the name that people give it.
const program = resolve('dist/native/installed/capstan')
mkdirSync(join(program, '..'), { recursive: true })
rmSync(program, { force: true })
linkSync(built, program)

const paths = process.argv.slice(2)
const without = NOT_NATIVE.flatMap(name => ['--exclude', `test/e2e/${name}.test.ts`])
const { status } = spawnSync(
  'vitest',
  ['run', '--no-isolate', ...without, ...(paths.length === 0 ? ['test/e2e'] : paths)],
  { stdio: 'inherit', env: { ...process.env, CAPSTAN_TEST_PROGRAM: program } },
)
process.exitCode = status ?? 1
