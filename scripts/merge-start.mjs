// Puts what the program loads on its way to the first request into two scripts: one that reads the command line, one that
// runs. What only some runs load on that way, the wire of a provider say, is a script each. The bundler splits code by who
// shares it, which leaves some seventy small files on that way, and opening each costs a fraction of a millisecond. Scripts
// and not modules, for what can be kept of them: see load-compiled.mjs.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build, transform } from 'esbuild'
import { takeBuiltins } from './take-builtins.mjs'

/**
 * The chunks behind these entries stay where they are, as stubs that hand on what is in the merged files: there is still
 * one copy of everything, and whatever is loaded later finds it under its old name.
 *
 * @param options of the build, `outputs` of its metafile, `main` the source file of the program itself, which must stay
 *   small, `run` the one that begins a run, and `after` those of which a run loads one or another on its way: each a file,
 *   or a list of files that are needed together
 * @returns what each merged script was made of: its path, and those of its chunks
 */
export const mergeStart = async ({ options, outputs, main, run, after }) => {
  const files = new Map(Object.entries(outputs).map(([path, output]) => [resolve(path), output]))
  const first = entryOf(files, main)
  const second = entryOf(files, run)
  const early = closureOf(files, first)
  const rest = closureOf(files, second)
  const groups = groupsOf(files, {
    taken: new Set([...early, ...rest]),
    users: after.map(each => [each].flat().map(source => entryOf(files, source))),
  })
  for (const group of groups) if (isSmall(files, group, rest)) for (const path of group.paths) rest.add(path)
  const taken = new Map()
  const add = async ({ into, paths }) => {
    const names = new Map(paths.map((path, at) => [path, { file: into, name: `m${at}` }]))
    const made = await merge({ files, options, into, names, elsewhere: new Map(taken) })
    for (const [path, name] of names) taken.set(path, name)
    return made
  }
  const begin = await add({ into: first, paths: [...early] })
  const then = await add({ into: second, paths: [...rest].filter(path => !taken.has(path)) })
  const near = []
  for (const group of groups) if (!rest.has(group.paths[0])) near.push(await add(group))
  writeFileSync(first, await loaderOf(begin, { isFirst: true }))
  writeFileSync(second, await loaderOf(then, { near }))
  for (const each of near) writeFileSync(each.into, await loaderOf(each))
  return Map.groupBy(taken.keys(), path => scriptOf(taken.get(path).file))
}

const scriptOf = entry => entry.replace(/\.mjs$/, '.js')

/** What several share and is no more than this is in the script of the run: a file of its own would cost more to open. */
const SMALL = 1500

const isSmall = (files, { users, paths }, taken) =>
  users.length > 1 &&
  paths.reduce((sum, path) => sum + files.get(path).bytes, 0) < SMALL &&
  paths.flatMap(path => [...closureOf(files, path)]).every(path => taken.has(path) || paths.includes(path))

/** What only one of the users needs goes with it, what several do into a file for just these: nobody loads another's. */
const groupsOf = (files, { taken, users }) => {
  const needed = new Map()
  for (const entries of users)
    for (const path of new Set(entries.flatMap(entry => [...closureOf(files, entry)])))
      if (!taken.has(path)) needed.set(path, [...(needed.get(path) ?? []), entries[0]])
  const groups = new Map()
  for (const [path, those] of needed) {
    const key = those.map(each => basename(each)).join()
    const common = join(dirname(those[0]), `common-${hashOf(key).slice(0, 8).toUpperCase()}.mjs`)
    const group = groups.get(key) ?? { into: those.length === 1 ? those[0] : common, users: those, paths: [] }
    groups.set(key, group)
    group.paths.push(path)
  }
  // What a file needs is needed by all who need the file: it comes first.
  return [...groups.values()].sort((one, other) => other.users.length - one.users.length)
}

const hashOf = text => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * The merged script lies beside its entry, which becomes the module that loads it and has the same exports, and those of
 * the others under their names.
 */
