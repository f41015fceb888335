import { expect, test } from 'vitest'
import { permissionRequest } from '../../../../../test/support/permission-request.ts'
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

test('without an offer there is yes, no, and no with words, on the numbers they always have', () => {
  expect(shown(permissionRequest())).toEqual([
    '1 | Yes',
    '5 | No, and stop',
    '6 | No, and tell Capstan what to do instead',
  ])
})

test('a question that no call is behind takes yes or no', () => {
  const request = permissionRequest({ details: { about: { kind: 'server', name: 'x' } } })
  expect(shown(request)).toEqual(['1 | Yes', '5 | No'])
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
    `2 | Yes, and don't ask again for Bash(npm run:*) | only you, this project: ${local}`,
    "3 | Yes, don't ask again this session",
    "4 | Yes, don't ask again in any project | ~/.capstan/settings.json",
    '5 | No, and stop',
    '6 | No, and tell Capstan what to do instead',
  ])
  const updates = choicesFor(request, look).flatMap(({ value }) =>
    value.kind === 'always' ? [value.update.destination] : [],
  )
  expect(updates).toEqual(['localSettings', 'session', 'userSettings'])
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
  expect(labels[1]).toContain('Bash(git add:*), Bash(git commit:*)')
  expect(labels[3]).toBe('4 | Yes, and accept all edits | this session')
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
    details: { saves: [{ rule: 'WebFetch(domain:docs.rs)', file: local }] },
  })
  expect(shown(request)[1]).toBe(
    `2 | Yes, and always for this site (docs.rs) | only you, this project: ${local}`,
  )
})

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
  const because = (text: string) => words.reason({ type: 'other', text })
  expect(
    because(`"npm test" may change things and isn't on the allow list: npm test isn't known to be read-only`),
  ).toBe(`"npm test" may change things and isn't on the allow list`)
  const writes = `"sort -o a" may change things and isn't on the allow list: it writes a file`
  expect(because(writes)).toBe(writes)
})
