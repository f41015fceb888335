import { expect, test } from 'vitest'
import { startRecording } from './record.ts'
import { recordersOf } from './recorders.ts'
import { secondsOf } from './wav.ts'

const SAMPLES = `process.stdout.write(Buffer.alloc(32000, 40))`
const recorderOf = (script: string) => ({ program: process.execPath, args: ['-e', script] })
const variables = { PATH: process.env['PATH'] ?? '' }

/** What a recorder that runs this script leaves; stopped once `until` says so. */
const recorded = async (script: string, until: 'end' | 'sound' = 'end'): Promise<Buffer> => {
  const over = Promise.withResolvers<void>()
  const recording = startRecording({
    recorder: recorderOf(script),
    cwd: '/',
    variables,
    onEnd: () => over.resolve(),
  })
  if (until === 'sound')
    await expect.poll(() => recording.level(), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
  else await over.promise
  return await recording.stop()
}

test('a recorder is interrupted, and what it writes at its end is kept', async () => {
  const script = `${SAMPLES}; process.on('SIGINT', () => { ${SAMPLES}; process.exit(0) }); setInterval(() => {}, 1000)`
  expect(secondsOf(await recorded(script, 'sound'))).toBe(2)
})

test('a recorder that cannot is quoted', async () => {
  const script = `console.error('arecord: no soundcards found'); process.exit(1)`
  await expect(recorded(script)).rejects.toThrow(/no soundcards found/)
})

test('too little, and silence, are said', async () => {
  await expect(recorded(`process.stdout.write(Buffer.alloc(100, 40))`)).rejects.toThrow(
    'Nothing was recorded.',
  )
  await expect(recorded(`process.stdout.write(Buffer.alloc(64000))`)).rejects.toThrow(/silent/)
})

test('a program that is not there is an error in words', async () => {
  const recorder = { program: '/nowhere/arecord', args: [] }
  const over = Promise.withResolvers<void>()
  const recording = startRecording({ recorder, cwd: '/', variables, onEnd: () => over.resolve() })
  await over.promise
  await expect(recording.stop()).rejects.toThrow(/ENOENT/)
})

test('every system has its programs, all of them told the same format', () => {
  for (const platform of ['linux', 'darwin'])
    for (const { args } of recordersOf(platform)) expect(args.join(' ')).toMatch(/16000/)
})
