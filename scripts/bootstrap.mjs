// From a bare checkout to a built program. Runs on the machine's own Node (20 or newer): built-in modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { missingPackages, thisMachine } from './lock-satisfied.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
process.chdir(root)

const fail = message => {
  process.stderr.write(`bootstrap: ${message}\n`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`needs Node 20.19 or newer, this is ${process.versions.node}`)

const isSatisfied = () => {
  try {
    const [lock, installed] = ['package-lock.json', join('node_modules', '.package-lock.json')].map(path =>
      JSON.parse(readFileSync(path, 'utf8')),
    )
    return missingPackages({ lock, installed, root, machine: thisMachine() }).length === 0
  } catch {
    return false
  }
}

const install = () => {
  const wanted = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const stamp = join('node_modules', '.capstan-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (isSatisfied()) return writeFileSync(stamp, wanted)
  process.stderr.write('bootstrap: installing dependencies (once)\n')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) fail("'npm ci' failed; its own message is above")
  writeFileSync(stamp, wanted)
}

/** The private runtime when it was installed, else the Node that runs this. */
const runtime = () => {
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
  for (const name of names) {
    const binary = join('node_modules', name, 'bin', 'node')
    if (existsSync(binary)) return binary
  }
  if (major < 22)
    fail('the private runtime is missing (optional packages omitted?) and this Node is older than 22')
  return process.execPath
}

install()
const build = spawnSync(runtime(), ['scripts/build.mjs', ...process.argv.slice(2)], {
  stdio: ['ignore', 2, 2],
})
process.exit(build.status ?? 1)
