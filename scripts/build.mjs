// Bundles the program into dist/. Skips the work when nothing it reads has changed since the last build.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const version = readFileSync('VERSION', 'utf8').trim()

/** Changes when any file that goes into the bundle does. */
const fingerprint = () => {
  const hash = createHash('sha256').update(`${version} ${process.version}`)
  const visit = path => {
    const stat = statSync(path)
    if (!stat.isDirectory()) return hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
    for (const name of readdirSync(path).sort()) visit(join(path, name))
  }
  for (const path of [
    'src',
    'scripts/build.mjs',
    'scripts/build-page.mjs',
    'scripts/merge-start.mjs',
    'scripts/merge-first.mjs',
    'scripts/take-builtins.mjs',
    'scripts/load-compiled.mjs',
    'scripts/no-devtools.cjs',
    'scripts/ink-cells.mjs',
    'scripts/ink-width.cjs',
    'package-lock.json',
  ])
    visit(path)
  return hash.digest('hex')
}

const stampFile = join('dist', '.stamp')
const wanted = fingerprint()
const built = () => {
  try {
    return readFileSync(stampFile, 'utf8') === wanted
  } catch {
    return false // no build yet
  }
}
if (built() && !process.argv.includes('--force')) process.exit(0)

const { build } = await import('esbuild')
const { mergeStart } = await import('./merge-start.mjs')
const { mergeFirst } = await import('./merge-first.mjs')
const { buildPage } = await import('./build-page.mjs')
const shared = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  minify: true,
  keepNames: false,
  legalComments: 'none',
  logLevel: 'warning',
  jsx: 'automatic',
  alias: {
    // A development tool that the terminal library would load if it were asked to.
    'react-devtools-core': './scripts/no-devtools.cjs',
    '@alcalzone/ansi-tokenize': './scripts/ink-cells.mjs',
    'string-width': './scripts/ink-width.cjs',
  },
  define: { CAPSTAN_VERSION: JSON.stringify(version), 'process.env.NODE_ENV': '"production"' },
  // Some bundled packages are CommonJS and ask for built-in modules at run time. Most files never do, and pay nothing.
  banner: {
    js: "const require=n=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(n);",
  },
}

