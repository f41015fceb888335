import { expect, test } from 'vitest'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { readAssignments, readWorkflowInputs } from './read-inputs.ts'
import { readWorkflow } from './read-workflow.ts'

const AGENTS = ['general-purpose', 'Explore']

const problemsOf = async (text: string): Promise<readonly string[]> => {
  const { problems } = await readWorkflow(text, { fallbackName: 'w', agents: AGENTS })
  return problems.map(({ line, column, message }) => `${line}:${column}: ${inEnglish(message)}`)
}

test.each([
  [
    'a field nobody knows',
    'stepps: []\nsteps: [{ run: a }]',
    '1:1: there is no field "stepps" here. Did you mean "steps"?',
  ],
  ['no steps', 'name: x', '1:1: "steps" must be a list'],
  ['a step without work', 'steps:\n  - id: a', '2:5: a step needs a "prompt", a "run" command'],
  [
    'a field of a step',
    'steps:\n  - id: a\n    prompt: x\n    wen: true',
    '4:5: there is no field "wen" here. Did you mean "when"?',
  ],
  [
    'an agent nobody knows',
    'steps:\n  - agent: Explor\n    prompt: x',
    '2:12: there is no agent "Explor". Did you mean "Explore"?',
  ],
  [
    'an input nobody knows',
    'inputs: { target: string }\nsteps:\n  - id: a\n    prompt: |\n      Look\n      at ${{ inputs.targt }}.',
    '6:15: there is no input "targt". Did you mean "target"?',
  ],
  [
    'a later step',
    'steps:\n  - { id: a, prompt: "x ${{ steps.bee.output }}" }\n  - { id: bee, run: x }',
    '2:30: there is no earlier step "bee".',
  ],
  [
    'a step of the same group',
    'steps:\n  - parallel:\n      - { id: a, run: x }\n      - { id: b, prompt: "${{ steps.a.output }}" }',
    'no earlier step "a"',
  ],
  [
    'a condition that cannot be read',
    'steps:\n  - run: x\n    when: inputs.a =',
    '3:20: "=" is not expected here',
  ],
  [
    'a name that means nothing',
    'steps:\n  - run: x\n    when: env.HOME',
    '3:11: nothing is called "env" here. Known: inputs, steps',
  ],
  ['an item outside of a list', 'steps:\n  - prompt: ${{ item }}', 'nothing is called "item" here'],
  [
    'a value in a command',
    'inputs: { a: string }\nsteps:\n  - run: rm ${{ inputs.a }}',
    '3:10: values are not put into commands',
  ],
  ['a variable that changes commands', 'steps:\n  - run: x\n    env: { PATH: /evil }', 'must begin with WF_'],
  [
    'two of an id',
    'steps:\n  - { id: a, run: x }\n  - { id: a, run: y }',
    '3:11: there are two steps with the id "a"',
  ],
  [
    'a schema that is none',
    'steps:\n  - prompt: x\n    output: { type: strng }',
    '3:13: this is not a JSON schema',
  ],
  [
    'a default that does not fit',
    'inputs: { n: { type: integer, default: x } }\nsteps: [{ run: x }]',
    "the default doesn't fit",
  ],
  [
    'too many at once',
    'steps:\n  - run: x\n    forEach: ${{ inputs }}\n    maxParallel: 99',
    '4:18: "maxParallel" must be a whole number from 1 to 16',
  ],
  ['text that is no YAML', 'steps: [', '1:9: '],
  [
    'more aliases than anybody needs',
    `a: &a [x]\nb: &b [${'*a,'.repeat(90)}]\nc: [${'*b,'.repeat(90)}]`,
    'alias',
  ],
])('%s is told with its place', async (_, text, expected) => {
  expect((await problemsOf(text)).join('\n')).toContain(expected)
})

test('a file without mistakes is read, as YAML and as JSON', async () => {
  const step = { id: 'a', agent: 'Explore', prompt: 'x ${{ inputs.n }}', retry: 2, limits: { minutes: 2 } }
  const file = {
    name: 'n',
    inputs: { n: { type: 'integer', default: 1 } },
    steps: [step],
    limits: { usd: 1 },
  }
  const { workflow, problems } = await readWorkflow(JSON.stringify(file), {
    fallbackName: 'w',
    agents: AGENTS,
  })
  expect(problems).toEqual([])
  expect(workflow).toMatchObject({
    name: 'n',
    limits: { usd: 1 },
    steps: [{ kind: 'agent', type: 'Explore', retry: { times: 2 }, limits: { ms: 120_000 } }],
  })
})

test('inputs are taken as their schemas want them, and what is missing or unknown is told', async () => {
  const workflow = { inputs: { n: { type: 'integer' }, s: { type: 'string' }, d: { default: [1] } } }
  const given = readAssignments(workflow, ['n=3', 's=5', 'x'])
  expect({ ...given, problems: given.problems.map(inEnglish) }).toEqual({
    inputs: { n: 3, s: '5' },
    problems: ['Give inputs as name=value, not "x".'],
  })
  expect(await readWorkflowInputs(workflow, given.inputs)).toEqual({
    inputs: { n: 3, s: '5', d: [1] },
    problems: [],
  })
  const { problems } = await readWorkflowInputs(workflow, { nn: 1, n: 'x' })
  expect(problems.map(inEnglish).join('\n')).toMatch(
    /no input "nn". Did you mean "n"\?[\s\S]*"n" doesn't fit[\s\S]*"s" is missing/,
  )
})
