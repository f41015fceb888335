import { spawn } from 'node:child_process'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IN_FULL, sampleSize } from '../../../test/support/sample-size.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { loadSession } from './load.ts'
import { openSessionLog } from './log.ts'
import { repairHistory } from './repair.ts'

const SESSION = '00000000-0000-4000-8000-000000000000'
const RUNS = sampleSize({ usual: 4, full: 60 })
const NO_OUTPUT_MS = 120_000

/** Appends entries of changing size for ever and says each one's number when it is in the file. */
const APPEND_FOREVER = `
import { writeSync } from 'node:fs'
import { openSessionLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
import { createChain } from ${JSON.stringify(new URL('./chain.ts', import.meta.url).href)}
const id = n => '00000000-0000-4000-8000-' + String(n).padStart(12, '0')
const [path, first, parent] = [process.argv[1], Number(process.argv[2]), process.argv[3] || null]
const chain = createChain({ sessionId: ${JSON.stringify(SESSION)}, cwd: '/p', version: '0.1.0', gitBranch: '', entrypoint: 'cli', parent })
const log = openSessionLog({ path, sessionId: ${JSON.stringify(SESSION)} })
for (let n = first; ; n++) {
  const text = String(n).repeat((n * 37) % 5000)
  await log.append([chain.stamp({ type: 'user', uuid: id(n), timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content: text } })])
  writeSync(1, n + '\\n')
}
`

const seeded = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Lets the child run until it has said so many numbers, kills it at once, returns the last number it said. */
const runAndKill = (args: readonly string[], acks: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', APPEND_FOREVER, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stuck = setTimeout(() => child.kill('SIGKILL'), NO_OUTPUT_MS)
    let out = ''
    let errors = ''
    child.stderr.on('data', data => {
      errors += data
    })
    child.stdout.on('data', data => {
      out += data
      if (out.split('\n').length > acks) child.kill('SIGKILL')
    })
    child.on('close', () => {
      clearTimeout(stuck)
      const said = out.split('\n').slice(0, -1)
      if (said.length < acks) reject(new Error(`child said ${said.length} numbers only: ${errors}`))
      else resolve(Number(said.at(-1)))
    })
  })

test('kill -9 at any moment loses no entry whose append had resolved, over many runs on one file', async () => {
  await using tmp = tmpDir()
  const path = join(tmp.path, `${SESSION}.jsonl`)
  const random = seeded(7)
  let next = 1
  let parent = ''
  for (let run = 0; run < RUNS; run++) {
    const acknowledged = await runAndKill([path, String(next), parent], 1 + Math.floor(random() * 60))
    const loaded = await loadSession(path)
    const numbers = loaded.messages.map(message => Number(message.uuid.slice(-12)))
    expect(numbers).toEqual(numbers.map((_, i) => i + 1))
    expect(numbers.length).toBeGreaterThanOrEqual(acknowledged)
    expect(loaded.skipped).toMatchObject({ corrupt: 0, tooLong: 0, unknown: 0 })
    next = numbers.length + 1
    parent = loaded.leafUuid ?? ''
  }
})

test('a file cut at any byte of its last lines loads all whole lines before the cut and goes on', async () => {
  await using tmp = tmpDir()
  const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const line = (n: number): string =>
    JSON.stringify({
      type: 'user',
      uuid: id(n),
      parentUuid: n === 1 ? null : id(n - 1),
      isSidechain: false,
      sessionId: SESSION,
      timestamp: '2026-01-01T00:00:00.000Z',
      cwd: '/p',
      message: { role: 'user', content: `é ${n} 🙂` },
    })
  const whole = Buffer.from(`${[1, 2, 3].map(line).join('\n')}\n`)
  const ends = [1, 2, 3].map(n =>
    Buffer.byteLength(`${Array.from({ length: n }, (_, i) => line(i + 1)).join('\n')}`),
  )
  const goOn = async (cut: number): Promise<void> => {
    const path = join(tmp.path, `${cut}.jsonl`)
    writeFileSync(path, whole)
    truncateSync(path, cut)
    const complete = ends.filter(end => end <= cut).length
    const loaded = await loadSession(path)
    expect(loaded.messages.map(message => message.uuid)).toEqual([1, 2, 3].slice(0, complete).map(id))
    expect(loaded.notes).toEqual([])
    const added = repairHistory(loaded.messages, { now: () => new Date(0), newId: () => id(99) }).added[0]!
    const log = openSessionLog({ path, sessionId: SESSION, known: loaded.uuids })
    const chained = { ...loaded.messages[0]!, ...added, parentUuid: loaded.leafUuid }
    await log.append([chained as (typeof loaded.messages)[number]])
    await log.close()
    expect((await loadSession(path)).leafUuid).toBe(id(99))
    expect(readFileSync(path, 'utf8').endsWith('\n')).toBe(true)
  }
  // Side by side: each waits for the disk. In every run both ends of the last line, what is no ASCII in it and some of the
  // rest; in the long tests all of it and the line before it, too.
  const [before, last] = [(IN_FULL ? ends[0]! : ends[1]!) + 1, ends[2]!]
  const odd = whole.indexOf('é', ends[1]!)
  const isTried = (cut: number): boolean =>
    IN_FULL || cut <= before + 4 || cut >= odd - 2 || (cut - before) % 7 === 0
  const cuts = Array.from({ length: whole.length - before + 1 }, (_, at) => before + at).filter(isTried)
  expect(cuts).toEqual(expect.arrayContaining([before, odd + 1, last, last + 1]))
  await Promise.all(cuts.map(goOn))
})
