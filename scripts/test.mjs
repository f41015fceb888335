// The checks and the tests at the same time: tests often wait for a program or a clock, and the checks fill that time.
// What the checks say comes after what the tests say; either of them failing is a failure.
import { spawn } from 'node:child_process'

const check = spawn(process.execPath, ['scripts/check.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] })
let said = ''
check.stdout.setEncoding('utf8').on('data', data => (said += data))
const tests = spawn('vitest', ['run', '--no-isolate', ...process.argv.slice(2)], { stdio: 'inherit' })

const codeOf = child =>
  new Promise((resolve, reject) => child.on('error', reject).on('close', code => resolve(code ?? 1)))

// The terminal tells them too; whoever is asked to stop waits for both.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of [check, tests]) child.kill(signal)
  })

const codes = await Promise.all([codeOf(tests), codeOf(check)])
process.stdout.write(`${said}\n`)
process.exitCode = codes.some(code => code !== 0) ? 1 : 0