const staging = mkdtempSync(join(tmpdir(), 'capstan-build-'))
const out = join('dist', '.next')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
try {
  // Tool definitions are data at run time, so that the first request does not wait for the schema library.
  const describe = join(staging, 'describe.mjs')
  await build({
    ...shared,
    entryPoints: { describe: 'scripts/describe-tools.ts' },
    outdir: staging,
    // What a tool loads with its first call is then not looked for here, where no package can be found.
    splitting: true,
    outExtension: { '.js': '.mjs' },
    external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring'],
  })
  const specs = spawnSync(process.execPath, [describe], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (specs.status !== 0) throw new Error('describing the tools failed')
  const { metafile } = await build({
    ...shared,
    define: { ...shared.define, CAPSTAN_TOOL_SPECS: specs.stdout },
    entryPoints: { main: 'src/cli/main.ts' },
    outdir: out,
    splitting: true,
    external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring'],
    entryNames: '[name]',
    chunkNames: 'chunk/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    metafile: true,
  })
  await mergeStart({
    options: { ...shared, banner: {}, external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring'] },
    outputs: metafile.outputs,
    main: 'src/cli/main.ts',
    run: 'src/cli/run.ts',
  })
  await mergeFirst({ options: shared, outputs: metafile.outputs, from: 'src/cli/tui/start.ts' })
  await buildPage({ build, out: join(out, 'web') })
  writeFileSync(
    join(out, 'cli.mjs'),
    [
      "const n=process.getBuiltinModule?.('node:module');",
      // The private runtime may be missing, and the one in its place too old to read the rest.
      `if(Number.parseInt(process.versions.node)<22){process.stderr.write('capstan: this is Node '+process.versions.node+'; it needs 22 or newer. Run "npm run bootstrap" where it is installed: that brings its own.\\n');process.exit(1)}`,
      "try{n?.enableCompileCache?.(new URL('./compile-cache',import.meta.url).pathname)}catch{}",
      "const m=await import('./main.mjs');await m.main();",
      '',
    ].join('\n'),
  )
  for (const name of readdirSync(out)) {
    rmSync(join('dist', name), { recursive: true, force: true })
    renameSync(join(out, name), join('dist', name))
  }
  rmSync(join('dist', 'compile-cache'), { recursive: true, force: true })
  await warmStart()
  warmCompileCache()
  await warmTerminal()
  writeFileSync(stampFile, wanted)
} finally {
  rmSync(out, { recursive: true, force: true })
  rmSync(staging, { recursive: true, force: true })
}

/**
 * One run up to the end of the first reply. What it compiles is kept whole: on a busy machine a run takes longer than the
 * second after which the program would keep what it has and change the engine's flags.
 */
async function warmStart() {
  const { createServer } = await import('node:http')
  const events = [
    {
      type: 'message_start',
      message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'warm' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ]
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(events.map(event => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const home = mkdtempSync(join(staging, 'home-'))
  const patient =
    'const{emit}=process;process.emit=(name,...args)=>name!=="capstan:keep"&&emit.call(process,name,...args);' +
    'process.getBuiltinModule("node:v8").setFlagsFromString=()=>undefined'
  const args = [
    '--max-semi-space-size=4',
    '--import',
    `data:text/javascript,${patient}`,
    resolve('dist/cli.mjs'),
  ]
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    CAPSTAN_CONFIG_DIR: join(home, 'config'),
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    ANTHROPIC_API_KEY: 'none',
  }
  await new Promise(done => {
    const child = spawn(process.execPath, [...args, '-p', 'hi'], {
      env,
      cwd: home,
      stdio: 'ignore',
      timeout: 60_000,
    })
    child.on('error', done).on('exit', done)
  })
  server.close()
}

/** One run of the real thing, so that the first run of the user finds compiled code. Failure costs speed only. */
function warmCompileCache() {
  const home = mkdtempSync(join(staging, 'home-'))
  const env = { PATH: process.env.PATH, HOME: home, CAPSTAN_CONFIG_DIR: join(home, 'config') }
  // With the flags of the launcher: compiled code is kept for one set of flags.
  spawnSync(process.execPath, ['--max-semi-space-size=4', 'dist/cli.mjs', 'demo', '--yes', '--fast'], {
    env,
    stdio: 'ignore',
    timeout: 60_000,
  })
}

/** The same for the program at a terminal, where one can be had: it is opened, typed into and left. */
async function warmTerminal() {
  const spawn = await import('@lydell/node-pty').then(
    pty => pty.spawn ?? pty.default.spawn,
    () => undefined,
  )
  if (!spawn) return
  const home = mkdtempSync(join(staging, 'home-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TERM: 'xterm-256color',
    CAPSTAN_CONFIG_DIR: join(home, 'config'),
    // Nobody answers there, and nobody is asked.
    ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
  }
  const args = ['--max-semi-space-size=4', resolve('dist/cli.mjs')]
  await new Promise(done => {
    const terminal = spawn(process.execPath, args, { cols: 100, rows: 30, cwd: home, env })
    const limit = setTimeout(() => terminal.kill('SIGKILL'), 20_000)
    let step = 0
    const keys = ['a', '\u007f', '/', '\u001b', '\u0003', '\u0003', '\u0003']
    // The model's name is there when everything is loaded; from then on one key after the other.
    const press = () => {
      const key = keys[step++]
      if (key === undefined) return
      terminal.write(key)
      setTimeout(press, 150)
    }
    let seen = ''
    terminal.onData(data => {
      seen += data
      if (step === 0 && seen.includes('claude')) press()
    })
    terminal.onExit(() => {
      clearTimeout(limit)
      done(undefined)
    })
  })
}
