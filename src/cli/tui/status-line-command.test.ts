import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { runStatusLine } from './status-line-command.ts'

const run = async (
  command: string,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
) => {
  await using tmp = tmpDir()
  const { signal = new AbortController().signal, ...limits } = options
  const variables = { PATH: '/usr/bin:/bin', ONLY: 'this' }
  return await runStatusLine(
    { command, input: { model: { id: 'opus' } }, cwd: tmp.path, variables, ...limits },
    signal,
  )
}

test('the script reads what it is told and its output is shown', async () => {
  expect(await run(`sed 's/.*"id":"\\([a-z]*\\)".*/[\\1]/'; echo second`)).toBe('[opus]\nsecond\n')
})

test('nothing of the environment of the program is passed on', async () => {
  expect(await run('env | grep -c "^ONLY=this$"; env | grep -c "^HOME="')).toBe('1\n0\n')
})

test('a script that does not read is no failure', async () => {
  expect(await run('echo quick')).toBe('quick\n')
})

test('what was printed counts whatever the last test said', async () => {
  expect(await run('echo main; false')).toBe('main\n')
})

test('more than fits is left out', async () => {
  expect((await run('yes | head -c 100000')).length).toBe(16 * 1024)
})

test.each([
  ['echo oops >&2; echo $((1 + 1)) and more >&2; exit 4', 'The status line failed (4): 2 and more'],
  [`printf 'bad \\033[2J' >&2; exit 1`, 'The status line failed (1): bad \\u{1b}[2J'],
])('%s fails with words', async (command, words) => {
  await expect(run(command)).rejects.toThrow(words)
})

test('one that hangs is ended', async () => {
  await expect(run('sleep 60', { timeoutMs: 50 })).rejects.toThrow('took longer than 0.05 s')
})

test('one that is not wanted any more is ended without a word', async () => {
  const controller = new AbortController()
  const running = run('sleep 60', { signal: controller.signal })
  controller.abort()
  expect(await running).toBe('')
})
