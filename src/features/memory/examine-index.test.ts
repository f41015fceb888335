import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { examineIndex } from './examine-index.ts'
import { openMemoryDirectory } from './memory-directory.ts'

const WRITTEN = '2026-11-10T07:30:00.000Z'

test.each([
  ['its header', `modified: ${WRITTEN}\n`, Date.parse(WRITTEN)],
  ['the date of its file', '', 100_000],
  ['the date of its file, where the header has no time', 'modified: soon\n', 100_000],
])('the age of a memory is that of %s', (_, line, modifiedMs) => {
  const path = makeDirectory()
  const file = join(path, 'a.md')
  writeFileSync(file, `---\nname: A\ndescription: about a\ntype: user\n${line}---\ntext`)
  utimesSync(file, 100, 100)
  expect(examineIndex(openMemoryDirectory(path)).memories).toEqual([
    { path: file, title: 'A', kind: 'user', modifiedMs },
  ])
})
