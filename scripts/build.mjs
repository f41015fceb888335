// Bundles the program into dist/. Skips the work when nothing it reads has changed since the last build.
import { spawnSync } from 'node:child_process'
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
    'scripts/bundle-options.mjs',
    'scripts/build-page.mjs',
    'scripts/warm.mjs',
    'scripts/warm-runs.mjs',
    'scripts/merge-start.mjs',
    'scripts/merge-first.mjs',
    'scripts/name-modules.mjs',
    'scripts/lazy-commands.mjs',
    'scripts/one-language.mjs',
    'scripts/setting-words.mjs',
    'scripts/take-builtins.mjs',
    'scripts/load-compiled.mjs',
    'scripts/no-devtools.cjs',
    'scripts/ink-cells.mjs',
    'scripts/ink-width.cjs',
    'scripts/smithy-checksum.mjs',
    'scripts/smithy-signing.mjs',
    'scripts/lean-libraries.mjs',
    'package-lock.json',
  ])
    visit(path)
  return hash.digest('hex')
}

/** No package is beside a copy: whoever imports one finds that it is not there. */
const withoutPackages = {
  name: 'without-packages',
  setup(on) {
    on.onResolve(
      { filter: /^(?:@vscode\/ripgrep|sharp|@napi-rs\/keyring|@lydell\/node-pty|unpdf|pdfjs-dist)(?:\/|$)/ },
      ({ path }) => ({
        path,
        namespace: 'missing',
      }),
    )
    on.onLoad({ filter: /./, namespace: 'missing' }, ({ path }) => ({
      contents: `throw new Error(${JSON.stringify(`the package ${path} is not there`)});module.exports={}`,
    }))
  },
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

/** What the first call of nearly every run needs: one script, for opening a hundred files takes longer than running them. */
const CALLS = [
  'src/engine/calls/call-runner.ts',
  'src/engine/calls/with-findings.ts',
  'src/engine/files/say-findings.ts',
  'src/engine/settings/run-commands.ts',
  'src/engine/settings/run-texts.ts',
  'src/features/permissions/permissions.ts',
  'src/features/tools/edit/edit.ts',
  'src/features/tools/glob/glob.ts',
  'src/features/tools/grep/grep.ts',
  'src/features/tools/read/read.ts',
  'src/features/tools/write/write.ts',
]

/** What the first command needs beside that. */
const COMMANDS = [
  'src/features/tools/bash/bash.ts',
  'src/features/shell/foreground.ts',
  'src/lib/shell/lower.ts',
  'node_modules/unbash/dist/parser.js',
]

/** What the first command that may change files needs beside that. */
const TREE = [
  'src/features/git/git.ts',
  'src/features/sessions/file-history/left-baseline.ts',
  'src/features/sessions/file-history/scan-budget.ts',
  'src/features/sessions/file-history/version-text.ts',
  'src/features/sessions/file-history/work-tree.ts',
]

/** What a turn with calls ends with: what the reply claims is compared with what ran. */
const CLAIMS = ['src/engine/claims/check-claims.ts', 'src/features/claims/find-claims.ts']

/** What a session that goes on is found and read with. */
const RESUME = [
  'src/engine/session-file/reopen.ts',
  'src/engine/session-file/earlier-agents.ts',
  'src/features/sessions/find.ts',
  'src/features/tasks/lost-tasks.ts',
]

/** Of these a run loads what its provider needs before it can ask, and what runs calls with the first of them; nothing of the others. What runs at once in each is what was asked for. */
const AFTER = [
  CALLS,
  COMMANDS,
  TREE,
  CLAIMS,
  'src/frontends/headless/end-tasks.ts',
  'src/features/models/cache-report/cache-watch.ts',
  'src/host/settings/shared-watch.ts',
  RESUME,
  'src/features/permissions/rules/rule-warnings.ts',
  'src/features/models/other-rows.ts',
  'src/features/models/protocols/openai-chat/chat-wire.ts',
  'src/features/models/protocols/openai-responses/responses-wire.ts',
  'src/features/models/protocols/gemini/gemini-wire.ts',
  'src/features/models/protocols/vertex-wire.ts',
  'src/features/models/protocols/aws/bedrock-wire.ts',
  'src/features/models/protocols/aws/event-stream.ts',
  'src/host/providers/cloud/aws-account.ts',
  'src/host/providers/cloud/google-account.ts',
  'src/host/providers/cloud/azure-account.ts',
]

const { build } = await import('esbuild')
const { BUNDLE, SHARED } = await import('./bundle-options.mjs')
const { mergeStart } = await import('./merge-start.mjs')
const { mergeFirst } = await import('./merge-first.mjs')
const { nameModules } = await import('./name-modules.mjs')
const { lazyCommands } = await import('./lazy-commands.mjs')
const { buildPage } = await import('./build-page.mjs')
const { englishOnDemand } = await import('./one-language.mjs')
const { settingWords } = await import('./setting-words.mjs')
const { librariesInside, oneValidator, zodInEnglish } = await import('./lean-libraries.mjs')
const { warm } = await import('./warm.mjs')
const staging = mkdtempSync(join(tmpdir(), 'capstan-build-'))
const out = join('dist', '.next')
rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
try {
  const options = await BUNDLE(staging)
  const english = englishOnDemand('src/protocol/messages')
  const { metafile } = await build({
    ...options,
    entryPoints: { main: 'src/cli/main.ts', older: 'src/lib/older-runtime/fill-in.ts' },
    outdir: out,
    splitting: true,
    external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring', '@lydell/node-pty'],
    entryNames: '[name]',
    chunkNames: 'chunk/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    metafile: true,
    plugins: [
      await lazyCommands({ options, staging }),
      await settingWords({ options: SHARED, staging }),
      english.plugin,
      oneValidator,
      zodInEnglish,
      librariesInside,
    ],
  })
  english.write(join(out, 'chunk'))
  const merged = await mergeStart({
    options: {
      ...SHARED,
      banner: {},
      external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring', '@lydell/node-pty'],
    },
    outputs: metafile.outputs,
    main: 'src/cli/main.ts',
    run: 'src/cli/run.ts',
    after: AFTER,
  })
  const alone = []
  for (const from of [
    'tui/start',
    // Somebody waits to read, or to choose one of the sessions listed; nothing of what runs a session is needed for that.
    'args/help',
    'sessions/sessions',
    'sessions/list',
    'completion/completion',
    'completion/list-sessions',
  ])
    alone.push(await mergeFirst({ options: SHARED, outputs: metafile.outputs, from: `src/cli/${from}.ts` }))
  const modules = nameModules({ outputs: metafile.outputs, merged, alone, out: resolve(out) })
  writeFileSync(join(out, '.modules.json'), JSON.stringify(modules, undefined, 1))
  await buildPage({ build, out: join(out, 'web') })
  // What is copied to other machines: one file, for whatever Node is there.
  await build({
    ...SHARED,
    entryPoints: { 'remote-agent': 'src/cli/remote-host/agent-file.ts' },
    outdir: out,
    outExtension: { '.js': '.mjs' },
    plugins: [oneValidator, zodInEnglish, librariesInside, withoutPackages],
  })
  writeFileSync(
    join(out, 'cli.mjs'),
    [
      "const n=process.getBuiltinModule?.('node:module');",
      // Without the private runtime it is the person's own, which may be too old to read the rest.
      `const[a,b]=process.versions.node.split('.').map(Number);if(a<20||a===20&&b<19){process.stderr.write('capstan: this is Node '+process.versions.node+'; it needs 20.19 or newer. Install a newer Node, or reinstall Capstan with its optional packages: they bring one.\\n');process.exit(1)}`,
      "if(!Map.prototype.getOrInsertComputed)(await import('./older.mjs')).fillIn();",
      "try{n?.enableCompileCache?.(new URL('./compile-cache',import.meta.url).pathname)}catch{}",
      "const m=await import('./main.mjs');await m.main();",
      '',
    ].join('\n'),
  )
  for (const name of readdirSync(out)) {
    rmSync(join('dist', name), { recursive: true, force: true })
    renameSync(join(out, name), join('dist', name))
  }
  // The launcher prints the help without starting a runtime.
  for (const [name, ...args] of [
    ['capstan.1', 'completion', 'man'],
    ['help.txt', '--help'],
  ]) {
    const page = spawnSync(process.execPath, [join('dist', 'cli.mjs'), ...args], {
      encoding: 'utf8',
      // In English, whatever whoever builds it speaks.
      env: { ...process.env, LC_ALL: 'C', CAPSTAN_CONFIG_DIR: staging },
    })
    if (page.status !== 0) throw new Error(`writing ${name} failed: ${page.stderr}`)
    writeFileSync(join('dist', name), page.stdout)
  }
  rmSync(join('dist', 'compile-cache'), { recursive: true, force: true })
  await warm(staging)
  writeFileSync(stampFile, wanted)
} finally {
  rmSync(out, { recursive: true, force: true })
  rmSync(staging, { recursive: true, force: true })
}
