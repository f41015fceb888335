import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseCommand } from '../../features/commands/parse-command.ts'
import { goalCommand } from '../../features/commands/work/goal.ts'
import type { Goal } from '../../protocol/agents/goal.ts'
import type { CommandHost } from '../../protocol/command.ts'
import { OpError } from '../../protocol/op.ts'
import { type RunSources, runCommandsOf } from './run-commands.ts'

const NOTHING: RunSources = {
  hooks: [],
  settings: {},
  contributed: { servers: [], skills: [], agents: [] },
  places: [],
  env: {},
  texts: [],
  goal: undefined,
  prompts: [],
}
const commandsOf = (more: Partial<RunSources>) =>
  runCommandsOf({ ...NOTHING, ...more }).map(({ command, by }) => [by.text, command])

test.each([
  ['/goal $ ./check.sh --all', './check.sh --all'],
  ['  /goal --turns 3 --usd 1 $ sh x.sh', 'sh x.sh'],
  ['/goal\n$ ./a.sh\n./b.sh', './a.sh\n./b.sh'],
  ['/GOAL $ ./a.sh', './a.sh'],
  ['/goal $./a.sh', './a.sh'],
  ['/goal --usd $2 $ ./a.sh', './a.sh'],
  ['/goal $ ./a.sh --usd=$2', './a.sh'],
])('a schedule that says %j sets a goal with a command', (prompt, command) => {
  expect(commandsOf({ prompts: [prompt] })).toEqual([['a schedule', command]])
})

test.each([
  '/goal all tests pass',
  'run ./check.sh',
  'costs $ 5',
  '/goals $ x',
  '/goal a price of $ 5',
  '/goal --usd x $ ./a.sh',
])('a schedule that says %j runs no command by itself', prompt => {
  expect(commandsOf({ prompts: [prompt] })).toEqual([])
})

test('the words of a schedule are read as the command itself reads them', async () => {
  const word = fc.constantFrom(
    '/goal',
    '/Goal',
    '$',
    '--usd',
    '$2',
    '--turns=3',
    './a.sh',
    ' ',
    '\n',
    'clear',
  )
  const prompt = fc.array(word, { maxLength: 8 }).map(words => words.join(' '))
  await fc.assert(
    fc.asyncProperty(prompt, async text => {
      expect(commandsOf({ prompts: [text] }).map(([, command]) => command)).toEqual(await commandSetBy(text))
    }),
    { numRuns: 500 },
  )
})

/** What the command makes the goal, if the text is one. */
const commandSetBy = async (text: string): Promise<readonly string[]> => {
  const line = parseCommand(text)
  if (line?.name !== 'goal') return []
  const checks: Goal['check'][] = []
  const goals = {
    set: (made: Goal) => checks.push(made.check) && made,
    now: () => undefined,
    clear: () => undefined,
  }
  try {
    await goalCommand.run(line.args, { goals } as unknown as CommandHost)
  } catch (error) {
    expect(error).toBeInstanceOf(OpError)
  }
  return checks.flatMap(check => ('command' in check ? [check.command] : []))
}

test.each([
  'EDITOR',
  'VISUAL',
  'GIT_EDITOR',
  'BROWSER',
  'SSH_ASKPASS',
  'BASH_ENV',
  'NODE_OPTIONS',
  'GIT_SSH_COMMAND',
])('the variable %s makes a program run', name => {
  expect(commandsOf({ env: { [name]: './x.sh' } })).toEqual([[`the variable ${name}`, './x.sh']])
})

test.each(['PATH', 'PYTHONPATH', 'HOME', 'LOG_FILE', 'SHELLOPTS_X'])('the variable %s does not', name => {
  expect(commandsOf({ env: { [name]: './x.sh' } })).toEqual([])
})

test('a goal counts while there is one', () => {
  expect(commandsOf({ goal: './check.sh' })).toEqual([['the goal', './check.sh']])
})
