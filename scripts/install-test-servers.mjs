// Installs the real MCP servers, the public conformance suite and the public programs that drive this one, for tests only, apart from the program's own packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '..', 'test', 'servers')
const lock = readFileSync(join(directory, 'package-lock.json'), 'utf8')
const stamp = join(directory, 'node_modules', '.stamp')
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0)
const { status } = spawnSync(
  'npm',
  [
    'ci',
    '--prefix',
    directory,
    '--ignore-scripts',
    '--omit=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ],
  { stdio: 'inherit' },
)
if (status === 0) writeFileSync(stamp, lock)
process.exit(status ?? 1)
