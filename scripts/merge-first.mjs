// Puts everything up to the first painted prompt into one file that shares nothing with the rest: whatever the program
// loads later has its own copy of these small modules. They keep no state, so two copies cannot disagree.
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { takeBuiltins } from './take-builtins.mjs'

/**
 * @param options of the build, `outputs` of its metafile, `from` the source file that paints the prompt. What that
 *   loads later stays in the files the build made for it.
 * @returns the path of the file, and what it was made of: a metafile's output
 */
export const mergeFirst = async ({ options, outputs, from }) => {
  const files = new Map()
  for (const [path, { entryPoint }] of Object.entries(outputs))
    if (entryPoint) files.set(resolve(entryPoint), resolve(path))
  const target = files.get(resolve(from))
  if (!target) throw new Error(`${from} is not the entry of any output file`)
  const { metafile } = await build({
    ...options,
    metafile: true,
    entryPoints: [from],
    outfile: target,
    allowOverwrite: true,
    plugins: [laterFiles(files, dirname(target)), takeBuiltins],
  })
  return [target, Object.values(metafile.outputs)[0]]
}

const laterFiles = (files, directory) => ({
  name: 'later-files',
  setup(builder) {
    builder.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      if (kind !== 'dynamic-import') return undefined
      const file = files.get(join(resolveDir, path))
      if (!file) throw new Error(`${path} has no output file`)
      const to = relative(directory, file).replaceAll('\\', '/')
      return { path: to.startsWith('.') ? to : `./${to}`, external: true }
    })
  },
})
