import { join } from 'node:path'
import { readPlainFile } from '../../../lib/files/read-plain-file.ts'
import { isObject } from '../../../lib/is-object.ts'
import { parseBoundedJson } from '../../../lib/values/parse-bounded-json.ts'
import type { AfterEditRow } from '../../../protocol/tools/after-edit-row.ts'

const MOST_BYTES = 1024 * 1024

const SCRIPTS = '*.{ts,tsx,js,jsx,mjs,cjs}'

/** By the package that a project in JavaScript names. */
const OF_PACKAGES: Readonly<Record<string, readonly AfterEditRow[]>> = {
  '@biomejs/biome': [
    { glob: '*.{ts,tsx,js,jsx,json}', run: 'npx biome format --write {file}', kind: 'format' },
    { glob: SCRIPTS, run: 'npx biome lint {file}', kind: 'lint' },
  ],
  prettier: [{ glob: '*.{ts,tsx,js,jsx,css,json,md}', run: 'npx prettier --write {file}', kind: 'format' }],
  eslint: [{ glob: SCRIPTS, run: 'npx eslint {file}', kind: 'lint' }],
  oxlint: [{ glob: SCRIPTS, run: 'npx oxlint {file}', kind: 'lint' }],
  vitest: [{ glob: '*.{test,spec}.{ts,tsx,js}', run: 'npx vitest run {file}', kind: 'test' }],
  jest: [{ glob: '*.{test,spec}.{ts,tsx,js}', run: 'npx jest {file}', kind: 'test' }],
}

/** By a file and what must stand in it. */
const OF_FILES: readonly (readonly [string, RegExp, AfterEditRow])[] = [
  [
    'pyproject.toml',
    /^\[tool\.ruff|["']ruff\b/m,
    { glob: '*.py', run: 'ruff format {file}', kind: 'format' },
  ],
  ['pyproject.toml', /^\[tool\.ruff|["']ruff\b/m, { glob: '*.py', run: 'ruff check {file}', kind: 'lint' }],
  ['ruff.toml', /^/, { glob: '*.py', run: 'ruff check {file}', kind: 'lint' }],
  ['pyproject.toml', /^\[tool\.black\]/m, { glob: '*.py', run: 'black -q {file}', kind: 'format' }],
  ['pyproject.toml', /^\[tool\.pytest/m, { glob: 'test_*.py', run: 'pytest -q {file}', kind: 'test' }],
  ['pytest.ini', /^/, { glob: 'test_*.py', run: 'pytest -q {file}', kind: 'test' }],
  ['go.mod', /^module /m, { glob: '*.go', run: 'gofmt -w {file}', kind: 'format' }],
  ['Cargo.toml', /^\[(?:package|workspace)\]/m, { glob: '*.rs', run: 'rustfmt {file}', kind: 'format' }],
  ['.clang-format', /^/, { glob: '*.{c,h,cc,cpp,hpp}', run: 'clang-format -i {file}', kind: 'format' }],
]

/** Rows for what this project has: what formats, checks and tests single files of it. Nothing is run to find out. */
export const afterEditRows = (directory: string): readonly AfterEditRow[] => {
  const textOf = (name: string): string | undefined => {
    const read = readPlainFile(join(directory, name), MOST_BYTES)
    return 'text' in read ? read.text : undefined
  }
  const packages = packagesIn(textOf('package.json') ?? '')
  const rows = [
    ...Object.entries(OF_PACKAGES).flatMap(([name, each]) => (packages.has(name) ? each : [])),
    ...OF_FILES.flatMap(([name, shape, row]) => {
      const text = textOf(name)
      return text !== undefined && shape.test(text) ? [row] : []
    }),
  ]
  return rows.filter(
    (row, at) => rows.findIndex(({ run, glob }) => run === row.run && glob === row.glob) === at,
  )
}

const packagesIn = (text: string): ReadonlySet<string> => {
  try {
    const { dependencies, devDependencies } = Object(parseBoundedJson(text)) as Record<string, unknown>
    return new Set([dependencies, devDependencies].flatMap(each => (isObject(each) ? Object.keys(each) : [])))
  } catch {
    return new Set()
  }
}
