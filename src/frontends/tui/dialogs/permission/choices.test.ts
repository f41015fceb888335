import fc from 'fast-check'
import { expect, test } from 'vitest'
import { permissionRequest } from '../../../../../test/support/permission-request.ts'
import { inChinese } from '../../../../protocol/messages/chinese.ts'
import { verbatim } from '../../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { allowListText, sentence, shortReason } from '../../../../protocol/messages/permissions/allow-list.ts'
import type { PermissionUpdate } from '../../../../protocol/permission.ts'
import { dialogsEn as words } from '../../text/en/dialogs.ts'
import { answerTo, choicesFor } from './choices.ts'

const look = { words, shorten: (path: string) => path.replace('/home/me/', '~/') }
const rules = (...contents: readonly string[]): PermissionUpdate => ({
  type: 'addRules',
  rules: contents.map(ruleContent => ({ toolName: 'Bash', ruleContent })),
  behavior: 'allow',
  destination: 'localSettings',
})
const mode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
const local = '/w/.capstan/settings.local.json'
const shown = (request: ReturnType<typeof permissionRequest>) =>
  choicesFor(request, look).map(({ hotkey, label, detail }) =>
    [hotkey, label, ...(detail ? [detail] : [])].join(' | '),
  )

test('without an offer there is yes, no, and no with words', () => {
  expect(shown(permissionRequest())).toEqual([
    '1 | Yes',
    '2 | No, and stop',
    '3 | No, and tell Capstan what to do instead',
  ])
})

test('a program that wants a terminal can have the one the person sits at', () => {
  const request = permissionRequest({ decision: { offer: [rules('vim:*')] }, details: { terminal: true } })
  expect(shown(request).slice(3, 5)).toEqual([
    '4 | Yes, in a terminal you type into',
    "5 | Yes, and don't ask again for Bash(vim:*) | this session",
  ])
  expect(answerTo({ kind: 'terminal' }, ' quickly ')).toEqual({
    behavior: 'allow',
    inTerminal: true,
    note: 'quickly',
  })
})

test('a question that no call is behind takes yes or no', () => {
  const request = permissionRequest({ details: { about: { kind: 'server', name: 'x' } } })
  expect(shown(request)).toEqual(['1 | Yes', '2 | No'])
})

test('a rule for the project is offered with its file, for the session, and for all projects', () => {
  const request = permissionRequest({
    decision: { offer: [rules('npm run:*')] },
    details: {
      saves: [{ rule: 'Bash(npm run:*)', file: local }],
      places: [{ destination: 'userSettings', file: '/home/me/.capstan/settings.json' }],
    },
  })
  expect(shown(request)).toEqual([
    '1 | Yes',
    '2 | No, and stop',
    '3 | No, and tell Capstan what to do instead',
    "4 | Yes, and don't ask again for Bash(npm run:*) | this session",
    `5 | Yes, don't ask again in this project | only you: ${local}`,
    "6 | Yes, don't ask again in any project | ~/.capstan/settings.json",
  ])
  const updates = choicesFor(request, look).flatMap(({ value }) =>
    value.kind === 'always' ? [value.update.destination] : [],
  )
  expect(updates).toEqual(['session', 'localSettings', 'userSettings'])
})

test('all rules of one offer are named, and what follows is not mixed up with them', () => {
  const request = permissionRequest({
    decision: { offer: [rules('git add:*', 'git commit:*'), mode] },
    details: {
      saves: [
        { rule: 'Bash(git add:*)', file: local },
        { rule: 'Bash(git commit:*)', file: local },
        { rule: 'mode acceptEdits' },
      ],
    },
  })
  const labels = shown(request)
  expect(labels[3]).toContain('Bash(git add:*), Bash(git commit:*)')
  expect(labels[5]).toBe('6 | Yes, and accept all edits | this session')
})

