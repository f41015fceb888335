import { expect, test } from 'vitest'
import { permissionChoices } from '../../src/frontends/acp/questions/permission-options.ts'
import { showQuestion } from '../../src/frontends/plain/show-question.ts'
import {
  choicesFor as inTerminal,
  answerTo as terminalAnswer,
} from '../../src/frontends/tui/dialogs/permission/choices.ts'
import { dialogsEn } from '../../src/frontends/tui/text/en/dialogs.ts'
import { choicesFor as onPage, answerTo as pageAnswer } from '../../src/frontends/web/state/choices.ts'
import { en as pageWords } from '../../src/frontends/web/text/en.ts'
import { parsePermissionAnswer } from '../../src/protocol/control/inbound-schema.ts'
import { tryFirstText } from '../../src/protocol/messages/engine/try-first.ts'
import { inEnglish } from '../../src/protocol/messages/localized-text.ts'
import type { TriedFirst } from '../../src/protocol/permission.ts'
import { permissionRequest } from '../support/permission-request.ts'

const tried = (canKeep: boolean): TriedFirst => ({
  canKeep,
  said: [tryFirstText('tried', { count: 1 }), tryFirstText('hosts', { hosts: ['example.test'] })],
  listed: [tryFirstText('made', { path: 'new\u001b[2J.txt' })],
  files: [],
  count: 1,
  hosts: ['example.test'],
  exitCode: 0,
  output: 'printed\nthis',
})
const asked = (canKeep: boolean) => permissionRequest({ details: { tried: tried(canKeep) } })

test('every front end offers to keep, to discard and to run it for real, and only that where it can be kept', () => {
  const look = { words: dialogsEn, shorten: (path: string) => path }
  const acp = { localize: inEnglish, listed: true }
  expect([
    inTerminal(asked(true), look).map(({ label }) => label),
    onPage(asked(true), pageWords).map(({ label }) => label),
    permissionChoices(asked(true), acp).map(({ option }) => option.name),
    inTerminal(asked(false), look).map(({ label }) => label)[0],
    onPage(asked(false), pageWords).map(({ label }) => label)[0],
    permissionChoices(asked(false), acp).map(({ option }) => option.name)[0],
  ]).toEqual([
    ['Keep these changes', 'Discard them, and stop', dialogsEn.instead, 'Run it on your files instead'],
    ['Keep these changes', 'Discard them, and stop', pageWords.instead, 'Run it on your files instead'],
    ['Keep these changes', 'Run it on your files instead', 'Discard', 'Reject and stop'],
    'Yes, run it on your files',
    'Yes, run it on your files',
    'Allow: run it on your files',
  ])
})

test('to run it for real is said in one way by all of them', () => {
  const answer = { behavior: 'allow', forReal: true }
  const acp = permissionChoices(asked(true), { localize: inEnglish, listed: true })
  expect([
    terminalAnswer({ kind: 'real' }, ''),
    pageAnswer({ kind: 'real' }),
    acp.find(({ option }) => option.optionId === 'run')?.answer,
    parsePermissionAnswer(answer),
  ]).toEqual([answer, answer, answer, { ok: true, value: answer }])
})

test('lines show what it did, and nothing in it can act on the screen', () => {
  const shown = showQuestion(asked(true), '/w', (_, text) => text)
  expect(shown).toContain('It ran on a copy of your files; yours are as they were. 1 path would change.')
  expect(shown).toContain('example.test')
  expect(shown).toContain('printed\n')
  expect(shown).not.toContain('\u001b')
})
