import { expect, test } from 'vitest'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { draftTask, taskYaml } from './draft-task.ts'
import { readTask } from './read-task.ts'

const read = (text: string) => readTask(text, '/nowhere/fix-it')

test('a short task has the usual rest', () => {
  expect(read('prompt: Fix it.\ncheck: npm test\n').tasks).toEqual([
    {
      name: 'fix-it',
      format: 'capstan',
      source: '/nowhere/fix-it',
      description: '',
      prompts: ['Fix it.'],
      setup: {},
      overlays: [],
      checks: [{ kind: 'command', command: 'npm test' }],
      limits: { seconds: 900, checkSeconds: 300 },
      network: 'off',
      attempts: 1,
      tags: [],
      needs: [],
    },
  ])
})

test('a long one says everything', () => {
  const [task] = read(`
name: all
prompts: [First., Then.]
setup: { git: { repository: ../repo, ref: v1 }, command: make }
check:
  - command: make test
  - file: { path: out/a.txt, matches: '^a$' }
  - file: { path: b.txt, absent: true }
  - answer: { contains: "42" }
  - rubric: { text: It is clear., model: opus }
limits: { seconds: 60, turns: 5, usd: 0.5 }
network: [registry.npmjs.org]
attempts: 2
tags: bug
`).tasks
  expect(task).toMatchObject({
    prompts: ['First.', 'Then.'],
    setup: { git: { repository: '/nowhere/repo', ref: 'v1' }, command: 'make' },
    checks: [
      { kind: 'command', command: 'make test' },
      { kind: 'file', path: 'out/a.txt', matches: '^a$' },
      { kind: 'file', path: 'b.txt', absent: true },
      { kind: 'answer', contains: '42' },
      { kind: 'rubric', rubric: 'It is clear.', model: 'opus' },
    ],
    limits: { seconds: 60, checkSeconds: 300, turns: 5, usd: 0.5 },
    network: ['registry.npmjs.org'],
    attempts: 2,
    tags: ['bug'],
  })
})

test.each([
  ['prompt: x', 'a task needs "check": a command, files, an answer or a rubric'],
  ['prompt: x\ncheck: a\nprompst: y', 'there is no field "prompst" here. Did you mean "prompt"?'],
  [
    'check: { file: { path: ../../etc/passwd, contains: root } }',
    '"check.file.path" must stay inside: "../../etc/passwd"',
  ],
  ['check: { file: { path: /etc/passwd } }', '"check.file.path" must stay inside: "/etc/passwd"'],
  ['check: { answer: { matches: "(" } }', '"(" is no regular expression'],
  [
    'check: a\nsetup: { git: { ref: "--upload-pack=x" } }',
    '"setup.git.ref" must name a commit, branch or tag',
  ],
  ['check: a\nlimits: { seconds: 0 }', '"limits.seconds" must be a number from 1 on'],
  ['check: a\nname: ../x', 'a name has letters, digits, ".", "_" and "-", at most 100'],
  ['check: [', 'Flow sequence'],
])('%j is wrong', (text, message) => {
  const { tasks, problems } = read(text)
  expect(tasks).toEqual([])
  expect(problems.map(problem => inEnglish(problem.message)).join('\n')).toContain(message)
})

test('a session becomes a task: its first prompt, the test that went green, the tests it wrote', () => {
  const draft = draftTask(
    {
      id: 'abcdef0123',
      cwd: '/p',
      prompts: ['Fix the last page!\n\nIt is: lost', 'thanks'],
      commands: [
        { command: 'ls', failed: false },
        { command: 'cd /p && npm test 2>&1 | tail -20', failed: true },
        { command: 'npm test', failed: false },
        { command: 'npx vitest run other', failed: false },
      ],
      written: ['/p/src/pages.js', '/p/test/pages.test.js', '/elsewhere/x.test.js'],
    },
    { allPrompts: false },
  )
  expect(draft).toEqual({
    name: 'fix-the-last-page-it-is',
    prompts: ['Fix the last page!\n\nIt is: lost'],
    tests: ['test/pages.test.js'],
    solution: ['src/pages.js'],
    command: 'npm test',
  })
  const { tasks, problems } = readTask(
    taskYaml({ ...draft, tests: [] }, { repository: '/p', ref: 'abc' }),
    '/nowhere/x',
  )
  expect(problems).toEqual([])
  expect(tasks).toMatchObject([
    {
      name: draft.name,
      prompts: draft.prompts,
      setup: { git: { repository: '/p', ref: 'abc' } },
      checks: [{ command: 'npm test' }],
    },
  ])
})
