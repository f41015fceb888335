import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool } from '../../../../test/support/tool-call.ts'
import { taskOutputTool } from './task-output.ts'

const background = async (command: string) => {
  const call = makeToolCall()
  const task = await call.processes.background({ command, description: 'job' })
  const read = (more: object = {}) => runTool(taskOutputTool, { task_id: task.id, ...more }, call)
  return { call, task, read }
}

test('asked to wait, it waits for the end and tells how it ended', async () => {
  const { read, task } = await background(String.raw`printf '\033[31mred\033[0m\n'; exit 2`)
  const { output, text } = await read({ block: true })
  expect([output.retrieval_status, output.output, text]).toEqual([
    'success',
    'red\n',
    `Task ${task.id} (job): failed, exit code 2\nred`,
  ])
})

test('without blocking it tells what is there, and the next time only what is new', async () => {
  const { call, read, task } = await background('echo one; until [ -e go ]; do sleep 0.02; done; echo two')
  let first = await read({ block: false })
  while (first.output.output === '') {
    await new Promise(resolve => setTimeout(resolve, 10))
    first = await read({ block: 'false' })
  }
  const none = await read({ block: false })
  const brief = await read({ timeout: 10 })
  writeFileSync(join(call.cwd, 'go'), '')
  const last = await read({ timeout: 600_000 })
  expect([
    first.text,
    none.text,
    none.output.retrieval_status,
    brief.output.retrieval_status,
    last.text,
  ]).toEqual([
    `Task ${task.id} (job): running\none`,
    `Task ${task.id} (job): running\n(no new output)`,
    'not_ready',
    'timeout',
    `Task ${task.id} (job): completed, exit code 0\ntwo`,
  ])
})

test('unless it is asked to, it does not wait; when it did in vain it says how long', async () => {
  const { call, read, task } = await background('until [ -e go ]; do sleep 0.02; done')
  expect([(await read()).text, (await read({ timeout: 10 })).text]).toEqual([
    `Task ${task.id} (job): running\n(no new output)`,
    `Task ${task.id} (job): running after 10 ms of waiting\n(no new output)`,
  ])
  await call.tasks.stop(task.id)
})

test('a filter shows matching lines', async () => {
  const { read } = await background('seq 1 20')
  expect((await read({ block: true, filter: '^1.$' })).output.output).toBe(
    '10\n11\n12\n13\n14\n15\n16\n17\n18\n19',
  )
})

test('of long output the end is shown, with the way to the rest', async () => {
  const { read, task } = await background('seq 1 20000')
  const { text } = await read({ block: true })
  expect(text).toContain(`[… earlier output left out; all of it is in ${task.outputFile} …]\n`)
  expect([text.endsWith('\n20000'), text.length < 31_000]).toEqual([true, true])
})

test.each([
  [{ bash_id: 'b1' }, { task_id: 'b1' }],
  [
    { shell_id: 'b1', block: 'true' },
    { task_id: 'b1', block: true },
  ],
  [
    { task_id: 'b1', timeout: '50' },
    { task_id: 'b1', timeout: 50 },
  ],
])('%j is taken as %j', (given, input) => {
  expect(taskOutputTool.input.parse(given)).toEqual(input)
})

test.each([
  [{ task_id: 'nope' }, 'There is no background task nope. None was started in this session.'],
  [{ task_id: 'nope', filter: '(' }, 'filter is no regular expression'],
])('%j is an error the model can act on', async (given, message) => {
  await expect(runTool(taskOutputTool, given, makeToolCall())).rejects.toThrow(message)
})

test('what cannot be seen in the output is shown', async () => {
  const { read } = await background(String.raw`printf 'a\xe2\x80\xaeb'`)
  expect((await read({ block: true })).text.split('\n').at(-1)).toBe('a\\u{202e}b')
})
