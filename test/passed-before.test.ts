import { expect, test } from 'vitest'
// @ts-expect-error the script has no type declarations
import { passedBefore } from '../scripts/passed-before.mjs'

const ran = (name: string, status: string, ...ancestorTitles: readonly string[]) => ({
  title: name,
  status,
  ancestorTitles,
})
const report = {
  testResults: [
    {
      name: '/r/some.test.ts',
      assertionResults: [
        ran('needs nothing', 'passed'),
        ran('needs a program', 'skipped'),
        ran('asks for one', 'passed', 'group'),
        ran('failed', 'failed'),
        ran('twice', 'passed'),
        ran('twice', 'skipped'),
      ],
    },
    { name: '/r/all.test.ts', assertionResults: [ran('needs nothing', 'passed')] },
    { name: '/r/other.test.ts', assertionResults: [ran('needs nothing', 'passed')] },
  ],
}
const incomplete = 'some.test.ts\t-\nsome.test.ts\tgroup > asks for one\nall.test.ts\t*\nall.test.ts\t-\n'

const before = expect.getState().currentTestName

test('whoever asks for a program between tests is none of them', () => {
  expect(before).toBe('')
  expect(expect.getState().currentTestName).toBe('whoever asks for a program between tests is none of them')
})

test('only what passed and asked for no program need not run once more', () => {
  expect(passedBefore(report, incomplete, '/r')).toEqual({ 'some.test.ts': ['needs nothing'] })
})
