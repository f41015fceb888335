import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeToolCall, runTool, type ToolCallOptions } from '../../../../test/support/tool-call.ts'
import { inPromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { bashTool } from './bash.ts'

const bash = (command: string, options: ToolCallOptions = {}, more = {}) =>
  runTool(bashTool, { command, ...more }, makeToolCall(options))

test('both streams come in order, with the result as an object', async () => {
  const { progress: _later, ...result } = await bash('echo a; echo b >&2; echo c')
  expect(result).toEqual({
    output: { stdout: 'a\nb\nc\n', stderr: '', interrupted: false, exitCode: 0 },
    text: 'a\nb\nc',
    failed: false,
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

test('terminal escapes go, bytes of no encoding become replacement characters', async () => {
  expect((await bash(String.raw`printf '\033[31mred\033[0m \xff\xfe\0 ok'`)).text).toBe(
    'red \ufffd\ufffd\0 ok',
  )
})

test('the model is told to prefer the dedicated tools to shell commands', () => {
  expect(inPromptLanguage(bashTool.description)).toMatch(
    /Where you have Read, Edit, Write, Glob or Grep, prefer them over cat, sed/,
  )
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
  const running = runTool(bashTool, { command: 'echo begun; : > ready; exec sleep 60' }, call)
  const ready = () => statSync(join(call.cwd, 'ready'), { throwIfNoEntry: false })
  while (!ready()) await new Promise(resolve => setTimeout(resolve, 10))
  controller.abort()
  const { output, text } = await running
  expect([output.interrupted, text]).toEqual([
    true,
    'Interrupted before it finished; its effect may be partial.\nbegun',
  ])
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

test('run_in_background returns at once, with the ways to go on', async () => {
  const call = makeToolCall()
  const { output, text, failed } = await runTool(
    bashTool,
    { command: 'sleep 60', run_in_background: 'true', description: 'wait' },
    call,
  )
  const id = output.backgroundTaskId!
  expect([failed, output.exitCode, call.tasks.get(id)?.description]).toEqual([false, null, 'wait'])
  expect(text).toBe(
    `Runs in the background as task ${id}. You are told when it ends. TaskOutput {"task_id":"${id}"} reads what it prints, TaskStop {"task_id":"${id}"} ends it; all output is in ${output.persistedOutputPath}.`,
  )
  await call.tasks.stop(id)
})

test('on timeout a command is moved to the background rather than killed', async () => {
  const call = makeToolCall()
  const command = 'echo begun; until [ -e go ]; do :; done; echo done'
  const { output, text, failed } = await runTool(bashTool, { command, timeout: 300 }, call)
  const id = output.backgroundTaskId!
  writeFileSync(join(call.cwd, 'go'), '')
  const end = await call.tasks.output(id, { waitMs: 30_000, signal: call.signal })
  expect([failed, output.timedOutAfterMs, output.stdout, end.text, end.task.status]).toEqual([
    false,
    300,
    'begun\n',
    'begun\ndone\n',
    'completed',
  ])
  expect(text).toContain('Not done after 300 ms: it goes on in the background as task')
})

test.each([
  [undefined, 120_000],
  [90_000, 90_000],
  [600_000, 600_000],
  [3_600_000, 600_000],
])('a command that is given %j ms has %i ms', async (timeout, expected) => {
  const call = makeToolCall()
  const limits: number[] = []
  const shell: typeof call.processes.shell = run => {
    limits.push(run.timeoutMs)
    return call.processes.shell(run)
  }
  const processes = { ...call.processes, shell }
  await runTool(bashTool, { command: 'true', timeout }, { ...call, processes })
  expect(limits).toEqual([expected])
})

test('variables, functions, aliases and options of a command do not reach the next', async () => {
  const call = makeToolCall()
  await runTool(bashTool, { command: 'export KEPT=1; f() { :; }; set -u; alias l=ls' }, call)
  const look = 'echo "[$KEPT]"; type -t f l; [[ $- == *u* ]] && echo unset; echo end'
  expect((await runTool(bashTool, { command: look }, call)).text).toBe('[]\nend')
})

test('time limits and the length of output follow the settings', async () => {
  const options = {
    settings: { defaultTimeoutMs: 200, maxTimeoutMs: 300, maxOutputChars: 100, backgroundOff: true },
    limits: { timeoutGraceMs: 50 },
  }
  const usual = await bash('sleep 60', options)
  const capped = await bash('sleep 60', options, { timeout: 90_000 })
  const long = await bash('seq 1 1000', options)
  expect([usual.output.timedOutAfterMs, capped.output.timedOutAfterMs, long.text.length < 400]).toEqual([
    200,
    300,
    true,
  ])
  expect(readFileSync(long.output.persistedOutputPath!, 'utf8').length).toBe(3893)
})

test('with background work switched off run_in_background is an error that says what to do', async () => {
  await expect(
    bash('true', { settings: { backgroundOff: true } }, { run_in_background: true }),
  ).rejects.toThrow('Run the command in the foreground.')
})

test('a picture in the output is shown as one', async () => {
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { output } = await bash(`echo ${png} | base64 -d`)
  expect([output.isImage, output.stdout, bashTool.show(output)]).toEqual([
    true,
    `data:image/png;base64,${png}`,
    [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
  ])
})

test('a file shown by a viewing command counts as read', async () => {
  const call = makeToolCall()
  const path = (name: string) => join(call.cwd, name)
  for (const name of ['a', 'b', 'c']) writeFileSync(path(name), '1\n2\n3\n')
  await runTool(bashTool, { command: 'cat a' }, call)
  await runTool(bashTool, { command: 'head -n 2 b' }, call)
  await runTool(bashTool, { command: 'cat c | tail -n 1' }, call)
  expect([call.files.seen(path('a'))?.lines, call.files.seen(path('b'))?.lines]).toEqual([
    undefined,
    [{ from: 1, to: 2 }],
  ])
  expect([call.files.seen(path('a'))?.by, call.files.seen(path('c'))]).toEqual(['read', undefined])
})

test('of a file whose output was cut only pieces count as read', async () => {
  const call = makeToolCall()
  writeFileSync(join(call.cwd, 'long'), 'x\n'.repeat(30_000))
  await runTool(bashTool, { command: 'cat long' }, call)
  expect(call.files.seen(join(call.cwd, 'long'))).toMatchObject({ excerpt: true })
})

test('what cannot be seen in the output is shown', async () => {
  // As bytes: in a plain locale bash writes no others of itself.
  const { text } = await bash(String.raw`printf 'a\xe2\x80\xaeb\xf3\xa0\x81\x81\xe2\x80\x8b.\n'`)
  expect(text).toBe('a\\u{202e}b\\u{e0041}\\u{200b}.')
})

test('what could not be started or ran into its time limit is undone; a non-zero exit is not', () => {
  const output = { stdout: '', stderr: '', interrupted: false, exitCode: 1 }
  expect([
    bashTool.undone?.(undefined),
    bashTool.undone?.({ ...output, exitCode: null, timedOutAfterMs: 5 }),
    bashTool.undone?.(output),
    bashTool.undone?.({ ...output, exitCode: null, signal: 'SIGSEGV' }),
  ]).toEqual(['not_started', 'timed_out', undefined, undefined])
})
