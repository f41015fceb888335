import { globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')

/** Files with JSX as Node can import them (load-sources.mjs), once for all workers. Goes with the run's own directory. */
export const setup = async (): Promise<void> => {
  const out = mkdtempSync(join(tmpdir(), 'capstan-jsx-'))
  await build({
    absWorkingDir: ROOT,
    entryPoints: globSync(['src/**/*.tsx', 'test/support/**/*.tsx'], { cwd: ROOT }),
    outbase: ROOT,
    outdir: out,
    format: 'esm',
    target: 'esnext',
    // As it is shipped: as it comes for development React costs a fifth of a screen more.
    jsx: 'automatic',
    sourcemap: 'inline',
  })
  process.env['CAPSTAN_TEST_JSX'] = out
}
