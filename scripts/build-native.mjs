// Makes the native program, one file that holds everything: `npm run build:native [-- <target> …]`, into dist/native.
// Targets: linux-arm64, linux-x64, darwin-arm64, darwin-x64; this machine's when none is named. None for Windows: the
// program refuses to run there (docs/windows.md).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { BUNDLE, SHARED } from './bundle-options.mjs'
import { LATE, layOutChunks } from './early-chunks.mjs'
import { BUN, fetchBun, HERE } from './fetch-bun.mjs'
import { lateBuiltins } from './late-builtins.mjs'
import { lazyCommands } from './lazy-commands.mjs'
import { lazyCommandRows, lazyModules } from './lazy-modules.mjs'
import { layoutInFile, librariesInside, oneValidator, sourceInside, zodInEnglish } from './lean-libraries.mjs'
import { leanRuntime } from './lean-runtime.mjs'
import { settingSources } from './setting-words.mjs'

const TARGETS = ['linux-arm64', 'linux-x64', 'darwin-arm64', 'darwin-x64']
const OUT = resolve('dist/native')

const wanted = process.argv.slice(2)
const unknown = wanted.find(target => !TARGETS.includes(target))
if (unknown) throw new Error(`${unknown} is no target; these are: ${TARGETS.join(', ')}`)

/** Changes with whatever it is made of. */
const stamp = createHash('sha256')
for (const file of [
  'dist/.stamp',
  'CHANGELOG.md',
  ...[
    'build-native',
    'early-chunks',
    'fetch-bun',
    'late-builtins',
    'lazy-modules',
    'lean-libraries',
    'lean-runtime',
    'one-language',
    'setting-words',
  ].map(name => `scripts/${name}.mjs`),
])
  stamp.update(readFileSync(file))
const state = stamp.update(BUN).digest('hex')
const stampOf = target => join(OUT, `.stamp-${target}`)
const isBuilt = target =>
  existsSync(fileOf(target)) && existsSync(stampOf(target)) && readFileSync(stampOf(target), 'utf8') === state
const missing = (wanted.length === 0 ? [HERE] : wanted).filter(target => !isBuilt(target))
if (missing.length === 0) process.exit(0)

/** Native libraries cannot be inside: they are taken from beside the program, and where they are missing do without. */
const beside = {
  name: 'beside',
  setup(builder) {
    builder.onResolve(
      { filter: /^(?:sharp|@napi-rs\/keyring|@vscode\/ripgrep|@lydell\/node-pty)$/ },
      ({ path }) => ({
        path,
        namespace: 'beside',
      }),
    )
    builder.onLoad({ filter: /./, namespace: 'beside' }, ({ path }) => ({
      contents: path === '@vscode/ripgrep' ? RIPGREP : libraryOf(path),
    }))
  },
}

const RIPGREP = `
const { existsSync } = process.getBuiltinModule('node:fs')
const { createRequire } = process.getBuiltinModule('node:module')
const { dirname, join } = process.getBuiltinModule('node:path')
const beside = join(dirname(process.execPath), 'rg')
export const rgPath = existsSync(beside) ? beside : createRequire(process.execPath)('@vscode/ripgrep').rgPath
`

const libraryOf = name => `
const { createRequire } = process.getBuiltinModule('node:module')
const library = createRequire(process.execPath)(${JSON.stringify(name)})
export default library
export const { AsyncEntry } = library
`

/** Its version is all that some ask for. A thread begins where the program does, and each looks whether it is meant. */
const ENTRY = `
const [, , first, second] = process.argv
if (second === undefined && (first === '--version' || first === '-v')) console.log(CAPSTAN_VERSION + ' (Capstan)')
else if (Bun.isMainThread) {
  globalThis.CAPSTAN_ZONE_FILE = process.env.TZ ? undefined : '/etc/localtime'
  void import('later:./src/cli/main.ts').then(module => module.$().main())
  setTimeout(() => Bun.unsafe.setJITPolicy?.(1), 300).unref()
}
else {
  void import('later:./src/features/tools/read/pdf-worker.ts').then(module => module.$())
  void import('later:./src/lib/script-engine/engine-worker.ts').then(module => module.$())
  void import('later:./src/features/code-map/code-worker.ts').then(module => module.$())
}
`

