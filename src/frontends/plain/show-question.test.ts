import { expect, test } from 'vitest'
import { permissionRequest } from '../../../test/support/fake-events.ts'
import { plainly } from './paint.ts'
import { showAnswer, showQuestion } from './show-question.ts'

test('a question gives the change, the reason and the call, and ends where the answer goes', () => {
  const request = {
    ...permissionRequest('q1'),
    toolName: 'Edit',
    input: { file_path: '/w/a.js', old_string: 'a', new_string: 'b' },
  }
  expect(showQuestion(request, '/w', plainly)).toBe(
    '      - a\n      + b\n  ? touch changes files\n    Allow Edit(a.js)? [Y/n] ',
  )
})

test('nothing in a question can act on the terminal', () => {
  const request = { ...permissionRequest('q1'), toolName: 'x\u001b[2J', input: { a: '\u001b[8m' } }
  const shown = showQuestion(request, '/w', plainly)
  expect(shown).toContain('Allow x\\u{1b}[2J(')
  expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('an answer of the script says so', () => {
  expect(showAnswer('yes', plainly)).toBe('yes (scripted answer)\n')
})
