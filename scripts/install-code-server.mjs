// Installs VS Code, as code-server packs it for npm, for the tests of the extension: `node scripts/install-code-server.mjs
// [<folder>]` (default: test/clients/vscode/node_modules, where the tests look). Only the editor itself, whose packages its
// own lock file pins. Only its terminal needs a compiler here; without its compiled log it says so and goes on.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const PACKAGE = 'code-server@4.100.3'

const target = join(resolve(process.argv[2] ?? 'test/clients/vscode/node_modules'), 'code-server')
const editor = join(target, 'lib/vscode')
const terminal = join(editor, 'node_modules/node-pty/build/Release/pty.node')
if (existsSync(terminal)) process.exit(0)

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
  // Whether it is there says more than the exit code: after it was built, a script of it may fail to describe the build.
  spawnSync('npm', ['rebuild', '--ignore-scripts=false', 'node-pty'], {
    cwd: editor,
    stdio: ['ignore', 2, 2],
  })
  if (!existsSync(terminal)) {
    process.stderr.write(`${terminal} was not built: that needs python3, make and a C++ compiler\n`)
    process.exit(1)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