/** What leads to the first request is in one piece. */
const CORE = ['src/cli/main.ts', 'src/cli/run.ts', 'src/features/models/protocols/fetched-route.ts']

const staging = mkdtempSync(join(tmpdir(), 'capstan-native-'))
try {
  const bundle = join(staging, 'bundle')
  const options = await BUNDLE(staging)
  const commands = await lazyCommands({ options: SHARED, staging, write: lazyCommandRows })
  const plain = await lazyCommands({ options: SHARED, staging })
  const rows = await settingSources({ options: SHARED, staging })
  const lazy = await lazyModules({
    options: { ...options, plugins: [beside, plain] },
    roots: CORE,
    source: 'src',
    sourceOf: path => rows(path) ?? sourceInside(path),
  })
  const layout = layoutInFile(`${LATE}/yoga.wasm`, wasm => writeFileSync(join(staging, 'yoga.wasm'), wasm))
  const { metafile } = await build({
    ...options,
    metafile: true,
    define: { ...options.define, ...embedded() },
    banner: {},
    stdin: {
      contents: ENTRY,
      resolveDir: '.',
      sourcefile: 'entry.mjs',
    },
    outdir: bundle,
    splitting: true,
    external: [],
    plugins: [beside, commands, lazy, lateBuiltins, oneValidator, layout, zodInEnglish, librariesInside],
    entryNames: 'capstan',
    chunkNames: 'chunk/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
  })
  mkdirSync(OUT, { recursive: true })
  const laidOut = join(staging, 'laid-out')
  const entry = relative('.', join(bundle, 'capstan.mjs'))
  const chunks = layOutChunks({ outputs: metafile.outputs, entry, out: laidOut })
  copyFileSync(join(staging, 'yoga.wasm'), join(laidOut, LATE, 'yoga.wasm'))
  for (const target of missing) compile(laidOut, chunks, target)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

/** The page and the changelog, which would lie beside the program. */
function embedded() {
  const paths = readdirSync('dist/web', { recursive: true }).map(String)
  const files = paths.filter(path => statSync(join('dist/web', path)).isFile())
  const page = files.map(path => [`/${path}`, readFileSync(join('dist/web', path), 'latin1')])
  return {
    // A text and not an object: that would be put where the whole program begins.
    CAPSTAN_PAGE: JSON.stringify(
      brotliCompressSync(JSON.stringify(Object.fromEntries(page))).toString('base64'),
    ),
    CAPSTAN_CHANGELOG: JSON.stringify(readFileSync('CHANGELOG.md', 'utf8')),
  }
}

function fileOf(target) {
  return join(OUT, `capstan-${target}`)
}

function compile(folder, chunks, target) {
  const bun = fetchBun(HERE)
  const out = fileOf(target)
  const runtime = join(staging, `bun-${target}`)
  leanRuntime(fetchBun(target), runtime)
  rmSync(stampOf(target), { force: true })
  const args = [
    'build',
    '--compile',
    '--bytecode',
    '--minify',
    // Each part in a piece of its own: what a run does not need is not read.
    '--splitting',
    '--format=esm',
    // Hardly anything is called twice before the first request: compiling it waits until the entry says so.
    '--compile-jit-policy=4',
    // Files of the directory it is started in are not its own: they must not be read as settings, let alone run.
    '--no-compile-autoload-dotenv',
    '--no-compile-autoload-bunfig',
    // Libraries beside the program are found as their package.json says. It is read for what is loaded, not for where one is.
    '--compile-autoload-package-json',
    '--compile-executable-path',
    runtime,
    ...(target === HERE ? [] : [`--target=bun-${target}`]),
    // They find each other when the program runs.
    '--external=./*.js',
    `--external=./${LATE}/*`,
    `--asset=${LATE}`,
    ...chunks,
    '--outfile',
    out,
  ]
  const made = spawnSync(bun, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, HOME: staging } })
  if (made.status !== 0) throw new Error(`${target}: ${made.stderr}${made.stdout}`)
  writeFileSync(stampOf(target), state)
  process.stdout.write(`${out} ${(statSync(out).size / 1024 / 1024).toFixed(0)} MB\n`)
}
