import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { loadShellReader } from '../../../lib/shell/lower.ts'
import { readSedEdit } from './sed-edit.ts'

const read = await loadShellReader()
const edit = (command: string) => readSedEdit(read(command), { cwd: '/w', home: '/h' })

test.each<[string, string, readonly string[]]>([
  ["sed -i 's/a/b/' x", '/w/x', ['-e', 's/a/b/']],
  ["sed -i -E 's/(a)/b/g' ./x", '/w/./x', ['-E', '-e', 's/(a)/b/g']],
  ["sed -Ei 's/a/b/' x", '/w/x', ['-E', '-e', 's/a/b/']],
  ["sed --in-place --quiet -e 's/a/b/p' -e 3d /y", '/y', ['-n', '-e', 's/a/b/p\n3d']],
  ["sed -i -- '/a/d' ~/x", '/h/x', ['-e', '/a/d']],
  ["sed -zri 's/a/i.x/' x", '/w/x', ['-E', '-z', '-e', 's/a/i.x/']],
])('%s is an edit of %s', (command, path, args) => {
  expect(edit(command)).toEqual({ path, args })
})

test.each([
  "sed 's/a/b/' x",
  "sed -i.bak 's/a/b/' x",
  "sed --in-place=.bak 's/a/b/' x",
  "sed -ie 's/a/b/' x",
  'sed -i -f script x',
  "sed -i 's/a/b/' x y",
  "sed -i 's/a/b/'",
  "sed -i 's/a/b/' *.ts",
  'sed -i "s/a/$B/" x',
  "sed -i 's/a/b/' x > y",
  "LC_ALL=C sed -i 's/a/b/' x",
  "sed -i 's/a/b/' x && make",
  "sed -i 's/a/b/' x &",
  "(sed -i 's/a/b/' x)",
  "sudo sed -i 's/a/b/' x",
  "./sed -i 's/a/b/' x",
  "sed -i 's/a/b/e' x",
  "sed -i 's/a/b/w y' x",
  "sed -i 'r y' x",
  "sed -i '2q' x",
  "sed -i 'F' x",
  "sed -i 's/a/b/' -",
])('%s is not shown as one', command => {
  expect(edit(command)).toBeUndefined()
})

const GNU = (() => {
  try {
    return execFileSync('sed', ['--version'], { encoding: 'utf8' }).includes('GNU')
  } catch {
    // Another sed says that it does not know the option.
    return false
  }
})()

test
  .skipIf(!GNU)
  .each([
    's/o/0/g',
    '2d',
    '$!N;P;D',
    ':a;N;$!ba;s/\\n/ /g',
    '1!G;h;$!d',
    '/two/,$y/abc/xyz/',
    '=',
    'l',
    'n;d',
    '2{s/t/T/p;t;d}',
    '2N;s/\\n/,/',
  ])('what it prints is what in place leaves: %s', async script => {
  await using tmp = tmpDir()
  for (const content of ['one\ntwo\nthree\n', 'one\ntwo', '']) {
    const [from, to] = [join(tmp.path, 'from'), join(tmp.path, 'to')]
    writeFileSync(from, content)
    copyFileSync(from, to)
    const known = edit(`sed -i '${script}' x`)
    const printed = execFileSync('sed', ['--sandbox', ...(known?.args ?? ['missing']), '--', from], {
      encoding: 'utf8',
    })
    execFileSync('sed', ['-i', script, to])
    expect(printed).toBe(readFileSync(to, 'utf8'))
  }
})
