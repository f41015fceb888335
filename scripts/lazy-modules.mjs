// For the native program: makes each of our modules a function that runs when something out of it is first used. Loading
// a file then costs next to nothing for what a run never touches, so that all of what may be needed before the first
// request can be in one file. It counts on what holds for our code: no module does anything but define, none is in a cycle.
import { isBuiltin } from 'node:module'
import { dirname, extname, resolve } from 'node:path'
import { build, transform } from 'esbuild'
import { BESIDE, SHORTCUTS } from './late-builtins.mjs'
import { chineseAlone, withoutChinese } from './one-language.mjs'

/** A file that something imports later. It holds on to the core, so that the bundler does not split that up. */
const LATER = 'later:'
const CORE = 'core:'
const BUILTIN = 'builtin:'
const ONCE = 'once:'

/**
 * @param options of a build that finds the same modules; `roots` source files: what they import, and they themselves, is
 *   the core, one file which every other may use; `source` the folder with our modules;
 *   `sourceOf` what stands for some of them
 */
export const lazyModules = async ({ options, roots, source, sourceOf = () => undefined }) => {
  const ours = `${resolve(source)}/`
  const core = await closureOf(options, roots)
  return {
    name: 'lazy-modules',
    setup(builder) {
      builder.onResolve({ filter: /^later:/ }, ({ path, resolveDir }) => ({
        path: resolve(resolveDir, path.slice(LATER.length)),
        namespace: 'later',
      }))
      builder.onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
        contents: `export { $ } from ${JSON.stringify(path)}\nexport { keep } from '${CORE}'`,
        resolveDir: dirname(path),
      }))
      builder.onResolve({ filter: /^core:$/ }, () => ({ path: CORE, namespace: 'core' }))
      builder.onLoad({ filter: /./, namespace: 'core' }, () => ({
        contents: [
          ...roots.map((path, at) => `import { $ as _${at} } from ${JSON.stringify(resolve(path))}`),
          `export const keep = [${roots.map((_, at) => `_${at}`).join()}]`,
        ].join('\n'),
        resolveDir: '.',
      }))
      builder.onResolve({ filter: /^once:$/ }, () => ({ path: ONCE, namespace: 'once' }))
      builder.onLoad({ filter: /./, namespace: 'once' }, () => ({ contents: LAZY }))
      builder.onResolve({ filter: /^builtin:/ }, ({ path }) => ({
        path: path.slice(BUILTIN.length),
        namespace: 'builtin',
      }))
      builder.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({ contents: builtinOf(path) }))
      builder.onLoad({ filter: /\.tsx?$/, namespace: 'file' }, async ({ path }) =>
        path.startsWith(ours)
          ? {
              contents: await lazy({ path, source: sourceOf(path) ?? withoutChinese(path) }, core),
              loader: 'js',
            }
          : undefined,
      )
      chineseAlone(builder, async ({ path, source }) => ({
        contents: await lazy({ path, source }, core),
        loader: 'js',
        resolveDir: dirname(path),
      }))
    },
  }
}

/** The rows of a file of slash commands as such a module; what they do comes with its first use. */
export const lazyCommandRows = (path, commands) =>
  [
    `import { lazy } from '${ONCE}'`,
    'export const $ = /* @__PURE__ */ lazy(() => ({',
    ...commands.flatMap(({ name, row }) => [
      `  ${name}: {`,
      `    ...${JSON.stringify(row)},`,
      `    run: async (args, host) => (await import('${LATER}${path}')).$().${name}.run(args, host),`,
      '  },',
    ]),
    '}))',
  ].join('\n')

/** What these files import, and what that imports, as the bundler sees it. */
const closureOf = async (options, roots) => {
  const { metafile } = await build({
    ...options,
    entryPoints: roots,
    outdir: 'nowhere',
    splitting: true,
    write: false,
    metafile: true,
  })
  const seen = new Set()
  const visit = path => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { path: next, kind, external } of metafile.inputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !external) visit(next)
  }
  for (const path of roots) visit(path)
  return new Set([...seen].map(path => resolve(path)))
}

