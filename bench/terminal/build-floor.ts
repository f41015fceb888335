import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { floorTerminal, type TerminalSubject } from './subject.ts'

/** The floor, bundled and warmed up the way the program itself is: a floor from loose files would be too easy to beat. */
export const buildFloor = async (): Promise<Disposable & { readonly subject: TerminalSubject }> => {
  const directory = mkdtempSync(join(tmpdir(), 'capstan-bench-floor-'))
  await build({
    entryPoints: { floor: fileURLToPath(new URL('./floor-ink.mjs', import.meta.url)) },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
    plugins: [withoutDevtools],
  })
  const start = join(directory, 'start.mjs')
  writeFileSync(
    start,
    [
      "import{enableCompileCache as e}from'node:module';",
      "e?.(new URL('./compile-cache',import.meta.url).pathname);",
      "await import('./floor.mjs');",
      '',
    ].join('\n'),
  )
  // The first run leaves compiled code for the others; without a terminal it ends by itself.
  spawnSync(process.execPath, [start], { stdio: ['ignore', 'ignore', 'ignore'], timeout: 20_000 })
  return {
    subject: floorTerminal([process.execPath, start]),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Ink loads them only when it is debugged, but a bundler wants to find them. */
const withoutDevtools: Plugin = {
  name: 'without-devtools',
  setup(builder) {
    builder.onResolve({ filter: /^react-devtools-core$/ }, () => ({ path: 'devtools', namespace: 'empty' }))
    builder.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {}' }))
  },
}
