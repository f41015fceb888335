import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { eventually, ofType, openWorld, resultOf, type World } from '../support/run-program.ts'

const STREAM = ['-p', '--output-format', 'stream-json', '--verbose', '--allowedTools', 'Bash', '--', 'hello']

const pids = (world: World): readonly number[] =>
  readdirSync(world.project)
    .filter(name => name.startsWith('pid.'))
    .map(name => Number(name.slice(4)))
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** The pid of a subshell; bash 3.2 has no `$BASHPID`. */
const SELF = '$(exec sh -c "echo \\$PPID")'

/**
 * Children, each with a child of its own: a quarter in sessions of their own, a quarter deaf to TERM, and a quarter
 * that also left their parents, environment and output behind.
 */
const family = (children: number): string => `
setsid=$(type -P setsid) bash=$(type -P bash)
for i in $(seq ${children}); do
  case $((i % 4)) in
    3) (env -i $setsid $bash -c 'echo > pid.$$; /bin/sleep 300 & echo > pid.$!; wait' >/dev/null 2>&1 </dev/null &) ;;
    0) setsid bash -c 'touch pid.$$; sleep 300 & touch pid.$!; wait' & ;;
    1) (touch pid.${SELF}; trap "" TERM; sleep 300 & touch pid.$!; wait; sleep 300) & ;;
    2) (touch pid.${SELF}; (touch pid.${SELF}; exec sleep 300) & wait) & ;;
  esac
done; wait`

test.runIf(process.platform === 'linux').each([
  ['200 processes in the foreground', 'SIGINT', 130, { before: 200, behind: 0 }],
  ['24 in the foreground and 24 in the background', 'SIGTERM', 143, { before: 24, behind: 24 }],
] as const)('%s: %s leaves none', async (_where, signal, code, { before, behind }) => {
  const run = (count: number, run_in_background: boolean) => ({
    tool: { name: 'Bash', input: { command: family(count / 2), run_in_background } },
  })
  await using world = await openWorld({
    replies: [...(behind > 0 ? [run(behind, true)] : []), run(before, false), { text: 'after' }],
  })
  const program = world.start(STREAM)
  await eventually(() => pids(world).length === before + behind, program)
  program.child.kill(signal)
  expect(await program.ended).toMatchObject({ code, signal: null })
  expect(pids(world).filter(isAlive)).toEqual([])
})

test('a background command gets a moment after the result and is ended then; the model knew, and the result names it', async () => {
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Bash', input: { command: 'touch pid.$$; exec sleep 300', run_in_background: true } } },
      { text: 'Started.' },
    ],
  })
  const ended = await world.run(STREAM)
  const subtypes = ended.lines.filter(ofType('system')).map(line => line.subtype)
  expect([ended.code, resultOf(ended)['result'], pids(world).filter(isAlive)]).toEqual([0, 'Started.', []])
  expect(subtypes.filter(subtype => subtype !== 'init' && subtype !== 'status')).toEqual([
    'task_started',
    'background_tasks_changed',
    'task_notification',
    'background_tasks_changed',
    'informational',
  ])
  expect(resultOf(ended)['background_tasks']).toMatchObject([{ task_type: 'local_bash', status: 'running' }])
  expect(ended.lines.at(-1)).toMatchObject({
    level: 'warning',
    content: expect.stringMatching(
      /^Still running at the end and stopped: touch pid\.\$\$; exec sleep 300 \(b/,
    ),
  })
  expect(JSON.stringify(ended.lines)).toContain(
    'It is stopped with the run, which may be a few seconds after your final answer',
  )
  expect(ended.lines.find(line => line.subtype === 'task_notification')).toMatchObject({ status: 'stopped' })
})

test('a background command that ends before the run does is told to the model, whose next result is the last', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        tool: {
          name: 'Bash',
          input: { command: 'until [ -e go ]; do sleep 0.02; done; echo ready', run_in_background: true },
        },
      },
      { text: 'Waiting for it.', when: { toolResult: { tool: 'Bash' } } },
      { text: 'It is ready.', when: { lastUserText: 'ready' } },
    ],
  })
  const program = world.start(STREAM)
  await program.line(ofType('result'))
  writeFileSync(join(world.project, 'go'), '')
  const results = (await program.ended).lines.filter(ofType('result'))
  expect(results.map(line => [line['result'], line['background_tasks'] !== undefined])).toEqual([
    ['Waiting for it.', true],
    ['It is ready.', false],
  ])
})
