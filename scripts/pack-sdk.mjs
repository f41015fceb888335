// Makes the package `capstan-sdk` of this repository: `npm run pack:sdk [-- <folder>]` writes its tarball there (default: dist).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const ENTRIES = { index: 'src/sdk/capstan-sdk.ts', testing: 'src/testing/capstan-testing.ts' }
const target = resolve(process.argv[2] ?? 'dist')
const own = JSON.parse(readFileSync('package.json', 'utf8'))
const version = readFileSync('VERSION', 'utf8').trim()

/** Relative imports of a declaration file, in either form. */
const IMPORT = /((?:from|import)\s*\(?\s*['"])(\.[^'"]*?)\.tsx?(['"])/g

const staging = mkdtempSync(join(tmpdir(), 'capstan-sdk-'))
const folder = join(staging, 'package')
try {
  mkdirSync(folder)
  mkdirSync(target, { recursive: true })
  await bundle()
  declare()
  describe()
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', target], { cwd: folder, encoding: 'utf8' }),
  )
  process.stdout.write(`${join(target, packed.filename)}\n`)
} finally {
  rmSync(staging, { recursive: true, force: true })
}

async function bundle() {
  await build({
    entryPoints: ENTRIES,
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    define: { CAPSTAN_VERSION: JSON.stringify(version) },
    external: ['zod', 'sharp', '@vscode/ripgrep', '@napi-rs/keyring', '@lydell/node-pty'],
    banner: {
      js: "const require=n=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(n);",
    },
  })
}

/** Declarations of what the entries export, and of whatever those name. */
function declare() {
  const all = join(staging, 'types')
  const config = join(staging, 'tsconfig.json')
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'))
  writeFileSync(
    config,
    JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        noEmit: false,
        // `npm run check` has looked at them.
        noCheck: true,
        declaration: true,
        emitDeclarationOnly: true,
        rootDir: resolve('src'),
        outDir: all,
        typeRoots: [resolve('node_modules/@types')],
      },
      files: Object.values(ENTRIES).map(file => resolve(file)),
    }),
  )
  // It ends soon: to look for what it could forget, and for what several could do at once, takes half of its time.
  execFileSync(resolve('node_modules/.bin/tsc'), ['-p', config, '--singleThreaded'], {
    stdio: 'inherit',
    env: { ...process.env, GOGC: 'off' },
  })
  const seen = new Set()
  const visit = file => {
    if (seen.has(file)) return
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    const place = join(folder, 'types', relative(all, file))
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, text.replace(IMPORT, '$1$2.js$3'))
    for (const [, , path] of text.matchAll(IMPORT)) visit(`${resolve(dirname(file), path)}.d.ts`)
  }
  for (const file of Object.values(ENTRIES)) visit(join(all, relative('src', file)).replace(/\.ts$/, '.d.ts'))
}

function describe() {
  const { license, engines, devDependencies } = own
  const exported = Object.entries(ENTRIES).map(([name, file]) => [
    name === 'index' ? '.' : `./${name}`,
    {
      types: `./types/${relative('src', file).replace(/\.ts$/, '.d.ts')}`,
      default: `./dist/${name}.mjs`,
    },
  ])
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify(
      {
        name: 'capstan-sdk',
        version,
        description: 'Run Capstan, the coding assistant, from your own programs and tests',
        license,
        type: 'module',
        engines: { ...engines, node: '>=22' },
        // As the program says itself when it is started there: docs/windows.md.
        os: ['!win32'],
        exports: Object.fromEntries(exported),
        files: ['dist', 'types'],
        dependencies: { zod: `^${devDependencies.zod}` },
      },
      null,
      2,
    ),
  )
  cpSync('LICENSE', join(folder, 'LICENSE'))
  cpSync('docs/library.md', join(folder, 'README.md'))
}
