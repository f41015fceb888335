import { expect, test } from 'vitest'
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
  runCommandsOf({ ...NOTHING, ...more }).map(({ command, by }) => [by, command])

test.each([
  ['/goal $ ./check.sh --all', './check.sh --all'],
  ['  /goal --turns 3 --usd 1 $ sh x.sh', 'sh x.sh'],
  ['/goal\n$ ./a.sh\n./b.sh', './a.sh\n./b.sh'],
])('a schedule that says %j sets a goal with a command', (prompt, command) => {
  expect(commandsOf({ prompts: [prompt] })).toEqual([['a schedule', command]])
})

test.each(['/goal all tests pass', 'run ./check.sh', 'costs $ 5', '/goals $ x'])(
  'a schedule that says %j runs no command by itself',
  prompt => {
    expect(commandsOf({ prompts: [prompt] })).toEqual([])
  },
)

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