const HEAD = 'module.exports = __toCommonJS(stdin_exports);\n'

/** A module as a function that answers what it exports. */
const lazy = async ({ path, source }, core) => {
  const { code } = await transform(source, {
    loader: extname(path).slice(1),
    format: 'cjs',
    platform: 'neutral',
    target: 'esnext',
    supported: { 'dynamic-import': true },
    jsx: 'automatic',
    define: { 'import.meta.url': '__url' },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  const at = code.indexOf(HEAD)
  // Without exports it runs for what it does, or holds types alone.
  const imports = []
  const body = code
    .slice(at < 0 ? '"use strict";\n'.length : at + HEAD.length)
    .replace(/^var (\w+) = (?:__toESM\()?require\("([^"]+)"\)\)?;\n/gm, (_, name, from) => {
      imports.push({ name, from })
      return ''
    })
  const given = at < 0 ? [] : exportsOf(code.slice(0, at))
  const text = `${body}\nreturn {${given.join()}}`
  const lines = imports.map(importLine)
  const used = imports.reduce((so, { name, from }) => {
    if (isBuiltin(from))
      return so.replace(new RegExp(`\\b${name}\\b(?:\\.default\\b)?`, 'g'), () => `(${name}())`)
    return from.startsWith('.') ? so.replace(new RegExp(`\\b${name}\\b`, 'g'), () => `(${name}())`) : so
  }, text)
  const later = used.replace(/\bimport\("(\.[^"]+\.tsx?)"\)/g, (_, from) => {
    if (!core.has(resolve(dirname(path), from))) return `import("${LATER}${from}").then(m => m.$())`
    const name = `$later${lines.length}`
    lines.push(`import { $ as ${name} } from ${JSON.stringify(from)}`)
    return `(async () => ${name}())()`
  })
  const tellsWhere = /\b__url\b/.test(later)
  return [
    `import { lazy } from '${ONCE}'`,
    ...lines,
    `export const $ = /* @__PURE__ */ lazy(() => {\n${later}\n})`,
    // Whoever says where it lies may be what a thread begins with, and there nobody else asks for it.
    ...(tellsWhere
      ? ['const __url = import.meta.url', 'if (globalThis.Bun?.isMainThread === false) $()']
      : []),
  ].join('\n')
}

const importLine = ({ name, from }) => {
  if (isBuiltin(from)) return `import { $ as ${name} } from ${JSON.stringify(`${BUILTIN}${from}`)}`
  if (from.startsWith('.')) return `import { $ as ${name} } from ${JSON.stringify(from)}`
  return `import * as ${name} from ${JSON.stringify(from)}`
}

/** As the properties of an object: `name: value`. */
const exportsOf = head => {
  const list = /^__export\(stdin_exports, \{\n([\s\S]*?)\n\}\);$/m.exec(head)
  return (list?.[1] ?? '').split(',\n').map(line => line.trim().replace(': () => ', ': '))
}

/** One function for all of them: each that is called for the first time costs some microseconds. */
const LAZY = 'export const lazy = make => { let made; return () => made ??= make() }'

const builtinOf = name => {
  const real = `lazy(() => process.getBuiltinModule(${JSON.stringify(name)}))`
  const shortcuts = Object.entries(SHORTCUTS[name] ?? {})
  if (shortcuts.length === 0)
    return `import { lazy } from '${ONCE}'\nexport const $ = /* @__PURE__ */ ${real}`
  return [
    `import { lazy } from '${ONCE}'`,
    `const all = /* @__PURE__ */ ${real}`,
    'export const $ = /* @__PURE__ */ lazy(() => {',
    BESIDE,
    `const shortcuts = { ${shortcuts.map(([name, value]) => `${name}: ${value}`).join()} }`,
    'return new Proxy(shortcuts, { get: (own, name) => own[name] ?? all()[name] })',
    '})',
  ].join('\n')
}
