import { appendFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

/** Of this run alone: its global setup made it. */
const RUN = tmpdir()
const ROOT = join(import.meta.dirname, '../..')

export const ADVICE = 'which is not installed or may not do its work here'
/** For a program whose absence skips tests and changes no other. */
export const SKIPPED_ONLY = '-'
const ALL = '*'

/**
 * Something that tests need is not here, so they are skipped. Where it must be (CAPSTAN_TEST_REQUIRE names it) that is a
 * failure; elsewhere one line of the whole run says what is left out. A run that wants to know which files were not run
 * whole names a file for their paths (CAPSTAN_TEST_INCOMPLETE), each with what has to run once more: the test that asked,
 * nothing but the tests that were skipped (SKIPPED_ONLY), or all of the file.
 */
export const reportMissing = (
  name: string,
  advice: string = ADVICE,
  outsideTests: typeof ALL | typeof SKIPPED_ONLY = ALL,
): false => {
  if ((process.env['CAPSTAN_TEST_REQUIRE'] ?? '').split(',').includes(name))
    throw new Error(`${name} is required here (CAPSTAN_TEST_REQUIRE): ${advice}`)
  const list = process.env['CAPSTAN_TEST_INCOMPLETE']
  const { testPath, currentTestName } = expect.getState()
  if (list && testPath)
    appendFileSync(list, `${relative(ROOT, testPath)}\t${currentTestName || outsideTests}\n`)
  if (isFirst(name)) process.stdout.write(`skipped: tests that need ${name}, ${advice}\n`)
  return false
}

/** Workers share nothing but the disk. */
const isFirst = (name: string): boolean => {
  try {
    writeFileSync(join(RUN, `missing-${name.replaceAll(/[^\w.-]/g, '-')}`), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
