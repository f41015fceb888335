// The checks and the tests at the same time: tests often wait for a program or a clock, and the checks fill that time.
// What the checks say comes after what the tests say; either of them failing is a failure. Before the tests comes what npm
// can install for them; tests that need what could not be installed say so and are skipped.
import { spawn } from 'node:child_process'

const codeOf = child =>
  new Promise((resolve, reject) => child.on('error', reject).on('close', code => resolve(code ?? 1)))

const running = new Set()
let isStopped = false
const start = (command, args, stdio) => {
  const child = spawn(command, args, { stdio })
  running.add(child.on('close', () => running.delete(child)))
  return child
}
// The terminal tells them too; whoever is asked to stop waits for both.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    isStopped = true
    for (const child of running) child.kill(signal)
  })

const check = start(process.execPath, ['scripts/check.mjs'], ['ignore', 'pipe', 'inherit'])
const checked = codeOf(check)
let said = ''
check.stdout.setEncoding('utf8').on('data', data => (said += data))

const test = async () => {
  await codeOf(start(process.execPath, ['scripts/install-test-servers.mjs'], 'inherit'))
  if (isStopped) return 1
  return await codeOf(start('vitest', ['run', '--no-isolate', ...process.argv.slice(2)], 'inherit'))
}

const codes = await Promise.all([test(), checked])
process.stdout.write(`${said}\n`)
process.exitCode = codes.some(code => code !== 0) ? 1 : 0
