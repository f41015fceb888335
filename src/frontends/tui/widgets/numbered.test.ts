import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numbered } from './numbered.ts'

test('digits run from 1 without gaps, as far as there are digits', () => {
  const options = Array.from({ length: 12 }, (_, at) => ({ value: at, label: `${at}` }))
  for (let count = 0; count <= options.length; count++)
    expect(numbered(options.slice(0, count)).flatMap(({ hotkey }) => hotkey ?? [])).toEqual(
      [...'123456789'].slice(0, count),
    )
})

/** Rows among which some cannot be chosen, and rows with marks and fields. */
const COUNT_THEMSELVES = ['dialogs/onboarding/sign-in-options.ts', 'dialogs/question/question-lines.ts']

test('no list of answers has keys of its own, neither letters nor digits out of order', () => {
  const root = join(import.meta.dirname, '..')
  const own = globSync('**/*.{ts,tsx}', { cwd: root }).filter(
    file => !file.includes('.test.') && /\bhotkey:/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(own.toSorted()).toEqual([...COUNT_THEMSELVES, 'widgets/numbered.ts'].toSorted())
})
