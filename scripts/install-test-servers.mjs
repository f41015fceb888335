// Installs the real MCP servers and the public conformance suite that tests talk to, apart from the program's own packages.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = join(import.meta.dirname, '..', 'test', 'servers')
const lock = readFileSync(join(directory, 'package-lock.json'), 'utf8')
const stamp = join(directory, 'node_modules', '.stamp')
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0)
const { status } = spawnSync(
  'npm',
  ['ci', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  { stdio: 'inherit' },
)
if (status === 0) writeFileSync(stamp, lock)
process.exit(status ?? 1)
