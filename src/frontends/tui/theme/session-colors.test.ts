import { expect, test } from 'vitest'
import { isSessionColor, paintIn, SESSION_COLORS } from './session-colors.ts'

test('every color of a session looks otherwise than the others, and none is painted without colors', () => {
  const looks = SESSION_COLORS.map(color => paintIn(color, 'x', { colour: true }))
  expect(new Set(looks).size).toBe(SESSION_COLORS.length)
  expect(SESSION_COLORS.map(color => paintIn(color, 'x', { colour: false }))).toEqual(looks.map(() => 'x'))
  expect([isSessionColor('red'), isSessionColor('constructor')]).toEqual([true, false])
})
