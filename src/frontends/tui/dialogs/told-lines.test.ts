import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { bare } from '../../../../test/support/fake-look.ts'
import { healthChecks, panelAnswers } from '../../../../test/support/panel-world.ts'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import { KEY_ACTIONS } from '../input/keymap/actions.ts'
import { createKeymap } from '../input/keymap/keymap.ts'
import { loadWords, type Words } from '../text/words.ts'
import { createTheme } from '../theme/create-theme.ts'
import { cacheLines } from './cache/cache-lines.ts'
import { contextLines } from './context/context-lines.ts'
import { costLines } from './cost/cost-lines.ts'
import { doctorLines } from './doctor/doctor-lines.ts'
import { commandLines, generalLines, keyLines } from './help/help-lines.ts'
import { type PanelRenderOptions, panelRows } from './panel-room.ts'
import { statusLines } from './status/status-lines.ts'

const all: { -readonly [L in 'en' | 'zh']?: Words } = {}
beforeAll(async () => {
  all.en = await loadWords('en')
  all.zh = await loadWords('zh')
})
const theme = createTheme('dark', { colours: 16_777_216 })
const look = (width = 60, language: 'en' | 'zh' = 'en'): PanelRenderOptions => {
  const words = all[language]
  if (!words) throw new Error('no words')
  return { theme, words, width }
}
const given = <K extends keyof typeof panelAnswers>(key: K): NonNullable<(typeof panelAnswers)[K]> => {
  const answer = panelAnswers[key]
  if (answer === undefined) throw new Error(`no ${key}`)
  return answer as NonNullable<(typeof panelAnswers)[K]>
}

const TOLD: Readonly<Record<string, (at: PanelRenderOptions) => readonly string[]>> = {
  context: at => contextLines(given('context'), at),
  cache: at => cacheLines(given('cache'), at),
  cost: at => costLines(given('cost'), at),
  status: at =>
    statusLines(
      {
        version: '1',
        state: given('state'),
        permissions: given('permissions'),
        instructions: given('instructions'),
      },
      at,
    ),
  doctor: at =>
    doctorLines(
      healthChecks(async () => verbatim('')),
      at,
    ),
  general: generalLines,
  keys: at => keyLines(createKeymap(), at),
  commands: at => commandLines(given('commands'), at),
}

test.each(Object.entries(TOLD))('%s fits every width, in both languages', (_name, lines) => {
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 160 }), fc.constantFrom('en', 'zh'), (width, language) => {
      for (const line of lines(look(width, language as 'en' | 'zh')))
        expect(ansiWidth(line)).toBeLessThanOrEqual(width)
    }),
    { numRuns: 40 },
  )
})

test('context: the largest first, and where it is summed up', () => {
  expect(bare(contextLines(given('context'), look(40)))).toEqual([
    'm est. 50k of 200k tokens (25%)',
    '██████████░░░░░░░░░░░░░░░░░░░░░░│░░░░░░░',
    '',
    '■ Results                       40k  20%',
    '  Read ×3                       40k     ',
    '■ Tools                        6.0k   3%',
    '  Bash ×14                     6.0k     ',
    '■ System prompt                4.0k   2%',
    '  system prompt                4.0k     ',
    '',
    'Auto-compacts at 160k tokens; 110k left.',
    'All numbers are estimates (est.).',
    'The provider counts 1.08 × our estimate;',
    'numbers are corrected for that.',
  ])
})

test.each([
  ['off', { compactAt: undefined }, 'Auto-compact is off.'],
  ['due', { compactAt: 10 }, 'Your next message compacts first.'],
])('context: compaction is %s', (_name, { compactAt }, said) => {
  const { compactAt: _, ...rest } = given('context')
  const usage = compactAt === undefined ? rest : { ...rest, compactAt }
  expect(bare(contextLines(usage, look(60)))).toContain(said)
})

test('cache: newest first, with what a break cost', () => {
  const lines = bare(cacheLines(given('cache'), look(70))).map(line => line.replace(/^\d\d:\d\d/, 'hh:mm'))
  expect(lines).toEqual([
    '3 requests, 2% of the input came from the cache.',
    '900 tokens paid for again ($0.12)',
    '',
    'hh:mm ░░░░░░░░░░░░░░░░   0% 41k in, 41k new m',
    '  ↳ tools changed: Bash · 900 tokens paid for again ($0.12)',
    'hh:mm ██████████████░░  90% 1.0k in, 100 new m',
    'hh:mm ░░░░░░░░░░░░░░░░   0% 1.0k in, 1.0k new m',
  ])
  expect(bare(cacheLines({ requests: [], hitRatio: 0, lostTokens: 0 }, look()))).toEqual([
    'No request has been made yet.',
  ])
})

