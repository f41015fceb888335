import { expect, test } from 'vitest'
import { readDemoArgs } from './demo-args.ts'

const NONE = { yes: false, fast: false, keep: false, help: false }

test.each([
  [[], NONE],
  [['--yes', '--fast'], { ...NONE, yes: true, fast: true }],
  [['-y', '--keep'], { ...NONE, yes: true, keep: true }],
  [['-h'], { ...NONE, help: true }],
])('%j is read', (argv, expected) => {
  expect(readDemoArgs(argv)).toEqual(expected)
})

test.each([
  ['--fsat', 'Did you mean --fast?'],
  ['--nothing-like-it', "isn't a known option.\n"],
  ['yes', "demo: yes isn't a known option."],
  ['--yes=1', "isn't a known option."],
  ['---yes', "isn't a known option."],
])('%s is a usage error', (word, message) => {
  expect(() => readDemoArgs([word])).toThrow(
    expect.objectContaining({ code: 2, message: expect.stringContaining(message) }),
  )
})
