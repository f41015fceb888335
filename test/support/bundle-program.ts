import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * A program of the tests in a few scripts below `directory`, with everything it needs: started from its sources it would read
 * and strip hundreds of files each time. Answers its path.
 */
export const bundleProgram = async (source: string, directory: string): Promise<string> => {
  await build({
    entryPoints: { program: source },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is loaded late stays apart: the packages left out below cannot be found from there.
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    jsx: 'automatic',
    logLevel: 'error',
    external: ['@vscode/ripgrep', 'sharp', '@napi-rs/keyring'],
    // Some packages are CommonJS and ask for built-in modules at run time.
    banner: {
      js: "const require=n=>process.getBuiltinModule('node:module').createRequire(import.meta.url)(n);",
    },
  })
  return join(directory, 'program.mjs')
}
