import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error the checker is a plain script without type declarations
import { checkTree, readTree } from '../scripts/architecture.mjs'
import { ENGINE } from './support/recipes/engine.ts'
import { PROBE } from './support/recipes/probe.ts'
import { applyChange, filesOf, type Recipe, type Red } from './support/recipes/recipe.ts'
import { SURFACES } from './support/recipes/surfaces.ts'
import { TEXTS_AND_TOOLS } from './support/recipes/texts-and-tools.ts'

const RECIPES: Readonly<Record<string, Recipe>> = { ...TEXTS_AND_TOOLS, ...ENGINE, ...SURFACES }
const ALL = Object.values(RECIPES)
const FORGOTTEN = ALL.flatMap(({ forgotten }) => forgotten)
const REDS = FORGOTTEN.flatMap(({ red }) => red)

let copy = ''

/** Output of a program, with how it ended if that was not well. */
const run = async (command: string, args: readonly string[]): Promise<string> => {
  // Whatever is compiled here is over before its garbage is worth collecting.
  const env = { ...process.env, GOGC: 'off', GOMEMLIMIT: '3GiB' }
  const child = spawn(command, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', data => (output += data))
  child.stderr.on('data', data => (output += data))
  const code = await new Promise(resolve => child.on('close', resolve))
  return code === 0 ? output : `${command} ended with ${code}:\n${output}`
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'capstan-recipes-'))
  for (const name of ['src', 'test/support', 'tsconfig.json', 'package.json', 'VERSION'])
    cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  for (const recipe of ALL) applyChange(copy, recipe)
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('every row of "Adding things" is followed here, and every one can be forgotten', () => {
  const [, table = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split('\n## Adding things\n')
  const rows = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, name]) => name)
  expect(Object.keys(RECIPES).toSorted()).toEqual(
    rows
      .slice(1)
      .filter(name => !/^-+$/.test(name ?? ''))
      .toSorted(),
  )
  expect(ALL.filter(({ forgotten }) => forgotten.length === 0)).toEqual([])
})

test('what was added is there: offered, listed, said, decided, heard and called', {
  timeout: 240_000,
}, async () => {
  writeFileSync(join(copy, 'probe.ts'), PROBE)
  const output = await run(process.execPath, ['--no-warnings', 'probe.ts'])
  expect(output).toMatch(/^\{/)
  const found = JSON.parse(output)
  expect(found.commands).toContain('sample')
  expect(found.providers).toContain('sample')
  expect(found.imports).toContain('sample')
  // The error reader of its row is the one that is asked.
  expect(found.refused).toBe('billing_error')
  // Whatever opens the way to a provider is kept from children.
  expect(found.secrets).toContain('SAMPLE_API_KEY')
  const [first, second, third] = found.messages
  expect(found.offered).toContain('Sample')
  expect(found.prompt).toContain('a sample section')
  expect(first).toContain('a fact of the sample part')
  expect(second).toContain('the sample tool ran')
  expect(third).toContain('the sample tool needs another path')
  for (const shown of Object.values(found.seen)) expect(shown).toContain('the sample subject')
  for (const shown of [found.seen.tui, found.seen.plain, found.seen.web])
    expect(shown).toContain('the sample outcome')
  // A server sends what people are shown with its events; a model is not sent it.
  expect(found.events).toContain('the sample subject')
  expect(found.messages.join()).not.toContain('the sample subject')
  expect(found.explained).toMatchObject({ tool: 'Sample', verdict: 'ask' })
  expect(JSON.stringify(found.explained)).toContain('sample.txt')
  expect(found.events).toContain('the sample command ran')
  expect(found.chinese).toBe('示例命令已运行')
  expect(found.agent).toBe('sample/1')
  expect(found.flag).toBe('given')
  expect(found.subcommand).toMatchObject({ kind: 'subcommand', name: 'sample' })
  expect(found.fact).toBe('a sample fact')
  expect(new Set(found.fired)).toEqual(new Set(['SampleHeard']))
})

const says = (by: Red['by']): readonly Red[] => REDS.filter(red => red.by === by)

/** What nobody expected, and what nobody said: both are empty where every message is that of one forgotten step. */
const compare = (problems: readonly string[], reds: readonly Red[]): object => {
  const is = (problem: string, { file, says: text }: Red): boolean =>
    problem.startsWith(file) && problem.includes(text)
  return {
    unexpected: problems.filter(problem => !reds.some(red => is(problem, red))),
    unsaid: reds.filter(red => !problems.some(problem => is(problem, red))),
  }
}

/**
 * Keeps the compiler to files that were changed or import one that was: what a new row, key or kind asks for is asked
 * there, and the rest of the tree is a matter of `npm run check`.
 */
const checkOnly = (tree: ReadonlyMap<string, string>, changed: ReadonlySet<string>): readonly string[] => {
  const concerned = (path: string, text: string): boolean =>
    changed.has(path) ||
    [...text.matchAll(/'(\.[^']+\.tsx?)'/g)].some(([, target = '']) =>
      changed.has(join(dirname(path), target)),
    )
  const others = [...tree].filter(([path, text]) => !concerned(path, text))
  for (const [path, text] of others) writeFileSync(join(copy, path), `// @ts-nocheck\n${text}`)
  const left = new Set(others.map(([path]) => path))
  return [...tree.keys()].filter(
    path => !left.has(path) && (changed.has(path) || !/\.test\.tsx?$|^src\/frontends\/web\//.test(path)),
  )
}

/** A recipe that is followed says nothing; one that is followed but for a step is named with its file. */
test('the house checks and the compiler name each forgotten step, and nothing else', {
  timeout: 240_000,
}, async () => {
  for (const forgotten of FORGOTTEN) applyChange(copy, forgotten)
  const tree: ReadonlyMap<string, string> = readTree(copy)
  const files = checkOnly(
    tree,
    new Set([...[...ALL, ...FORGOTTEN].flatMap(filesOf), ...REDS.map(({ file }) => file)]),
  )
  writeFileSync(
    join(copy, 'tsconfig.recipes.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      // What the compiler knows of this repository lies behind the link to its packages, and stays what it is.
      compilerOptions: { tsBuildInfoFile: './recipes.tsbuildinfo' },
      files,
      include: [],
    }),
  )
  const args = ['--noEmit', '--pretty', 'false', '--checkers', '1', '-p', 'tsconfig.recipes.json']
  const compiled = run(join(copy, 'node_modules/.bin/tsc'), args)
  expect(compare(checkTree(tree), says('check'))).toEqual({ unexpected: [], unsaid: [] })
  // Lines that are indented go on with the message before.
  const errors = (await compiled).split(/\n(?! )/).filter(line => line.startsWith('src/'))
  expect(compare(errors, says('types'))).toEqual({ unexpected: [], unsaid: [] })
})
