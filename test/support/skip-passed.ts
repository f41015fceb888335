import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { beforeEach } from 'vitest'

/**
 * Skips what passed before, in a run that has more programs: CAPSTAN_TEST_PASSED names a file with the names of such tests
 * by the path of their file (scripts/passed-before.mjs makes it).
 */
const list = process.env['CAPSTAN_TEST_PASSED']
if (list === undefined) throw new Error('CAPSTAN_TEST_PASSED names no file')
const passed: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(list, 'utf8'))

beforeEach(({ task, skip }) => {
  const path = relative(process.cwd(), task.file.filepath)
  skip(passed[path]?.includes(task.fullTestName) ?? false, 'it passed before')
})
