import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool, type ToolCallOptions } from '../../../../test/support/tool-call.ts'
import { bashTool } from './bash.ts'

const bash = (command: string, options: ToolCallOptions = {}, more = {}) =>
  runTool(bashTool, { command, ...more }, makeToolCall(options))

test('both streams come in order, with the result as an object', async () => {
  expect(await bash('echo a; echo b >&2; echo c')).toEqual({
    output: { stdout: 'a\nb\nc\n', stderr: '', interrupted: false, exitCode: 0 },
    text: 'a\nb\nc',
    failed: false,
    progress: [],
  })
})

test('a failure says its exit code and counts as failed', async () => {
  const { text, failed, output } = await bash('echo oops; exit 3')
  expect([text, failed, output.exitCode]).toEqual(['Exit code 3\noops', true, 3])
})

test('a search without a match is no failure', async () => {
  const { text, failed, output } = await bash('echo a | grep b')
  expect([text, failed, output.returnCodeInterpretation]).toEqual([
    'Exit code 1 (No matches found)',
    false,
    'No matches found',
  ])
})

test('a silent command says so', async () => {
  expect((await bash('true')).text).toBe('(no output)')
})

test('terminal escapes go, invalid UTF-8 becomes replacement characters', async () => {
  expect((await bash(String.raw`printf '\033[31mred\033[0m \xff\xfe ok'`)).text).toBe('red \ufffd\ufffd ok')
})

test('input is closed', async () => {
  expect((await bash('cat; echo end')).text).toBe('end')
})

test('long output goes to a private file and is shown at both ends', async () => {
  const { output, text } = await bash('seq 1 20000')
  const file = output.persistedOutputPath!
  const whole = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')
  expect([
    readFileSync(file, 'utf8') === whole,
    statSync(file).mode & 0o777,
    output.persistedOutputSize,
  ]).toEqual([true, 0o600, whole.length])
  expect(text).toMatch(/^1\n2\n[\s\S]*middle left out; all 108894 bytes are in .*\.txt …\]\n[\s\S]*\n20000$/)
  expect(text.length).toBeLessThan(9000)
})

test('30,000 characters of any script are shown whole', async () => {
  const { text } = await bash(`printf '→%.0s' $(seq 1 30000)`)
  expect(text).toBe('→'.repeat(30_000))
})

test('a failure shows at most 10,000 characters and keeps the rest in a file', async () => {
  const { text, output } = await bash('seq 1 4000; exit 2')
  expect(text).toMatch(/^Exit code 2\n1\n[\s\S]*middle left out; all 18893 bytes are in [\s\S]*\n4000$/)
  expect([text.length < 10_400, readFileSync(output.persistedOutputPath!, 'utf8').length]).toEqual([
    true,
    18_893,
  ])
})

test('a time limit ends the command and is told', async () => {
  const { text, failed, output } = await bash(
    'echo begun; sleep 60',
    { limits: { timeoutGraceMs: 100 } },
    { timeout: '200' },
  )
  expect([text, failed, output.timedOutAfterMs]).toEqual([
    'Timed out after 200 ms and was ended.\nbegun',
    true,
    200,
  ])
})

test('an interrupt keeps what was printed', async () => {
  const controller = new AbortController()
  const call = makeToolCall({ signal: controller.signal })
  const running = runTool(bashTool, { command: 'echo begun; touch ready; sleep 60' }, call)
  const ready = () => statSync(join(call.cwd, 'ready'), { throwIfNoEntry: false })
  while (!ready()) await new Promise(resolve => setTimeout(resolve, 10))
  controller.abort()
  const { output, text } = await running
  expect([output.interrupted, text]).toEqual([true, 'Interrupted.\nbegun'])
})

test('a command that was interrupted before it started does not run', async () => {
  const call = makeToolCall({ signal: AbortSignal.abort() })
  const { output } = await runTool(bashTool, { command: 'touch ran' }, call)
  expect([output.interrupted, statSync(join(call.cwd, 'ran'), { throwIfNoEntry: false })]).toEqual([
    true,
    undefined,
  ])
})

test('output is reported while the command runs', async () => {
  const call = makeToolCall()
  const command = 'echo a; until [ -e go ]; do sleep 0.02; done; echo b'
  const running = bashTool.run(bashTool.input.parse({ command }), call)
  const first = await running.next()
  writeFileSync(join(call.cwd, 'go'), '')
  let last = await running.next()
  while (!last.done) last = await running.next()
  expect([first.value, last.value.stdout]).toEqual([{ text: 'a\n', bytes: 2 }, 'a\nb\n'])
})

test('only read-only commands run beside others; every one declares its shell text', () => {
  const input = bashTool.input.parse({ command: 'ls' })
  expect([
    bashTool.parallel?.(input, { readOnly: true }),
    bashTool.parallel?.(input, { readOnly: false }),
    bashTool.access(input, '/'),
  ]).toEqual([true, false, [{ kind: 'shell', command: 'ls' }]])
})

test('a NUL, an empty and an endless command are told to the model', async () => {
  expect(bashTool.input.safeParse({ command: 'a\0b' }).success).toBe(false)
  expect(bashTool.input.safeParse({ command: '' }).success).toBe(false)
  await expect(bash(`: ${'x'.repeat(3_000_000)}`)).rejects.toThrow(/too long/)
})

test('the directory is kept between commands', async () => {
  const call = makeToolCall()
  writeFileSync(join(call.cwd, 'f'), '')
  await runTool(bashTool, { command: 'mkdir sub && cd sub' }, call)
  expect((await runTool(bashTool, { command: 'pwd; ls ..' }, call)).text).toBe(`${call.cwd}\nf\nsub`)
})
