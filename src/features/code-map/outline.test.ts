import { beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from './languages.ts'
import { outlineOf } from './outline.ts'
import { type CodeParser, createCodeParser } from './parse-code.ts'

let parser: CodeParser
beforeAll(async () => {
  parser = await createCodeParser(() => performance.now())
  await Promise.all(LANGUAGES.map(language => parser.load(language)))
})

const rows = (path: string, text: string) =>
  outlineOf(parser, path, text).map(
    ({ line, text: row, members }) => `${line} ${row}${members ? ` { ${members.join(' ')} }` : ''}`,
  )

test.each([
  [
    'a.ts',
    'const own = 1\nexport const sum = (\n  a: number,\n): number => a\nexport class Box<T> {\n  #x = 1\n  open() {}\n  private shut() {}\n}\nexport type Id = string | number\nexport default function main() {}\n',
    [
      '2 sum = ( a: number, ): number',
      '5 class Box<T> { open }',
      '10 type Id = string | number',
      '11 function main()',
    ],
  ],
  ['a.tsx', 'export function App() { return <p>1</p> }\n', ['1 function App()']],
  ['a.js', 'function helper() {}\nconst x = 1\n', ['1 function helper()', '2 x']],
  [
    'a.py',
    'class A(Base):\n    def run(self): pass\n    def _own(self): pass\n\n@cached\ndef load(path: str) -> int:\n    return 1\ndef _hidden(): pass\n',
    ['1 class A(Base) { run }', '6 def load(path: str) -> int'],
  ],
  [
    'a.go',
    'package a\n\ntype Server struct { X int }\n\nfunc (s *Server) Serve(addr string) error { return nil }\nfunc own() {}\n',
    ['3 Server struct { X int }', '5 func (s *Server) Serve(addr string) error'],
  ],
  [
    'a.rs',
    'pub struct One { x: i32 }\nimpl One {\n    pub fn two(&self) -> i32 { 1 }\n    fn own() {}\n}\n',
    ['1 pub struct One', '3 pub fn two(&self) -> i32'],
  ],
  ['A.java', 'package a;\npublic class A {\n  public void run() {}\n}\n', ['2 public class A { run }']],
  [
    'a.cpp',
    '#include "a.h"\nnamespace n {\nclass Box { public: void open() {} };\nint run(int x) { return x; }\n}\n',
    ['3 class Box { open }', '4 int run(int x)'],
  ],
  [
    'a.c',
    'static int own(void) { return 1; }\nint run(const char *x) { return 1; }\n',
    ['2 int run(const char *x)'],
  ],
  ['a.cs', 'namespace A;\npublic class One { public void Run() {} }\n', ['2 public class One { Run }']],
  ['a.rb', 'module A\n  class One\n    def run; end\n  end\nend\n', ['2 class One { run }']],
  [
    'a.php',
    '<?php\nclass One { public function run() {} }\nfunction two($x) {}\n',
    ['2 class One { run }', '3 function two($x)'],
  ],
  ['a.sh', 'one() {\n  echo\n}\n', ['1 one()']],
])('of %s what others can use is told, each in a line', (path, text, wanted) => {
  expect(rows(path, text)).toEqual(wanted)
})

test('text that is no code, and code of no end, cost nothing but their outline', () => {
  expect(rows('a.ts', '\u0000\u0001 }}}} ((( "')).toEqual([])
  expect(rows('a.ts', 'x'.repeat(500_000))).toEqual([])
  expect(rows('a.ts', `export const a = ${'['.repeat(20_000)}`).length).toBeLessThan(2)
})

test('what takes too long has no outline, and the next file has one', async () => {
  let now = 0
  const slow = await createCodeParser(() => (now += 300))
  await slow.load('typescript')
  expect(outlineOf(slow, 'a.ts', 'export const a = 1\n'.repeat(5_000))).toEqual([])
  now = Number.NEGATIVE_INFINITY
  expect(outlineOf(slow, 'a.ts', 'export const a = 1\n')).toHaveLength(1)
})
