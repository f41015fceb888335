// Installs what only tests use and npm can bring: real MCP servers, the public conformance suite, public programs that
// drive this one or read its sessions, servers that speak for models and take telemetry. They lie apart from the
// program's own packages and stay until their lock file changes. Where they cannot be had, one line says so.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const directory = process.argv[2] ?? join(import.meta.dirname, '..', 'test', 'servers')
const lock = readFileSync(join(directory, 'package-lock.json'), 'utf8')
const stamp = join(directory, 'node_modules', '.stamp')
if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) process.exit(0)

process.stderr.write('installing the servers that tests use (once)\n')
const { status, stderr, error } = spawnSync(
  'npm',
  [
    ...['ci', '--prefix', directory, '--ignore-scripts', '--omit=optional', '--prefer-offline'],
    ...['--no-audit', '--no-fund', '--loglevel=error'],
    // Without a network npm would try for minutes.
    ...['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
  ],
  { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', shell: process.platform === 'win32' },
)
if (status === 0) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, lock)
} else {
  const why =
    /^npm error (?!code |syscall |errno |type |A complete log)(.+)$/m.exec(stderr ?? '')?.[1] ??
    error?.message
  process.stderr.write(`the servers that tests use could not be installed (${why ?? 'npm failed'})\n`)
}
process.exit(status ?? 1)
