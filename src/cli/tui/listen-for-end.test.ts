import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { expect, test } from 'vitest'

const MODULE = JSON.stringify(new URL('./listen-for-end.ts', import.meta.url).href)

/** A program that says why it has to end; `then` happens in it once it listens. */
const start = (then: string) => {
  const script = `
    import { listenForEnd } from ${MODULE}
    const later = setTimeout
    globalThis.setTimeout = (call, ms) => later(call, Math.min(ms, 20))
    const stop = listenForEnd()
    stop.addEventListener('abort', () =>
      process.send({ why: stop.reason instanceof Error ? 'error: ' + stop.reason.message : stop.reason }))
    process.stdin.resume()
    setInterval(() => {}, 1000)
    process.send({ why: 'listening' }, () => {
      ${then}
    })`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  })
  const messages = on(child, 'message')
  const exited = once(child, 'exit')
  const next = async (): Promise<unknown> => ((await messages.next()).value as [{ why: unknown }])[0].why
  return { child, exited, next }
}

test.each<[string, string, (child: ChildProcess) => void, string, number]>([
  ['SIGTERM', '', child => child.kill('SIGTERM'), 'SIGTERM', 143],
  ['SIGINT', '', child => child.kill('SIGINT'), 'SIGINT', 130],
  ['SIGHUP', '', child => child.kill('SIGHUP'), 'SIGHUP', 129],
  ['the end of what is typed', '', child => child.stdin?.end(), 'SIGHUP', 129],
  ['a fault', "later(() => { throw new Error('oh') }, 1)", () => {}, 'error: oh', 1],
  ['a promise that nobody caught', "void Promise.reject('no error')", () => {}, 'error: no error', 1],
  [
    'the first of several faults',
    "later(() => { throw new Error('one') }, 1); later(() => { throw new Error('two') }, 2)",
    () => {},
    'error: one',
    1,
  ],
])('%s ends the program, and so does time when nobody ends it', async (_, then, cause, reason, code) => {
  const { child, exited, next } = start(then)
  expect(await next()).toBe('listening')
  cause(child)
  expect(await next()).toBe(reason)
  expect(await exited).toEqual([code, null])
})

test('a terminal that takes nothing more ends it as well', async () => {
  const { child, exited, next } = start("setInterval(() => process.stdout.write('.'), 1)")
  expect(await next()).toBe('listening')
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect(await next()).toBe('SIGHUP')
  expect(await exited).toEqual([129, null])
})
