import { expect, test } from 'vitest'
import { nearMiss } from './near-miss.ts'

const FILE = 'function a() {\n\tif (x) {\n\t\treturn "a"\n\t}\n}\nconst name = \'it\'\n'

test.each([
  [
    'line numbers on every line',
    FILE,
    '2→\tif (x) {\n3→\t\treturn "a"',
    /^It matches line 2 without the line numbers.*leave number and arrow out/,
  ],
  ['line numbers of text that is not there', FILE, '9→nowhere', /leave number and arrow out/],
  [
    'a line end written as two characters',
    FILE,
    '\\treturn "a"\\n',
    /^It matches line 3 with real line ends and tabs/,
  ],
  [
    'quotes with backslashes',
    FILE,
    'return \\"a\\"',
    /^It matches line 3 without the backslashes before quotes/,
  ],
  ['entities', 'a < b && c\n', 'a &lt; b &amp;&amp; c', /^It matches line 1 with plain characters/],
  ['blanks at the end of its lines', FILE, 'if (x) {  \n\t\treturn', /^It matches line 2 without the blanks/],
  ['a line end too many', 'one\ntwo', 'two\n\n', /^It matches line 2 without the line ends/],
  ['bare carriage returns', 'one\rtwo\r', 'one\ntwo', /bare carriage return/],
  ['only white space', FILE, ' \n ', /only white space/],
  [
    'spaces for tabs',
    FILE,
    '  if (x) {\n    return "a"',
    /^Lines 2–3 differ only in white space \(indented with 1 tab in the file, with 2 spaces in old_string\)\. The file has there:\n\tif \(x\) \{\n\t\treturn "a"$/,
  ],
  [
    'blanks at the end of a line of the file',
    'one  \ntwo\n',
    'one\ntwo',
    /^Lines 1–2 differ only in white space \(a line ends with 2 spaces in the file, with nothing in old_string\)/,
  ],
  [
    'a no-break space inside',
    'let\u00a0x = 1\n',
    'let x = 1',
    /\(the file has 1 no-break space \(U\+00A0\) inside the line\)/,
  ],
  [
    'another order of lines',
    FILE,
    'function a() {\n\tif (y) {\n\t\treturn "a"',
    /^Lines 1–3 are similar, first different in line 2/,
  ],
  ['nothing alike', FILE, 'completely other words here', /^Nothing similar/],
])('%s', (_name, text, wanted, message) => {
  expect(nearMiss(text, wanted).text).toMatch(message)
})

test('in a large file the place is found by the longest line', () => {
  const lines = Array.from({ length: 300_000 }, (_, index) => `line ${index}`)
  lines[200_000] = '\tthe longest line of all'
  const wanted = 'line 199999\n    the longest line of all\nline 200001'
  expect(nearMiss(lines.join('\n'), wanted).text).toMatch(/^Lines 200000–200002 differ only in white space/)
})
