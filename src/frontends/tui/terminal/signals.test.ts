import { expect, test } from 'vitest'
import {
  copySignal,
  notificationSignal,
  type Progress,
  progressSignal,
  throughTmux,
  titleSignal,
} from './signals.ts'

const PLAIN = { tmux: false }
const visible = (sequence: string): string =>
  sequence.replaceAll('\u001b', 'E').replaceAll('\u0007', '^G').replaceAll('\u009c', '^ST')

test.each([
  ['fix the bug', 'E]0;fix the bug^G'],
  ['a\u0007b\u001b]0;evil\u0007\u009cc\n d', 'E]0;ab]0;evilc d^G'],
  ['', 'E]0;^G'],
])('the title %j cannot end its sequence', (title, sequence) => {
  expect(visible(titleSignal(title))).toBe(sequence)
})

test.each([
  ['osc9', 'E]9;Capstan: done^G'],
  ['osc777', 'E]777;notify;Capstan;done^G'],
  ['bell', '^G'],
  ['osc99', 'E]99;i=capstan:d=0:p=title;CapstanE\\E]99;i=capstan:d=1:p=body;doneE\\'],
] as const)('a notification by %s is %j', (way, sequence) => {
  const notice = { title: 'Capstan', body: 'done' }
  expect(visible(notificationSignal(way, notice, PLAIN))).toBe(sequence)
})

test('a notification is no progress, and its parts stay apart', () => {
  expect(visible(notificationSignal('osc9', { title: '', body: '4;3;100' }, PLAIN))).toBe('E]9; 4;3;100^G')
  expect(visible(notificationSignal('osc777', { title: 'a;b', body: 'c;d' }, PLAIN))).toBe(
    'E]777;notify;a,b;c,d^G',
  )
})

const progresses: [Progress, string][] = [
  [{ state: 'none' }, 'E]9;4;0;0E\\'],
  [{ state: 'busy' }, 'E]9;4;3;0E\\'],
  [{ state: 'value', percent: 140 }, 'E]9;4;1;100E\\'],
  [{ state: 'error', percent: 12.4 }, 'E]9;4;2;12E\\'],
]
test.each(progresses)('progress %j is %j', (progress, sequence) => {
  expect(visible(progressSignal(progress, PLAIN))).toBe(sequence)
})

test('a copy is encoded, and refused when no terminal would take it', () => {
  expect(visible(copySignal('héllo', PLAIN) ?? '')).toBe('E]52;c;aMOpbGxv^G')
  expect(copySignal('x'.repeat(80_000), PLAIN)).toBeUndefined()
})

test('through tmux every escape is doubled', () => {
  expect(visible(throughTmux('\u001b]9;x\u001b\\'))).toBe('EPtmux;EE]9;xEE\\E\\')
  expect(visible(copySignal('a', { tmux: true }) ?? '')).toBe('EPtmux;EE]52;c;YQ==^GE\\')
})
