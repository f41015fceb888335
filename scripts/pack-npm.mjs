// Makes the packages for npm: `npm run pack:npm [-- <target> …]` writes into dist/packages the package `capstan` and, for
// each target (linux-x64, linux-arm64, darwin-x64, darwin-arm64; this machine's when none is named), `capstan-<target>` with
// its native program, which `npm run build:native -- <target> …` has left. One that is larger than we promise is an error.
// For tests, --programs <folder> takes the programs from there.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fetchBun } from './fetch-bun.mjs'

const TARGETS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const OUT = resolve(process.env.CAPSTAN_PACKAGES ?? 'dist/packages')

/** What docs/install.md says about a download. */
const MOST_BYTES = 60e6

const { values: given, positionals: named } = parseArgs({
  options: { programs: { type: 'string', default: 'dist/native' } },
  allowPositionals: true,
})
const unknown = named.find(target => !TARGETS.includes(target))
if (unknown) throw new Error(`${unknown} is no target; these are: ${TARGETS.join(', ')}`)
const version = readFileSync('VERSION', 'utf8').trim()
const own = JSON.parse(readFileSync('package.json', 'utf8'))

/** What both load from beside themselves. Node comes with npm, and is only needed where there is no native program. */
const LIBRARIES = Object.fromEntries(
  Object.entries(own.optionalDependencies).filter(([name]) => !/^node-/.test(name)),
)

const staging = mkdtempSync(join(tmpdir(), 'capstan-npm-'))
try {
  mkdirSync(OUT, { recursive: true })
  packMain()
  for (const target of named.length === 0 ? [`${process.platform}-${process.arch}`] : named)
    packNative(target)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

/** As `npm pack` has it, but for what brings the native programs. */
function packMain() {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', staging]
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' }))
  execFileSync('tar', ['-xzf', filename], { cwd: staging })
  const { scripts, devDependencies, overrides, allowScripts, ...kept } = own
  const natives = Object.fromEntries(TARGETS.map(target => [`capstan-${target}`, version]))
  // Not in the repository's own package.json: npm would refuse to install a checkout there, where much can be worked on.
  const os = ['!win32']
  describe(join(staging, 'package'), { ...kept, os, optionalDependencies: { ...natives, ...LIBRARIES } })
  write(join(staging, 'package'), `capstan-${version}.tgz`, packed => gzipSync(packed, { level: 9 }))
}

function packNative(target) {
  const [os, cpu] = target.split('-')
  const program = resolve(given.programs, `capstan-${target}`)
  if (!existsSync(program))
    throw new Error(`${program} is missing: run "npm run build:native -- ${target}" first`)
  const folder = join(staging, target, 'package')
  mkdirSync(folder, { recursive: true })
  copyFileSync(program, join(folder, 'capstan'))
  chmodSync(join(folder, 'capstan'), 0o755)
  for (const name of ['VERSION', 'LICENSE']) copyFileSync(name, join(folder, name))
  writeFileSync(
    join(folder, 'README.md'),
    `# capstan-${target}\n\nThe native program of capstan for ${target}. Install \`capstan\`, which brings it.\n`,
  )
  describe(folder, {
    name: `capstan-${target}`,
    version,
    description: `The native program of capstan for ${target}`,
    license: own.license,
    os: [os],
    cpu: [cpu],
    // Another C library can't start it: there capstan runs on Node.
    ...(os === 'linux' ? { libc: ['glibc'] } : {}),
    // Nothing imports it, and package managers that keep files in archives of their own must put it on the disk.
    preferUnplugged: true,
    files: ['capstan', 'VERSION'],
    optionalDependencies: LIBRARIES,
  })
  write(folder, `capstan-${target}-${version}.tgz`, packed => {
    const tarball = packed.length < MOST_BYTES ? gzipSync(packed) : packedTightly(packed)
    if (tarball.length > MOST_BYTES)
      throw new Error(
        `capstan-${target} is ${inMegabytes(tarball)}, more than the ${MOST_BYTES / 1e6} MB that docs/install.md promises: see EARLY in scripts/early-chunks.mjs`,
      )
    return tarball
  })
}

function inMegabytes({ length }) {
  return `${(length / 1e6).toFixed(2)} MB`
}

function describe(folder, about) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
}

/** The same bytes for the same files, whoever packs them and when. */
function write(folder, name, compress) {
  const from = join(folder, '..')
  const flags = ['--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--sort=name', '--format=ustar']
  const args = [...(isGnuTar() ? flags : []), '-cf', 'package.tar', 'package']
  execFileSync('tar', args, { cwd: from })
  const tarball = compress(readFileSync(join(from, 'package.tar')))
  writeFileSync(join(OUT, name), tarball)
  process.stdout.write(`${join(OUT, name)} ${inMegabytes(tarball)}\n`)
}

function isGnuTar() {
  return execFileSync('tar', ['--version'], { encoding: 'utf8' }).includes('GNU')
}

/** Three percent smaller than Node's own, for a minute of work: Bun has a compressor that looks harder. */
function packedTightly(packed) {
  const [from, to] = ['loose', 'tight'].map(name => join(staging, name))
  writeFileSync(from, packed)
  const script = `const { readFileSync, writeFileSync } = require('node:fs')
writeFileSync(${JSON.stringify(to)}, Bun.gzipSync(readFileSync(${JSON.stringify(from)}), { library: 'libdeflate', level: 12 }))`
  const { status, stderr } = spawnSync(fetchBun(), ['-e', script], { cwd: staging, encoding: 'utf8' })
  if (status !== 0) throw new Error(`packing failed: ${stderr}`)
  const tight = readFileSync(to)
  if (!gunzipSync(tight).equals(packed)) throw new Error('packing changed the package')
  return tight
}
