import { expect, test } from 'vitest'
import { permissionRequest } from '../../../test/support/fake-events.ts'
import { presentationFor } from '../../../test/support/presented.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { askedBecause } from '../../protocol/permission.ts'
import { plainly } from './paint.ts'
import { showAnswer, showQuestion } from './show-question.ts'

const shownQuestion: typeof showQuestion = (request, cwd, paint) =>
  showQuestion({ ...request, presentation: presentationFor(request.toolName, request.input) }, cwd, paint)

test('a question gives the change, the reason and the call, and ends where the answer goes', () => {
  const request = {
    ...permissionRequest('q1'),
    toolName: 'Edit',
    input: { file_path: '/w/a.js', old_string: 'a', new_string: 'b' },
  }
  expect(shownQuestion(request, '/w', plainly)).toBe(
    '      - a\n      + b\n  ? touch changes files\n    Allow Edit(a.js)? [1 yes, 2 no; Enter: yes] ',
  )
})

test('nothing in a question can act on the terminal', () => {
  const request = { ...permissionRequest('q1'), toolName: 'x\u001b[2J', input: { a: '\u001b[8m' } }
  const shown = shownQuestion(request, '/w', plainly)
  expect(shown).toContain('Allow x\\u{1b}[2J(')
  expect(shown.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('Enter alone does not allow what is dangerous, and the question says so', () => {
  const request = permissionRequest('q1')
  const dangerous = { ...request, details: details({ dangers: ['deletes_tree'] }) }
  const because = { type: 'sandboxOverride', text: 'x' } as const
  const leaving = { ...request, decision: { ...request.decision, because } }
  for (const [asked, mark] of [
    [request, '[1 yes, 2 no; Enter: yes]'],
    [dangerous, '[1 yes, 2 no; Enter: no]'],
    [leaving, '[1 yes, 2 no; Enter: no]'],
  ] as const)
    expect(shownQuestion(asked as typeof request, '/w', plainly)).toContain(mark)
})

test('an answer of the script says so', () => {
  expect(showAnswer('yes', plainly)).toBe('yes (scripted answer)\n')
})

const details = (more: object = {}) => ({
  title: 'Run it',
  ...askedBecause(verbatim('Because.')),
  saves: [],
  ...more,
})

test('what is risky in a command is marked, and the rule that would save the question is named', () => {
  const request = {
    ...permissionRequest('q1'),
    input: { command: 'ls; touch x' },
    details: details({
      subject: {
        text: 'ls; touch x',
        risky: [{ from: 4, to: 11, ...askedBecause(verbatim('touch changes files')) }],
      },
      saves: [{ rule: 'Bash(touch x)', file: '/w/.capstan/settings.local.json' }],
    }),
  }
  expect(shownQuestion(request, '/w', plainly).split('\n')).toEqual([
    '      ls; touch x',
    '          ^^^^^^^',
    '  ? Because.',
    '    (the rule Bash(touch x) in /w/.capstan/settings.local.json would allow it from then on)',
    '    Allow Bash(ls; touch x)? [1 yes, 2 no; Enter: yes] ',
  ])
})

test('a long command is shown whole although its line is cut', () => {
  const command = `echo ${'x'.repeat(150)}`
  const request = {
    ...permissionRequest('q1'),
    input: { command },
    details: details({
      subject: { text: command, risky: [{ from: 0, to: command.length, ...askedBecause(verbatim('w')) }] },
    }),
  }
  expect(shownQuestion(request, '/w', plainly)).toContain('x'.repeat(95))
})

test('a change is shown as the diff it would be, and says when there is more', () => {
  const text = ['@@ -1 +1,60 @@', '-a', ...Array.from({ length: 60 }, () => '+b\u001b[0m')].join('\n')
  const request = {
    ...permissionRequest('q1'),
    toolName: 'Edit',
    input: { file_path: '/w/a' },
    details: details({ diff: { path: '/w/a', text, cut: true }, subject: { text: '/w/a', risky: [] } }),
  }
  const lines = shownQuestion(request, '/w', plainly).split('\n')
  expect(lines.slice(0, 3)).toEqual(['      @@ -1 +1,60 @@', '      -a', '      +b\\u{1b}[0m'])
  expect(lines.at(-3)).toBe('      … more than 22 more lines')
})

test('a command that is shown as a change is shown whole, too, when its line is cut', () => {
  const command = `sed -i 's/a/${'x'.repeat(150)}/' a.txt`
  const request = {
    ...permissionRequest('q1'),
    input: { command },
    details: details({
      subject: { text: command, risky: [{ from: 0, to: command.length, ...askedBecause(verbatim('w')) }] },
      diff: { path: '/w/a.txt', text: '@@ -1 +1 @@\n-a\n+b', cut: false },
    }),
  }
  const shown = shownQuestion(request, '/w', plainly)
  expect(shown).toContain('      -a\n      +b\n')
  expect(shown.replaceAll(/[\s^]/g, '')).toContain(`s/a/${'x'.repeat(150)}`)
})

test('what the model did not say is not put into its mouth', () => {
  const shown = (more: object): string =>
    shownQuestion(
      { ...permissionRequest('q1'), details: details({ description: 'Clean up', ...more }) },
      '/w',
      plainly,
    )
  expect(shown({})).toContain('Model: Clean up')
  expect(shown({ asker: 'workflow' })).toContain('Workflow: Clean up')
  expect(shown({ asker: 'goal' })).toContain('This checks whether your goal is reached.')
  expect(shown({ asker: 'goal' })).not.toContain('Model: ')
})
