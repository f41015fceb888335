import { expect, test } from 'vitest'
import { terminalModes } from './modes.ts'

test('every mode that is switched on is switched off', () => {
  const { enter, leave } = terminalModes()
  expect(enter).toBe('\u001b[?2004h\u001b[?1004h\u001b[>4;1m\u001b[>1u\u001b[22;0t')
  expect(leave.startsWith('\u001b[23;0t\u001b[<u\u001b[>4m\u001b[?1004l\u001b[?2004l')).toBe(true)
})

test('progress that is shown ends with the program', () => {
  expect(terminalModes({ progress: true }).leave).toContain('\u001b]9;4;0;0\u001b\\')
  expect(terminalModes().leave).not.toContain(']9;4')
})

test('a plain terminal is not sent what it would print', () => {
  expect(terminalModes({ plain: true })).toEqual({ enter: '\u001b[?2004h', leave: '\u001b[?2004l' })
})
