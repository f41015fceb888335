// Installs VS Code, as code-server packs it for npm, for the tests of the extension: `node scripts/install-code-server.mjs
// [<folder>]` (default: test/clients/vscode/node_modules, where the tests look). Only the editor itself, whose packages its
// own lock file pins; what needs a compiler is its terminal and its log.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const PACKAGE = 'code-server@4.100.3'
const COMPILED = ['node-pty', '@vscode/spdlog', 'native-watchdog']

const target = join(resolve(process.argv[2] ?? 'test/clients/vscode/node_modules'), 'code-server')
const editor = join(target, 'lib/vscode')
if (existsSync(join(editor, 'node_modules/node-pty/build'))) process.exit(0)

const run = (command, args, cwd) => {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 2, 2] })
  if (status === 0) return
  process.stderr.write(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}\n`)
  process.exit(1)
}

const work = mkdtempSync(join(tmpdir(), 'code-server-'))
try {
  mkdirSync(target, { recursive: true })
  run('npm', ['pack', PACKAGE, '--ignore-scripts', '--pack-destination', work])
  const [tarball = ''] = readdirSync(work)
  run('tar', ['-xzf', join(work, tarball), '-C', target, '--strip-components=1', 'package/lib/vscode'])
  run('npm', ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], editor)
  run('npm', ['rebuild', '--ignore-scripts=false', ...COMPILED], editor)
} finally {
  rmSync(work, { recursive: true, force: true })
}
