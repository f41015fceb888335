// Runs before each worker of the tests, which imports the sources as Node does: it takes the types out by itself, and what
// it compiled once is kept. JSX it can't read; that was translated for all workers (translate-jsx.ts).
import { readFileSync } from 'node:fs'
import runtime from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(import.meta.dirname, '../..')
runtime.enableCompileCache(join(root, 'node_modules/.cache/capstan-test-compiled'))

// What this worker was started with (large-pages.ts) is nothing for the programs it starts.
delete process.env.GLIBC_TUNABLES

const translated = process.env.CAPSTAN_TEST_JSX
const { registerHooks } = runtime

registerHooks({
  load(url, context, next) {
    if (translated === undefined || !/\.tsx(?:\?|$)/.test(url)) return next(url, context)
    const path = fileURLToPath(url.replace(/\?.*/, ''))
    const source = readFileSync(join(translated, relative(root, path).replace(/\.tsx$/, '.js')))
    return { format: 'module', source, shortCircuit: true }
  },
})

// The runner's own hook tells its main process of every import of every module, for those who watch files: that takes
// longer than the imports. Where nobody watches it only sees what it itself asks for anew.
if (process.env.VITEST_MODE !== 'WATCH')
  runtime.registerHooks = ({ resolve, ...hooks }) =>
    registerHooks({
      ...hooks,
      resolve: (specifier, context, next) =>
        resolve && /vitest=|mock=/.test(specifier)
          ? resolve(specifier, context, next)
          : next(specifier, context),
    })
