import { expect, test } from 'vitest'
import { chooseContext } from './options.ts'

const NOTHING = {
  autoCompactWindow: undefined,
  autoCompactPercent: undefined,
  backgroundOff: false,
  baseUrl: undefined,
}
const USUAL = {
  notes: true,
  notesTemplate: '/home/x/session-notes-template.md',
  collapse: false,
  snipNudge: false,
  contextEditing: true,
}

test.each([
  ['nothing said', {}, {}, {}],
  ['a window by setting', {}, { autoCompactWindow: 90_000 }, { window: 90_000 }],
  ['the environment wins', { autoCompactWindow: 50_000 }, { autoCompactWindow: 90_000 }, { window: 50_000 }],
  ['a share by setting', {}, { compaction: { percent: 150 } }, { percent: 100 }],
  ['a share by environment', { autoCompactPercent: 40 }, { compaction: { percent: 60 } }, { percent: 40 }],
  [
    'all switches',
    {},
    { compaction: { notes: false, collapse: true, snipNudge: true, cacheMinutes: 5, keepResults: 3.7 } },
    { notes: false, collapse: true, snipNudge: true, cacheMinutes: 5, keepResults: 3 },
  ],
  [
    'no calls nobody asked for',
    { backgroundOff: true },
    { compaction: { collapse: true, notes: true } },
    { notes: false },
  ],
  ['another service', { baseUrl: 'http://127.0.0.1:1' }, {}, { contextEditing: false }],
  [
    'another service that is known to',
    { baseUrl: 'https://gateway.example' },
    { compaction: { contextEditing: true } },
    {},
  ],
  [
    'a name that only looks like it',
    { baseUrl: 'https://api.anthropic.com.evil' },
    {},
    { contextEditing: false },
  ],
])('%s', (_name, said, settings, chosen) => {
  expect(chooseContext({ ...NOTHING, ...said }, settings, '/home/x')).toEqual({ ...USUAL, ...chosen })
})
