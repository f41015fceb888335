import { expect, test } from 'vitest'
import { permissionRequest } from '../../../../test/support/permission-request.ts'
import { inChinese } from '../../../protocol/messages/chinese.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { PermissionUpdate } from '../../../protocol/permission.ts'
import { permissionChoices } from './permission-options.ts'

const rules = (...contents: readonly string[]): PermissionUpdate => ({
  type: 'addRules',
  rules: contents.map(ruleContent => ({ toolName: 'Bash', ruleContent })),
  behavior: 'allow',
  destination: 'localSettings',
})
const mode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
const LISTED = { localize: inEnglish, listed: true }
const names = (request: ReturnType<typeof permissionRequest>) =>
  permissionChoices(request, LISTED).map(({ option }) => option.name)

test('without an offer there is yes, no, and no with the end of the turn', () => {
  expect(
    permissionChoices(permissionRequest(), LISTED).map(({ option, answer }) => [option.kind, answer]),
  ).toEqual([
    ['allow_once', { behavior: 'allow' }],
    ['reject_once', { behavior: 'deny', message: '' }],
    ['reject_once', { behavior: 'deny', message: '', interrupt: true }],
  ])
})

test('a rule is named with how far it reaches, and each choice saves it there', () => {
  const request = permissionRequest({
    decision: { offer: [rules('npm run:*'), mode] },
    details: {
      saves: [{ rule: 'Bash(npm run:*)', file: '/w/s.json' }, { rule: 'mode acceptEdits' }],
      places: [{ destination: 'userSettings', file: '/home/me/s.json' }],
    },
  })
  expect(names(request)).toEqual([
    'Allow',
    'Always allow Bash(npm run:*) (this session)',
    'Always allow Bash(npm run:*) (this project)',
    'Always allow Bash(npm run:*) (all projects)',
    'Allow all edits (this session)',
    'Reject',
    'Reject and stop',
  ])
  const choices = permissionChoices(request, LISTED)
  expect(new Set(choices.map(({ option }) => option.optionId)).size).toBe(choices.length)
  expect(
    choices.flatMap(({ answer }) =>
      answer.behavior === 'allow' ? (answer.updatedPermissions ?? []).map(one => one.destination) : [],
    ),
  ).toEqual(['session', 'localSettings', 'userSettings', 'session'])
})

test.each([
  ['a rule', [rules('npm run:*')], 'Always allow Bash(npm run:*) (this session)'],
  ['a rule and a mode', [rules('npm run:*'), mode], 'Always allow Bash(npm run:*) (this session)'],
  ['a mode', [mode], 'Allow all edits (this session)'],
])(
  'of %s a client that binds a key to each kind gets one answer of each, reaching least',
  (_, offer, always) => {
    const request = permissionRequest({
      decision: { offer },
      details: { places: [{ destination: 'userSettings', file: '/home/me/s.json' }] },
    })
    const choices = permissionChoices(request, { localize: inEnglish, listed: false })
    expect(choices.map(({ option }) => [option.kind, option.name])).toEqual([
      ['allow_once', 'Allow'],
      ['allow_always', always],
      ['reject_once', 'Reject'],
    ])
    // Some clients take an answer by any other id for a no.
    expect(choices.map(({ option }) => option.optionId)).toEqual(['allow', 'allow_always', 'reject'])
    expect(choices.at(-1)?.answer).toEqual({ behavior: 'deny', message: '' })
    for (const { answer } of choices)
      if (answer.behavior === 'allow')
        for (const update of answer.updatedPermissions ?? []) expect(update.destination).toBe('session')
  },
)

test.each([
  [
    'a question without a call',
    permissionRequest({ details: { about: { kind: 'server', name: 'x' } }, decision: { offer: [mode] } }),
    ['Allow', 'Reject'],
  ],
  [
    'a rule nobody could read',
    permissionRequest({ decision: { offer: [rules('x'.repeat(400))] } }),
    ['Allow', 'Reject', 'Reject and stop'],
  ],
  [
    'a change that is not shown whole',
    permissionRequest({
      decision: { offer: [rules('x')] },
      details: { diff: { path: '/a', text: '', cut: true } },
    }),
    ['Allow', 'Reject', 'Reject and stop'],
  ],
])('%s is not allowed for good', (_, request, expected) => {
  expect(names(request)).toEqual(expected)
})

test('what a rule is made of cannot hide', () => {
  const shown = names(permissionRequest({ decision: { offer: [rules('echo \u001b[2J\u202e\nrm')] } })).join(
    '',
  )
  expect(['\u001b', '\u202e', '\n'].filter(sign => shown.includes(sign))).toEqual([])
})

test('answers are named in the language in force', () => {
  const auto: PermissionUpdate = { type: 'setMode', mode: 'auto', destination: 'session' }
  const request = permissionRequest({ decision: { offer: [rules('npm run:*'), mode, auto] } })
  expect(
    permissionChoices(request, { localize: inChinese, listed: true }).map(({ option }) => option.name),
  ).toEqual([
    '允许',
    '始终允许 Bash(npm run:*)（本会话）',
    '始终允许 Bash(npm run:*)（本项目）',
    '允许所有编辑（本会话）',
    '允许，并切换到自动模式（本会话）',
    '拒绝',
    '拒绝并停止',
  ])
})
