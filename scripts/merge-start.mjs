// Puts everything that a run loads before its first request into one file. The bundler splits code by who shares it,
// which leaves some fifty small files on that way, and opening each costs a fraction of a millisecond.
import { writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const START = 'start.mjs'

/**
 * The chunks behind `from` stay where they are, as stubs that hand on what is in the merged file: there is still one
 * copy of everything, and whatever is loaded later finds it under its old name.
 *
 * @param options of the build, `outputs` of its metafile, `from` the source files that begin
 *   the run, `apart` the source file of the program itself, which must stay small
 */
export const mergeStart = async ({ options, outputs, from, apart }) => {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [resolve(path), output]))
  const begins = from.map(source => entryOf(files, source))
  const [begin] = begins
  const small = closureOf(files, entryOf(files, apart))
  const reached = new Set(begins.flatMap(path => [...closureOf(files, path)]))
  const merged = [...reached].filter(path => !small.has(path))
  const directory = dirname(begin)
  const names = merged.map((path, at) => [path, `m${at}`])
  await build({
    ...options,
    stdin: {
      contents: names
        .map(([path, name]) => `export * as ${name} from ${specifier(directory, path)}`)
        .join('\n'),
      resolveDir: directory,
      sourcefile: 'merge.mjs',
    },
    outfile: join(directory, START),
    banner: {},
    plugins: [leaveOutside(new Set(merged))],
  })
  for (const [path, name] of names)
    writeFileSync(path, stubOf(files.get(path), name, specifier(dirname(path), join(directory, START))))
}

/** Only what is merged is taken in; what comes later and what stays apart are files of their own. */
const leaveOutside = merged => ({
  name: 'leave-outside',
  setup(builder) {
    builder.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind }) => {
      const target = resolve(resolveDir, path)
      return kind !== 'dynamic-import' && merged.has(target) ? { path: target } : { path, external: true }
    })
  },
})

const entryOf = (files, source) => {
  for (const [path, { entryPoint }] of files) if (entryPoint === source) return path
  throw new Error(`${source} is not the entry of any output file`)
}

const closureOf = (files, start) => {
  const seen = new Set()
  const visit = path => {
    if (seen.has(path) || !files.has(path)) return
    seen.add(path)
    for (const { path: next, kind } of files.get(path).imports)
      if (kind === 'import-statement') visit(resolve(next))
  }
  visit(start)
  return seen
}

const specifier = (directory, path) => {
  const to = relative(directory, path).replaceAll('\\', '/')
  return JSON.stringify(to.startsWith('.') ? to : `./${to}`)
}

/** Exported names may be words of the language, or those of the stub itself: inside they have others. */
const stubOf = ({ exports }, name, from) => {
  const taken = exports.map((each, at) => `${each}:_${at}`)
  const given = exports.map((each, at) => `_${at} as ${each}`)
  return `import{${name} as $}from${from};const{${taken.join()}}=$;export{${given.join()}};\n`
}