test('a fetch can be allowed for its site, and the rule is the one for that domain', () => {
  const update = {
    type: 'addRules',
    rules: [{ toolName: 'WebFetch', ruleContent: 'domain:docs.rs' }],
    behavior: 'allow',
    destination: 'localSettings',
  } as const
  const request = permissionRequest({
    decision: { offer: [update] },
    details: { about: { kind: 'network' }, saves: [{ rule: 'WebFetch(domain:docs.rs)', file: local }] },
  })
  expect(shown(request).slice(3)).toEqual([
    '4 | Yes, and always for this site (docs.rs) | this session',
    `5 | Yes, don't ask again in this project | only you: ${local}`,
  ])
})

const anyUpdate = fc.constantFrom<PermissionUpdate>(
  mode,
  rules('npm test'),
  rules('git add:*', 'git commit:*'),
  rules('x'.repeat(500)),
  { ...rules('node a.js'), destination: 'session' } as PermissionUpdate,
  { type: 'addDirectories', directories: ['/w'], destination: 'session' },
  { type: 'addDirectories', directories: ['/w'], destination: 'localSettings' },
)

test('numbers run from 1 without gaps, and those of yes and no are the same in every question', () => {
  fc.assert(
    fc.property(
      fc.array(anyUpdate, { maxLength: 5 }),
      fc.boolean(),
      fc.boolean(),
      (offer, hasUser, whole) => {
        const places = hasUser ? [{ destination: 'userSettings' as const, file: '/home/me/s.json' }] : []
        const request = permissionRequest({ decision: { offer }, details: { places } })
        const options = choicesFor(request, { ...look, whole })
        const digits = options.map(({ hotkey }) => hotkey)
        expect(digits).toEqual([...'123456789'].slice(0, digits.length))
        expect(options.slice(0, 3).map(({ value }) => value.kind)).toEqual(['yes', 'no', 'instead'])
      },
    ),
    { seed: 7, numRuns: 200 },
  )
})

test.each([[rules('a')], [{ ...rules('a'), destination: 'session' } as PermissionUpdate], [mode]])(
  'the first answer beyond yes and no lasts for the session',
  update => {
    const [, , , first] = choicesFor(permissionRequest({ decision: { offer: [update] } }), look)
    expect(first?.hotkey).toBe('4')
    expect(first?.value).toMatchObject({ kind: 'always', update: { destination: 'session' } })
  },
)

test('what a rule is made of cannot act on the terminal', () => {
  const evil = 'echo \u001b[2J\u202e'
  const request = permissionRequest({ decision: { offer: [rules(evil)] } })
  const text = shown(request).join('')
  expect([text.includes('\u001b'), text.includes('\u202e')]).toEqual([false, false])
})

test.each([
  [{ kind: 'yes' } as const, '', { behavior: 'allow' }],
  [{ kind: 'yes' } as const, ' go on ', { behavior: 'allow', note: 'go on' }],
  [
    { kind: 'always', update: mode } as const,
    'go on',
    { behavior: 'allow', updatedPermissions: [mode], note: 'go on' },
  ],
  [{ kind: 'always', update: mode } as const, '', { behavior: 'allow', updatedPermissions: [mode] }],
  [{ kind: 'no' } as const, '', { behavior: 'deny', message: '', interrupt: true }],
  [{ kind: 'instead' } as const, '  ', { behavior: 'deny', message: '', interrupt: true }],
  [{ kind: 'instead' } as const, ' use npm ', { behavior: 'deny', message: 'use npm' }],
])('%j with %j is answered', (choice, comment, answer) => {
  expect(answerTo(choice, comment)).toEqual(answer)
})

test('why a command is asked about is said once', () => {
  const because = (command: string, why: LocalizedText) =>
    shortReason(sentence(allowListText('not_listed_because', { command, why })))
  const known = because('npm test', allowListText('not_read_only', { program: 'npm test' }))
  expect(known.text).toBe(`"npm test" may change things and isn't on the allow list`)
  expect(inChinese(known)).toBe('"npm test" 可能会做修改，且不在允许列表中')
  expect(because('sort -o a', verbatim('it writes a file')).text).toBe(
    `"sort -o a" may change things and isn't on the allow list: it writes a file.`,
  )
})
