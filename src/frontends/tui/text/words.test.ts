import { expect, test } from 'vitest'
import { loadWords } from './words.ts'

test('what a denial advises the model in plan mode is not shown to people, in any language', async () => {
  const why = 'Plan mode does not allow edits'
  const advice =
    'Put what you would do into the plan file /home/me/.capstan/plans/a b.md with Write or Edit, and call ExitPlanMode when the plan is ready'
  const reason = `${why}. ${advice}`
  expect((await loadWords('en')).told(reason)).toBe(why)
  expect((await loadWords('zh')).told(reason)).toBe((await loadWords('zh')).told(why))
})
