/** What a word of code for an interpreter has and a plain name has not. */
const CODE = /["'`()[\]!]|\bimport\b|\bfrom\b/
const BETWEEN_NAMES = /["'`()[\]{}<>,;!\s]+/
/** `import './x'`, `import('./x')`, `require('./x')`, `… from './x'`: the ending may be left out. */
const MODULE = /^\.{1,2}\/[^*?]*$/
const MODULE_ENDINGS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.json', '/index.js', '/index.ts']
/** `import a.b, c` and `from a import b, c` of Python. */
const PYTHON_IMPORT = /(?:^|[\n;])\s*import\s+([\w.]+(?:\s*,\s*[\w.]+)*)/g
const PYTHON_FROM = /(?:^|[\n;])\s*from\s+([\w.]+)\s+import\s+([\w.]+(?:\s*,\s*[\w.]+)*)/g

/** What may be the name of a file in code that stands in a command, generously: one too many is protected. */
export const namesInCode = (word: string): readonly string[] => {
  if (!CODE.test(word)) return []
  const names = word.split(BETWEEN_NAMES).filter(name => name !== '')
  return names.flatMap(name =>
    MODULE.test(name) ? [name, ...MODULE_ENDINGS.map(ending => `${name}${ending}`)] : [name],
  )
}

/** Modules that code for Python imports, as files. */
export const pythonModulesIn = (word: string): readonly string[] =>
  [
    ...[...word.matchAll(PYTHON_IMPORT)].flatMap(([, names = '']) => listed(names)),
    ...[...word.matchAll(PYTHON_FROM)].flatMap(([, from = '', names = '']) => [
      from,
      ...listed(names).map(name => `${from}.${name}`),
    ]),
  ].flatMap(modulePaths)

const listed = (names: string): readonly string[] => names.split(/\s*,\s*/)

/** `pkg.tool`: the file, or the package with its start. */
export const modulePaths = (module: string): readonly string[] => {
  const path = module.replaceAll('.', '/')
  const packages = path.split('/').map((_, at, names) => `${names.slice(0, at + 1).join('/')}/__init__.py`)
  return [`${path}.py`, `${path}/__main__.py`, ...packages]
}
