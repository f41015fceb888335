import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchFiles } from './match-files.ts'
import { type CodeParser, createCodeParser } from './parse-code.ts'

const directory = mkdtempSync(join(tmpdir(), 'capstan-match-'))
let parser: CodeParser
beforeAll(async () => {
  // No time passes: what a slow machine has not parsed in time is no matter of these tests.
  parser = await createCodeParser(() => 0)
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const look = async (
  files: Readonly<Record<string, string>>,
  pattern: string,
  more: { readonly language?: string; readonly rewrite?: string; readonly mostMatches?: number } = {},
) => {
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  })
  return await matchFiles(parser, { files: paths, pattern, language: '', mostMatches: 100, ...more })
}

const lines = async (name: string, text: string, pattern: string) => {
  const answer = await look({ [name]: text }, pattern)
  return answer.kind === 'matches'
    ? answer.found.flatMap(({ matches }) => matches.map(({ from }) => from))
    : answer
}

test.each<[string, string, string, readonly number[]]>([
  [
    'a.ts',
    'foo(1)\nfoo(1, 2)\nfoo(\n  1, // one\n  [2, 3],\n)\nbar(1)\nfoo()\n',
    'foo($A, $$$REST)',
    [1, 2, 3],
  ],
  ['a.ts', 'foo()\nfoo(1)\nx.foo(2)\n', 'foo($$$)', [1, 2]],
  ['a.ts', 'a === a\na === b\nf(x) === f( x )\n', '$A === $A', [1, 3]],
  ['a.ts', 'if (a) b()\nif (a) { b() } else c()\n', 'if ($A) $B', [1]],
  ['a.ts', 'class A { async run(x: string) { return 1 } }\n', 'async run($_) { $$$ }', [1]],
  ['a.ts', "import { a } from 'x'\nimport b from 'x'\n", "import { $$$ } from 'x'", [1]],
  ['a.tsx', 'const a = <p className="x">{y}</p>\n', '<p className="x">$$$</p>', [1]],
  ['a.py', 'def f(a, b):\n    return a\nprint(f(1, b=2))\n', 'f($$$)', [3]],
  [
    'a.py',
    'try:\n    x()\nexcept Exception:\n    pass\n',
    'try:\n    $$$A\nexcept Exception:\n    pass',
    [1],
  ],
  [
    'a.go',
    'package a\nfunc f() {\n\tif err != nil {\n\t\treturn err\n\t}\n\tfmt.Println(1)\n}\n',
    'if err != nil { return $A }',
    [3],
  ],
  ['a.go', 'package a\nfunc f() {\n\tfmt.Println(1, 2)\n}\n', 'fmt.Println($$$)', [3]],
  ['a.rs', 'fn f() {\n    let x = g().unwrap();\n}\n', '$A.unwrap()', [2]],
  ['A.java', 'class A {\n  void f() {\n    log.info("x", y);\n  }\n}\n', 'log.info($$$)', [3]],
  ['a.cpp', 'void f() {\n  free(p);\n}\n', 'free($P)', [2]],
  ['a.cs', 'class A { void F() {\n  Console.WriteLine(1);\n} }\n', 'Console.WriteLine($A)', [2]],
  ['a.rb', 'def f\n  puts "x"\n  log(1, 2)\nend\n', 'log($$$)', [3]],
  ['a.php', '<?php\nfoo($x, 1);\n', 'foo($A, $$$)', [2]],
  ['a.sh', 'rm -rf "$dir"\nls\n', 'rm -rf $A', [1]],
])('in %s %j the pattern %j is on lines %j', async (name, text, pattern, wanted) => {
  expect(await lines(name, text, pattern)).toEqual(wanted)
})

test('files without the words of the pattern are not parsed, and of others only so many matches are told', async () => {
  const answer = await look({ 'a.ts': 'f(1)\nf(2)\nf(3)\n', 'b.ts': 'g(1)\n' }, 'f($A)', { mostMatches: 2 })
  expect(answer).toMatchObject({ kind: 'matches', unread: 0 })
  expect(answer.kind === 'matches' && answer.found[0]?.matches).toHaveLength(2)
})

test.each([
  ['foo(', 'syntax'],
  ['', 'empty'],
  ['$A', 'empty'],
])('the pattern %j cannot be looked for: %s', async (pattern, kind) => {
  expect(await look({ 'a.ts': 'foo(1)' }, pattern)).toMatchObject({ kind: 'refused', why: { kind } })
})

test('matches become what the rewrite says, with what the holes were', async () => {
  const text = 'const a = assertEqual(x, [1,\n  2], "m")\nassertEqual(y, z)\n'
  const answer = await look({ 'a.ts': text }, 'assertEqual($A, $B, $$$REST)', {
    rewrite: 'expect($A).toEqual($B, $$$REST)',
  })
  expect(answer.kind === 'matches' && answer.found[0]?.after).toBe(
    'const a = expect(x).toEqual([1,\n  2], "m")\nexpect(y).toEqual(z)\n',
  )
  expect(await look({ 'a.ts': text }, 'f($A)', { rewrite: 'g($B)' })).toMatchObject({
    kind: 'refused',
    why: { kind: 'hole', name: '$B' },
  })
})

test('hostile code ends, and what cannot be parsed is counted', async () => {
  const nested = `f(${'['.repeat(5_000)}${']'.repeat(5_000)})\n`
  const many = `g(${'a, '.repeat(3_000)}b)\n`
  const answer = await look(
    { 'a.ts': nested, 'b.ts': many, 'c.ts': `\u0000g(${'x'}` },
    'g($$$A, $B, $$$C, $B, $$$D)',
  )
  expect(answer).toMatchObject({ kind: 'matches', unread: 1 })
})
