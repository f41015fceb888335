import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Access } from '../../protocol/access.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { presentInput } from '../../protocol/messages/presentation.ts'
import type { Tool } from '../../protocol/tool.ts'
import { type EndedCall, effectsOf, refusedEffects } from './call-effects.ts'

const tool = (more: Partial<Tool> = {}): Tool => ({
  name: 'Any',
  present: presentInput,
  description: '',
  input: z.unknown(),
  access: () => [],
  async *run() {},
  show: () => [],
  ...more,
})
const ended = (accesses: readonly Access[], more: Partial<EndedCall> = {}): EndedCall => ({
  input: {},
  output: 'fine',
  cwd: '/p',
  accesses,
  readOnly: false,
  failed: false,
  aborted: false,
  ...more,
})
const shell = (command: string): Access => ({ kind: 'shell', command })

test.each<[Access, unknown]>([
  [shell('make'), { kind: 'command', text: 'make', outcome: 'done' }],
  [
    { kind: 'write', path: '/p/a' },
    { kind: 'write', text: '/p/a', outcome: 'done' },
  ],
  [
    { kind: 'network', url: 'https://x.test/' },
    { kind: 'fetch', text: 'https://x.test/', outcome: 'done' },
  ],
  [
    { kind: 'mcp', server: 'github', tool: 'create_issue' },
    { kind: 'other', text: 'github: create_issue', outcome: 'done' },
  ],
  [
    {
      kind: 'person',
      question: { title: verbatim('Approve the plan and begin'), why: verbatim('It is ready') },
    },
    { kind: 'answer', text: 'Approve the plan and begin', outcome: 'done' },
  ],
])('what a tool says it touches is what it left behind: %j', (access, effect) => {
  expect(effectsOf(tool(), ended([access]))).toEqual([effect])
})

test.each<[string, EndedCall]>([
  ['a look', ended([{ kind: 'read', path: '/p/a' }])],
  ['a search', ended([{ kind: 'search', path: '/p' }])],
  ['a command that only looks', ended([shell('ls')], { readOnly: true })],
  ['a call that its tool turned down', ended([{ kind: 'write', path: '/p/a' }], { output: undefined })],
])('%s leaves nothing behind', (_name, call) => {
  expect(effectsOf(tool(), call)).toEqual([])
})

test('what still runs counts although it only looks', () => {
  const effects: Tool['effects'] = () => [
    { kind: 'command', text: 'tail -f log', outcome: 'running', taskId: 't' },
  ]
  expect(effectsOf(tool({ effects }), ended([shell('tail -f log')], { readOnly: true }))).toHaveLength(1)
})

test('a failure is told as one, and an interrupted call as unknown, also without output', () => {
  const call = ended([shell('make')], { failed: true })
  expect(effectsOf(tool(), call)).toMatchObject([{ outcome: 'failed' }])
  expect(effectsOf(tool(), { ...call, aborted: true, output: undefined })).toMatchObject([
    { kind: 'command', text: 'make', outcome: 'interrupted' },
  ])
})

test('a tool may know better; what it says is one line of bounded length', () => {
  const told = tool({
    effects: (_input, output) => [
      {
        kind: 'command',
        text: `long\n${'x'.repeat(900)}`,
        outcome: 'done',
        detail: `${String(output)}\n\u001b[31m`,
      },
    ],
  })
  expect(effectsOf(told, ended([shell('make')]))).toEqual([
    { kind: 'command', text: `long⏎${'x'.repeat(394)}…`, outcome: 'done', detail: 'fine⏎\\u{1b}[31m' },
  ])
})

test('what a person said stays as they said it', () => {
  const said = 'No.\nUse the staging server.'
  const refusal = { message: `They say: ${said}`, words: said }
  const bash = { name: 'Bash' }
  expect(
    refusedEffects({ tool: bash, accesses: [shell('deploy'), { kind: 'read', path: '/p' }], refusal }),
  ).toEqual([{ kind: 'command', text: 'deploy', outcome: 'refused', detail: refusal.message, said }])
  const look = { tool: { name: 'Read' }, accesses: [{ kind: 'read', path: '/p' }] as const }
  expect(refusedEffects({ ...look, refusal })).toEqual([
    { kind: 'other', text: 'Read /p', outcome: 'refused', detail: refusal.message, said },
  ])
  expect(refusedEffects({ ...look, refusal: { message: 'A rule denies it.' } })).toEqual([])
})
