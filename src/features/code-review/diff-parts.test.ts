import { expect, test } from 'vitest'
import { diffParts, fileName, fitDiff, partFor } from './diff-parts.ts'
import { linesOfDiff } from './github.ts'

const part = (head: string, body: string): string => `diff --git ${head}\n${body}`

const CASES: readonly (readonly [string, string, string])[] = [
  [
    'a changed file',
    part('a/x.js b/x.js', 'index 1..2 100644\n--- a/x.js\n+++ b/x.js\n@@ -1 +1 @@\n-a\n+b\n'),
    'x.js',
  ],
  [
    'a deleted one',
    part('a/x.js b/x.js', 'deleted file mode 100644\n--- a/x.js\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'),
    'x.js',
  ],
  [
    'a new one',
    part('a/x.js b/x.js', 'new file mode 100644\n--- /dev/null\n+++ b/x.js\n@@ -0,0 +1 @@\n+a\n'),
    'x.js',
  ],
  [
    'a renamed one',
    part('a/x y.js b/z.js', 'similarity index 100%\nrename from x y.js\nrename to z.js\n'),
    'z.js',
  ],
  [
    'a binary',
    part('a/b c.png b/b c.png', 'index 1..2 100644\nBinary files a/b c.png and b/b c.png differ\n'),
    'b c.png',
  ],
  [
    'a submodule',
    part(
      'a/lib b/lib',
      'index 1..2 160000\n--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n',
    ),
    'lib',
  ],
  [
    'a name with a line break',
    part('"a/x\\ny" "b/x\\ny"', '--- "a/x\\ny"\n+++ "b/x\\ny"\n@@ -1 +1 @@\n-a\n+b\n'),
    'x\ny',
  ],
  [
    'a name with signs and a blank',
    part('a/价 格.md b/价 格.md', '--- a/价 格.md\t\n+++ b/价 格.md\t\n@@ -1 +1 @@\n-a\n+b\n'),
    '价 格.md',
  ],
  [
    'lines that look like another file',
    part('a/x b/x', '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/evil\n+++ b/evil\n diff --git a/e b/e\n'),
    'x',
  ],
]

test.each(CASES)('%s is known by its name', (_, text, name) => {
  expect(diffParts(text)).toEqual([{ file: name, text }])
  expect(diffParts(CASES.map(([, one]) => one).join('')).map(({ file }) => file)).toContain(name)
})

test('names that git quotes are read byte by byte', () => {
  expect(['"b/\\303\\244 \\"x\\".js"', 'b/plain', '/dev/null'].map(fileName)).toEqual([
    'ä "x".js',
    'plain',
    undefined,
  ])
})

test('what programs write and what is endless is only named', () => {
  const long = (name: string, lines: number): string =>
    part(
      `a/${name} b/${name}`,
      `--- a/${name}\n+++ b/${name}\n@@ -0,0 +1,${lines} @@\n${'+x234567890\n'.repeat(lines)}`,
    )
  const fitted = fitDiff(long('package-lock.json', 400) + long('src/a.js', 400) + long('src/b.js', 9000))
  expect(fitted.leftOut).toEqual(['package-lock.json', 'src/b.js'])
  expect(fitted.text).toContain('(400 lines of changes are left out here: read the file)')
  expect([...linesOfDiff(fitted.text).entries()].map(([file, { size }]) => [file, size])).toEqual([
    ['package-lock.json', 0],
    ['src/a.js', 400],
    ['src/b.js', 0],
  ])
})

test('who tries a finding gets the change of its file, or all of it', () => {
  const [a, b] = [
    part('a/a b/a', '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n'),
    part('a/b b/b', '--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1\n+2\n'),
  ]
  expect([partFor(a + b, 'b'), partFor(a + b, 'caller.js')]).toEqual([b, a + b])
})
