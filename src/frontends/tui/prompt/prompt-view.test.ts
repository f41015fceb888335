import { beforeAll, expect, test } from 'vitest'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { Suggestion } from '../input/completion-source.ts'
import { createEditor } from '../input/editor.ts'
import type { PromptState } from '../input/prompt-state.ts'
import { initialState } from '../state/initial-state.ts'
import { loadWords, type Words } from '../text/words.ts'
import { createTheme } from '../theme/create-theme.ts'
import { type PromptView, renderPrompt } from './prompt-view.ts'

let words: Words
beforeAll(async () => {
  words = await loadWords('en')
})

const theme = createTheme('dark', { colours: 16_777_216 })
const session = { ready: true, id: '', cwd: '/w', model: 'm', mode: 'default' } as const
const show = (change: Partial<PromptState>, more: Partial<PromptView> = {}) => {
  const prompt = { ...initialState(session).prompt, ...change }
  const { lines, caret } = renderPrompt({ prompt, width: 60, theme, words, ...more })
  expect(Math.max(...lines.map(ansiWidth))).toBeLessThanOrEqual(more.width ?? 60)
  return { rows: lines.map(line => stripAnsi(line).trimEnd()), caret }
}
const typed = (text: string): Partial<PromptState> => ({ editor: createEditor(text) })
const RULE = '─'.repeat(60)

test('the text stands between two rules, behind the sign of its kind', () => {
  expect(show(typed('a\nb')).rows).toEqual([RULE, '> a', '  b', RULE])
  expect(show({ ...typed('ls'), mode: 'shell' }).rows[1]).toBe('! ls')
})

test('a screen reader gets no rules', () => {
  expect(show(typed('a'), { plain: true })).toEqual({ rows: ['> a'], caret: { x: 3, y: 0 } })
})

test('the guess at the next prompt stands in an empty one only', () => {
  expect(show({}, { suggestion: 'run it' }).rows[1]).toBe('> run it  (Tab)')
  expect(show(typed('x'), { suggestion: 'run it' }).rows[1]).toBe('> x')
})

test('how the arguments look stands behind the command, and the cursor before it', () => {
  const { rows, caret } = show(typed('/compact '), { hint: '[focus]' })
  expect(rows[1]).toBe('> /compact [focus]')
  expect(caret).toEqual({ x: 11, y: 1 })
})

test('what is greyed out never makes a row longer than the screen', () => {
  expect(show(typed('/compact '), { hint: 'x'.repeat(100), width: 20 }).rows[1]).toBe('> /compact xxxxxxx…')
})

test('while history is searched the cursor stands behind the query', () => {
  const search = { query: 'fix', text: 'please fix it', index: 0, failed: false }
  const { rows, caret } = show({ ...typed('draft'), search })
  expect(rows.slice(3)).toEqual(['Search: fix  please fix it', `${words.chat.searchHint.slice(0, 59)}…`])
  expect(caret).toEqual({ x: 11, y: 3 })
})

test('what was found with less of the query is not shown for all of it', () => {
  const search = { query: 'fixx', text: 'please fix it', index: 0, failed: true }
  expect(show({ search }).rows[3]).toBe('Not found: fixx')
})

test('a long line that was found is shown around the match', () => {
  const search = { query: 'needle', text: `${'hay '.repeat(30)}needle\nmore`, index: 0, failed: false }
  expect(show({ search }).rows[3]).toMatch(/^Search: needle {2}…[hay ]{30}needle/)
})

const items: readonly Suggestion[] = [
  { insert: '/compact ', label: '/compact', hint: '[what to dwell on] [--preview]', detail: 'Makes room' },
  { insert: '/help', label: '/help', detail: 'Lists commands', matched: [1, 2] },
]
const menu = (of: readonly Suggestion[], chosen = 0): Partial<PromptState> => ({
  ...typed('/'),
  completion: { source: 'command', from: 0, to: 1, items: of, chosen },
})

test('a long hint does not push what a command does out of sight', () => {
  expect(show(menu(items), { width: 80 }).rows.slice(3)).toEqual([
    '❯ /compact [what to dwell on] [--pr…  Makes room',
    '  /help                               Lists commands',
  ])
})

test('in a narrow window the menu leaves the arguments out', () => {
  expect(show(menu(items), { width: 40 }).rows.slice(3)).toEqual([
    '❯ /compact  Makes room',
    '  /help     Lists commands',
  ])
})

test('a long menu shows the part around the chosen one and where it is', () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ insert: '', label: `/${at}`, detail: 'd' }))
  const { rows } = show(menu(many, 10))
  expect(rows.slice(3)).toHaveLength(9)
  expect(rows).toContain('❯ /10  d')
  expect(rows.at(-1)).toBe('  11 / 20')
})

test('that a text is put aside is said in one row, however narrow', () => {
  const stash = createEditor('later')
  expect(show({ stash }).rows.at(-1)).toBe(`  ${words.chat.stashed}`)
  expect(show({ stash }, { width: 20 }).rows).toHaveLength(4)
})

test('commands stand under the heading of their group, and the folded ones behind one line', () => {
  const items: readonly Suggestion[] = [
    { insert: '/help', label: '/help', detail: 'Help', group: 'help' },
    { insert: '/clear', label: '/clear', detail: 'Start over', group: 'conversation' },
    { insert: '/copy', label: '/copy', detail: 'Copy', group: 'conversation' },
    { insert: '/', label: '…', folded: 53 },
  ]
  const completion = { source: 'command', from: 0, to: 1, items, chosen: 1 }
  expect(show({ ...typed('/'), completion }).rows.slice(3)).toEqual([
    'Help',
    '  /help   Help',
    'Conversation',
    '❯ /clear  Start over',
    '  /copy   Copy',
    '  …       53 more; Enter shows all, or type to search',
  ])
})