test('cost: by model and what for, and what is not known', () => {
  expect(bare(costLines(given('cost'), look(70)))).toEqual([
    'So far: ≥ $1.50',
    'The price of local is unknown and not included.',
    '$0.02 of this is estimated (interrupted requests).',
    '1 min 5 s model time, 3 s tool time',
    '12 lines added, 3 removed',
    '',
    'By model',
    'm  $1.50',
    '  1.0k in · 9.0k from cache · 2.0k to cache · 500 out',
    'local  price unknown',
    '  10 in · 0 from cache · 0 to cache · 5 out',
    '',
    'By purpose',
    'The conversation ×3  $1.40',
    'Side questions (web pages, reviews) ×1  $0.10',
  ])
})

test('doctor: area by area, with advice, nothing foreign acts on the terminal', () => {
  const checks = [
    ...healthChecks(async () => verbatim('')),
    { area: 'new\u0007', level: 'info', text: verbatim('file \u001b[2J\nsecond line') } as const,
  ]
  expect(bare(doctorLines(checks, look(40)))).toEqual([
    '2 problems found.',
    'f fixes one of them.',
    '',
    'Installation',
    '✓ Node.js 26',
    '',
    'Sessions',
    '! Others can read 2 paths',
    '  chmod 600',
    '  f fixes this',
    '',
    'Sandbox',
    '✗ bubblewrap is not installed',
    '  Install it',
    '',
    'new\\u{7}',
    '· file \\u{1b}[2J',
    '  second line',
  ])
  expect(bare(doctorLines([{ area: 'hooks', level: 'good', text: verbatim('x') }], look()))[0]).toBe(
    'Everything looks good.',
  )
})

test('help: every key of the prompt has words in both languages', () => {
  for (const language of ['en', 'zh'] as const) {
    const shown = bare(keyLines(createKeymap(), look(120, language))).join('\n')
    expect(KEY_ACTIONS.filter(action => shown.includes(action))).toEqual([])
  }
})

test('help: keys of the person are shown as they are bound', () => {
  const keymap = createKeymap([
    { context: 'Chat', keys: 'ctrl+q', action: 'command:compact' },
    { context: 'Chat', keys: 'ctrl+s', action: null },
  ])
  const shown = bare(keyLines(keymap, look(80)))
  expect(shown.some(line => /^Ctrl-Q +\/compact$/.test(line))).toBe(true)
  expect(shown.some(line => line.includes('put the prompt aside'))).toBe(false)
})

test('both languages know the same keys', () => {
  const keysIn = (language: 'en' | 'zh') => Object.keys(look(60, language).words.panels.keys)
  expect(keysIn('zh')).toEqual(keysIn('en'))
})

test.each(['en', 'zh'] as const)(
  'the first panel of the help (%s) is all in sight in 80 columns and 24 rows',
  language => {
    const rows = panelRows({ size: { columns: 80, rows: 24 } }, 1)
    const shown = bare(generalLines(look(77, language)))
    expect(shown.length).toBeLessThanOrEqual(rows)
    expect(shown.join('\n')).toMatch(/Esc Esc[\s\S]*\/model/)
    expect(shown.join('\n')).not.toContain('…')
  },
)

test('of the commands the common ones are shown by group, and how many more there are', () => {
  const commands = [
    { name: 'model', description: 'Choose a model', group: 'setup' },
    { name: 'heapdump', description: 'Write the heap', group: 'help' },
    { name: 'clear', description: 'Start over', group: 'conversation' },
    { name: 'mine', description: 'My own', skill: true },
  ] as const
  expect(bare(commandLines(commands, look(60), 'common'))).toEqual([
    'Conversation',
    '/clear  Start over',
    '',
    'Setup',
    '/model  Choose a model',
    '',
    'Skills',
    '/mine  My own',
    '',
    '1 more command: press → to see all',
  ])
  expect(bare(commandLines(commands, look(60), 'all'))).toContain('/heapdump  Write the heap')
})
