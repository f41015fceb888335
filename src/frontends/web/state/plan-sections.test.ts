import { expect, test } from 'vitest'
import { commentsText, sectionsOf } from './plan-sections.ts'

const PLAN = `Before.

# Move it
Two sentences.

## First step #
\`\`\`sh
# no heading
~~~
## nor this
\`\`\`
### part of it

## Second step
`

test('a plan is cut at headings of two levels, and nothing of it is lost', () => {
  const sections = sectionsOf(PLAN)
  expect(sections.map(({ title }) => title)).toEqual(['', 'Move it', 'First step', 'Second step'])
  expect(sections.map(({ text }) => text).join('\n')).toBe(PLAN)
  expect(sectionsOf('no heading')).toEqual([{ title: '', text: 'no heading' }])
  expect(sectionsOf('\n# a')).toEqual([{ title: 'a', text: '# a' }])
})

test('comments name their sections, and what is said of the whole comes last', () => {
  const sections = sectionsOf(PLAN)
  expect(commentsText(sections, {}, ' ')).toBe('')
  expect(commentsText(sections, { 0: 'why?', 1: ' ', 3: ' later ' }, ' go ')).toBe(
    'why?\n\nOn "Second step": later\n\ngo',
  )
})
