import { expect, test } from 'vitest'
import type { Language } from './languages.ts'
import { createScanner, wordNumber } from './scan-file.ts'

const scan = createScanner()
const look = (text: string, language: Language = 'typescript') => scan(Buffer.from(text), language)

test.each<[Language, string, readonly string[]]>([
  [
    'typescript',
    "import { type Foo, bar } from './bar.ts'\nexport const one = (a: string) => a\nexport class Two {\n  three() {}\n}\nfunction* four() {}\n// class Five\nexport type { Six } from './six.ts'\n",
    ['one', 'Two', 'four'],
  ],
  [
    'python',
    'import os\nclass Alpha:\n    def inner(self): ...\ndef beta(): pass\nx = "def gamma"\n',
    ['Alpha', 'beta'],
  ],
  [
    'go',
    'package x\ntype Server struct{}\nfunc (s *Server) Serve() {}\nfunc main() {}\n',
    ['Server', 'Serve', 'main'],
  ],
  [
    'rust',
    "pub fn one<'a>(x: &'a str) {}\nimpl X {\n    pub fn two() {}\n}\nstruct Three;\n",
    ['one', 'two', 'Three'],
  ],
  ['java', 'package x;\npublic class One {\n  interface Two {}\n  void three() {}\n}\n', ['One', 'Two']],
  [
    'cpp',
    '#define LIMIT 3\nint main(int argc) {\n  call(1);\n}\nclass Box {};\nif (x) {}\n',
    ['LIMIT', 'main', 'Box'],
  ],
  ['c-sharp', 'namespace A;\npublic record One(int X);\n', ['One']],
  ['ruby', 'module A\n  class One\n    def two; end\n  end\nend\n', ['One', 'two']],
  ['php', '<?php\nfunction one() {}\nabstract class Two {}\n', ['one', 'Two']],
  ['bash', 'one() {\n  two arg\n}\nfunction three {\n}\n', ['one', 'three']],
])('what a file in %s introduces is seen without its grammar', (language, text, names) => {
  expect(look(text, language).defines).toEqual(names)
})

test('words are numbers in order, and those of texts and comments are none', () => {
  const { words } = look('alpha(beta) // gamma\n"delta" /* epsilon */ alpha\n')
  expect([...words]).toEqual([wordNumber('alpha'), wordNumber('beta')].toSorted((a, b) => a - b))
})

test('files are named by texts that begin with a dot, or behind include', () => {
  expect(look("import x from './x.ts'\nrequire('../y')\nconst z = 'z'\n").imports).toEqual(['./x.ts', '../y'])
  expect(look('#include "a/b.h"\n#include <stdio.h>\nputs("c.h");\n', 'cpp').imports).toEqual(['a/b.h'])
})

test.each(['"'.repeat(3), "'", '/*', '`', '\\', '"\\'])(
  'a file that ends in the middle of %j ends the scan',
  text => {
    expect(look(`class Alpha {}\n${text}`).defines).toEqual(['Alpha'])
  },
)
