import { describe, expect, test } from 'vitest'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { Queued } from '../state/ui-state.ts'
import { statusEn } from '../text/en/status.ts'
import { createTheme } from '../theme/create-theme.ts'
import { queueLines } from './queue-lines.ts'

const theme = createTheme('dark', { colours: 256 })
const queued = (text: string, when: Queued['when'] = 'step'): Queued => ({ uuid: text, text, when })
const lines = (queue: readonly Queued[], width = 80): readonly string[] =>
  queueLines(queue, { theme, words: { status: statusEn }, width }).map(stripAnsi)

describe('queueLines', () => {
  test('nothing waits, nothing is shown', () => {
    expect(lines([])).toEqual([])
  })

  test('says what waits, when it is heard and how to change it', () => {
    expect(lines([queued('also the docs'), queued('then commit', 'end')])).toEqual([
      '⋯ also the docs (queued: sent at the next step)',
      '⋯ then commit (queued: sent when this is done)',
      '  Up to edit',
    ])
  })

  test('many are counted', () => {
    const many = lines(['a', 'b', 'c', 'd', 'e', 'f'].map(text => queued(text)))
    expect(many).toHaveLength(5)
    expect(many.at(-1)).toBe('  and 2 more · Up to edit')
  })

  test('several lines stand on one, and nothing in them acts on the terminal', () => {
    expect(lines([queued('one\ntwo\u001b[2J')])[0]).toBe(
      '⋯ one two\\u{1b}[2J (queued: sent at the next step)',
    )
  })

  test('no line is wider than the screen', () => {
    const narrow = queueLines([queued('你好'.repeat(60))], { theme, words: { status: statusEn }, width: 30 })
    expect(narrow.every(line => ansiWidth(line) <= 30)).toBe(true)
  })
})
