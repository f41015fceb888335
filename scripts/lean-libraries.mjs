// What libraries bring that the program has no use for, or has twice: left out when it is built.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * What the schema library says in sixty languages, a quarter of a megabyte that nobody asks for: ours are English and,
 * imported by name, Chinese. Whoever takes the library as an object takes all of it.
 */
export const zodInEnglish = {
  name: 'zod-in-english',
  setup(builder) {
    builder.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

const CLIENT = resolve('node_modules/@modelcontextprotocol/client/dist')
const PROVIDER = /^\.\/ajvProvider-\w+\.mjs$/

/** The client and the server of MCP each bring the same validator, 150 KB of it. */
export const oneValidator = {
  name: 'one-validator',
  setup(builder) {
    builder.onResolve({ filter: PROVIDER }, ({ path, importer }) => {
      if (!/@modelcontextprotocol[\\/]server[\\/]dist/.test(importer)) return undefined
      const shims = readFileSync(resolve(CLIENT, 'shimsNode.mjs'), 'utf8')
      const [, name] = /from "(\.\/ajvProvider-\w+\.mjs)"/.exec(shims) ?? []
      if (name === undefined) return undefined
      const [ours, theirs] = [resolve(CLIENT, name), resolve(dirname(importer), path)]
      return codeOf(ours) === codeOf(theirs) ? { path: ours } : undefined
    })
  },
}

/** Without the names of the files it was cut into. */
const codeOf = path => readFileSync(path, 'utf8').replace(/-[\w-]{8}(?=\.mjs)|chunk-\w+/g, '')

const WASM = /"data:application\/octet-stream;base64,([A-Za-z0-9+/=]+)"/

/**
 * For the native program: what lays the screen out is WebAssembly in a long text, which would be kept there as code and
 * once more as bytecode. It becomes the file `name` beside the chunk; `take` is given what belongs into it.
 */
export const layoutInFile = (name, take) => ({
  name: 'layout-in-file',
  setup(builder) {
    builder.onLoad({ filter: /yoga-wasm-base64-esm\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const [literal, base64] = WASM.exec(source) ?? []
      if (literal === undefined) throw new Error(`${path} holds no WebAssembly where it did`)
      take(Buffer.from(base64, 'base64'))
      const read = `process.getBuiltinModule('node:fs').readFileSync(import.meta.dirname+${JSON.stringify(`/${name}`)},'base64')`
      return { contents: source.replace(literal, `"data:application/octet-stream;base64,"+${read}`) }
    })
  },
})

const GRAMMARS = [
  'bash',
  'c-sharp',
  'cpp',
  'go',
  'java',
  'javascript',
  'php',
  'python',
  'ruby',
  'rust',
  'tsx',
  'typescript',
]

/** What is WebAssembly, which has no place of its own in a bundle: the file in a library, by the name it is imported by. */
const INSIDE = {
  engine: 'node_modules/quickjs-wasi/quickjs.wasm',
  parser: 'node_modules/web-tree-sitter/web-tree-sitter.wasm',
  ...Object.fromEntries(
    GRAMMARS.map(name => [name, `node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`]),
  ),
}

const ENGINE = /script-engine[\\/]engine-bytes\.ts$/
const GRAMMAR = /code-map[\\/]grammar-bytes\.ts$/

/**
 * What stands in a bundle for the modules that read such a file, undefined for every other: what scripts run in is there
 * with its module, the parser of code and each grammar is a module of its own, read when it is wanted.
 */
export const sourceInside = path => {
  if (ENGINE.test(path))
    return `import { brotliDecompressSync } from 'node:zlib'
import packed from 'inside:engine'
export const engineBytes = () => new Uint8Array(brotliDecompressSync(packed))`
  if (GRAMMAR.test(path))
    return `import { brotliDecompressSync } from 'node:zlib'
const packed = {${['parser', ...GRAMMARS].map(name => `${JSON.stringify(name)}:()=>import('inside:${name}')`).join()}}
export const grammarBytes = async name => new Uint8Array(brotliDecompressSync((await packed[name]()).default))`
  return undefined
}

/** These modules in a bundle; the native program's are made in scripts/lazy-modules.mjs, which asks for `sourceInside`. */
export const librariesInside = {
  name: 'libraries-inside',
  setup(builder) {
    for (const filter of [ENGINE, GRAMMAR])
      builder.onLoad({ filter }, ({ path }) => ({ contents: sourceInside(path), resolveDir: resolve('.') }))
    builder.onResolve({ filter: /^inside:/ }, ({ path }) => ({ path, namespace: 'inside' }))
    builder.onLoad({ filter: /./, namespace: 'inside' }, ({ path }) => ({
      contents: packed(INSIDE[path.slice('inside:'.length)]),
      loader: 'binary',
    }))
  },
}

/** Twenty times as small, of a grammar. A step above would take four times as long for a few percent. */
const packed = file =>
  brotliCompressSync(readFileSync(resolve(file)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
