// Puts what the program loads on its way to the first request into two scripts: one that reads the command line, one that
// runs. The bundler splits code by who shares it, which leaves some seventy small files on that way, and opening each costs
// a fraction of a millisecond. Scripts and not modules, for what can be kept of them: see load-compiled.mjs.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { build, transform } from 'esbuild'
import { takeBuiltins } from './take-builtins.mjs'

/**
 * The chunks behind `main` and `run` stay where they are, as stubs that hand on what is in the merged files: there is
 * still one copy of everything, and whatever is loaded later finds it under its old name.
 *
 * @param options of the build, `outputs` of its metafile, `main` the source file of the program itself, which must stay
 *   small, and `run` the one that begins a run
 */
export const mergeStart = async ({ options, outputs, main, run }) => {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [resolve(path), output]))
  const first = namesIn(files, entryOf(files, main), new Map())
  await merge({ files, options, into: entryOf(files, main), names: first, elsewhere: new Map() })
  const then = namesIn(files, entryOf(files, run), first)
  await merge({ files, options, into: entryOf(files, run), names: then, elsewhere: first })
}

/** The files that `entry` cannot do without and nobody has yet, each with the file it will be in and its name there. */
const namesIn = (files, entry, taken) => {
  const found = [...closureOf(files, entry)].filter(path => !taken.has(path))
  return new Map(found.map((path, at) => [path, { file: entry, name: `m${at}` }]))
}

/**
 * The merged script lies beside its entry, which becomes the module that loads it and has the same exports, and those of
 * the others under their names.
 */
const merge = async ({ files, options, into, names, elsewhere }) => {
  const directory = dirname(into)
  const exported = [...names].map(
    ([path, { name }]) => `export * as ${name} from ${specifier(directory, path)}`,
  )
  const { outputFiles, metafile } = await build({
    ...options,
    format: 'cjs',
    metafile: true,
    define: { ...options.define, 'import.meta.url': '__url' },
    stdin: {
      contents: [`export * from ${specifier(directory, into)}`, ...exported].join('\n'),
      resolveDir: directory,
      sourcefile: 'merge.mjs',
    },
    write: false,
    plugins: [onlyThese(files, { into, names, elsewhere }), takeBuiltins],
  })
  const body = importLater(ascii(outputFiles[0].text.trim()), metafile)
  const text = `(function(module,require,__import,__url){"use strict";${body}\n})`
  const script = into.replace(/\.mjs$/, '.js')
  writeFileSync(script, text, 'latin1')
  const given = [...files.get(into).exports, ...[...names.values()].map(({ name }) => name)]
  writeFileSync(into, await loaderOf({ text, script, into, elsewhere, given }))
  for (const [path, { name }] of names)
    if (path !== into) writeFileSync(path, stubOf(files.get(path), name, specifier(dirname(path), into)))
}

/** The bundler leaves regular expressions as they are written; read as plain bytes, a text is half as large in memory. */
const ascii = text =>
  text.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A script cannot import: the module that loads it does that for it. */
const importLater = (text, { outputs }) => {
  const paths = Object.values(outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path, kind }) => (kind === 'dynamic-import' ? [path] : [])),
  )
  let changed = text
  for (const path of new Set(paths)) {
    const call = `import(${JSON.stringify(path)})`
    if (!changed.includes(call)) throw new Error(`the import of ${path} is not where it should be`)
    changed = changed.replaceAll(call, () => `__${call}`)
  }
  return changed
}

/** The first of the merged files has the loader in it; the others take it from there. */
const loaderOf = async ({ text, script, into, elsewhere, given }) => {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const from = { script: `./${basename(script)}`, hash }
  const others = [...new Set([...elsewhere.values()].map(({ file }) => specifier(dirname(into), file)))]
  const lines = [
    ...others.map((file, at) => `import*as o${at} from${file};`),
    others.length === 0
      ? readFileSync(new URL('./load-compiled.mjs', import.meta.url), 'utf8')
      : 'const{load}=o0;',
    `const parts={${others.map((file, at) => `${file}:o${at}`).join()}};`,
    `const all=load({...${JSON.stringify(from)},url:import.meta.url,later:path=>import(path),parts});`,
    `export const{${given.join()}}=all;`,
  ]
  const { code } = await transform(lines.join('\n'), { minify: true, format: 'esm' })
  return code
}

/** Only what is merged is taken in; what another merged file has comes from there, and the rest stays in its files. */
const onlyThese = (files, { into, names, elsewhere }) => ({
  name: 'only-these',
  setup(builder) {
    builder.onResolve({ filter: /^\.\.?\// }, ({ path, resolveDir, kind, namespace }) => {
      if (namespace === 'elsewhere') return { path, external: true }
      const target = resolve(resolveDir, path)
      if (kind !== 'dynamic-import') {
        if (names.has(target)) return { path: target }
        if (elsewhere.has(target)) return { path: target, namespace: 'elsewhere' }
      }
      return { path: JSON.parse(specifier(dirname(into), target)), external: true }
    })
    builder.onLoad({ filter: /./, namespace: 'elsewhere' }, ({ path }) => {
      const { file, name } = elsewhere.get(path)
      return { contents: stubOf(files.get(path), name, specifier(dirname(into), file)) }
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