const merge = async ({ files, options, into, names, elsewhere }) => {
  const directory = dirname(into)
  const own = names.has(into) ? [`export * from ${specifier(directory, into)}`] : []
  const exported = [...names].map(
    ([path, { name }]) => `export * as ${name} from ${specifier(directory, path)}`,
  )
  const { outputFiles, metafile } = await build({
    ...options,
    format: 'cjs',
    metafile: true,
    define: { ...options.define, 'import.meta.url': '__url' },
    stdin: { contents: [...own, ...exported].join('\n'), resolveDir: directory, sourcefile: 'merge.mjs' },
    write: false,
    plugins: [onlyThese(files, { into, names, elsewhere }), takeBuiltins],
  })
  const body = importLater(ascii(outputFiles[0].text.trim()), metafile)
  const text = `(function(module,require,__import,__url){"use strict";${body}\n})`
  writeFileSync(scriptOf(into), text, 'latin1')
  for (const [path, { name }] of names)
    if (path !== into) writeFileSync(path, stubOf(files.get(path), name, specifier(dirname(path), into)))
  const given = [...(files.get(into)?.exports ?? []), ...[...names.values()].map(({ name }) => name)]
  // What is asked for by name alone: the other chunks are only imported by each other.
  const parts = [...names].flatMap(([path, { name }]) =>
    path !== into && files.get(path).entryPoint ? [{ path, name }] : [],
  )
  return { into, hash: hashOf(text), given, parts, needs: importsOf(metafile, 'require-call') }
}

const importsOf = ({ outputs }, wanted) => [
  ...new Set(
    Object.values(outputs).flatMap(({ imports }) =>
      imports.flatMap(({ path, kind }) => (kind === wanted ? [path] : [])),
    ),
  ),
]

/** The bundler leaves regular expressions as they are written; read as plain bytes, a text is half as large in memory. */
const ascii = text =>
  text.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** A script cannot import: the module that loads it does that for it. */
const importLater = (text, metafile) => {
  let changed = text
  for (const path of importsOf(metafile, 'dynamic-import')) {
    const call = `import(${JSON.stringify(path)})`
    if (!changed.includes(call)) throw new Error(`the import of ${path} is not where it should be`)
    changed = changed.replaceAll(call, () => `__${call}`)
  }
  return changed
}

/** As the others see it: they all lie in one directory below. */
const MAIN = '../main.mjs'

/**
 * The first of the merged files has the loader in it; the others take it from there.
 *
 * @param near scripts that this one may ask for without the modules that stand for them
 */
const loaderOf = async ({ into, hash, given, needs }, { isFirst = false, near = [] } = {}) => {
  const list = near.flatMap(each => {
    const name = basename(each.into)
    const parts = each.parts.map(({ path, name: part }) => [basename(path), { in: name, part }])
    return [[name, { hash: each.hash, needs: each.needs.map(path => basename(path)) }], ...parts]
  })
  const from = {
    name: basename(into),
    hash,
    ...(near.length > 0 ? { near: Object.fromEntries(list) } : {}),
  }
  const lines = [
    ...(isFirst
      ? [readFileSync(new URL('./load-compiled.mjs', import.meta.url), 'utf8')]
      : [
          `import{load}from"${MAIN}";`,
          ...needs.flatMap(path => (path === MAIN ? [] : [`import"${path}";`])),
        ]),
    `const all=load({...${JSON.stringify(from)},url:import.meta.url,later:path=>import(path)});`,
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

/**
 * Exported names may be words of the language, or those of the stub itself: inside they have others. A name that nobody
 * uses is left out where the stub is merged: each is read through a function, which would have to be compiled.
 */
const stubOf = ({ exports }, name, from) => {
  const taken = exports.map((each, at) => `const _${at}=/* @__PURE__ */(()=>$.${each})();`)
  const given = exports.map((each, at) => `_${at} as ${each}`)
  return `import{${name} as $}from${from};${taken.join('')}export{${given.join()}};\n`
}
