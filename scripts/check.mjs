// Everything that is held by machine besides the tests. One line per check; output only of what fails.
import { spawn } from 'node:child_process'

/** What the compiler found out the last time: only what changed, and what depends on it, is looked at again. */
const KNOWN_TYPES = 'node_modules/.cache/capstan.tsbuildinfo'
const KNOWN_PAGE_TYPES = 'node_modules/.cache/capstan-page.tsbuildinfo'

const PAGE = 'src/frontends/web/tsconfig.json'

const CHECKS = [
  // What several look at is worked out by each of them anew: one is done in time, beside the tests, and costs the least.
  ['types', 'tsc', ['--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', KNOWN_TYPES]],
  [
    'types of the web page',
    'tsc',
    ['-p', PAGE, '--noEmit', '--incremental', '--tsBuildInfoFile', KNOWN_PAGE_TYPES],
  ],
  ['lint and format', 'biome', ['check', '--error-on-warnings', '.']],
  ['dead code', 'knip', ['--no-progress']],
  ['architecture', process.execPath, ['scripts/architecture.mjs']],
  ['texts for people and for the model', process.execPath, ['scripts/check-texts.mjs']],
]

// The compiler is over before its garbage is worth collecting; where memory is short it collects all the same.
const environment = { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' }

const run = ([name, command, args]) =>
  new Promise(resolve => {
    const started = performance.now()
    let output = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment })
    child.stdout.on('data', data => (output += data))
    child.stderr.on('data', data => (output += data))
    child.on('error', error => resolve({ name, ok: false, output: String(error), started }))
    child.on('close', code => resolve({ name, ok: code === 0, output, started }))
  }).then(result => {
    const seconds = ((performance.now() - result.started) / 1000).toFixed(1)
    console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name} (${seconds} s)`)
    if (!result.ok) console.log(result.output)
    return result.ok
  })

const results = await Promise.all(CHECKS.map(run))
process.exit(results.every(Boolean) ? 0 : 1)
