import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { VoiceSettings } from '../../protocol/terminal-settings.ts'
import { type CommandResult, type Transcriber, transcribe } from './transcribe.ts'
import { isWav, peakOf, secondsOf, wavOf } from './wav.ts'

const tone = (seconds: number): Buffer => {
  const samples = Buffer.alloc(seconds * 32_000)
  for (let at = 0; at < samples.length; at += 2)
    samples.writeInt16LE(Math.round(8_000 * Math.sin(at / 20)), at)
  return samples
}
const WAV = wavOf(tone(1))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

interface Heard {
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Answers once a request as told; what it was asked. */
const serveOnce = async (status: number, answer: string): Promise<{ url: string; heard: Heard[] }> => {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1')
      heard.push({ url: request.url ?? '', headers: request.headers, body })
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end(answer)
    })
  })
  await new Promise<void>(resolve => {
    server.listen(0, '127.0.0.1', resolve)
  })
  closers.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, heard }
}

const by = (settings: VoiceSettings, more: Partial<Transcriber> = {}): Transcriber => ({
  settings,
  env: { SPEECH_KEY: 'k-1' },
  proxy: {},
  run: () => Promise.reject(new Error('no command')),
  ...more,
})

const never = new AbortController().signal
const said = (settings: VoiceSettings, more: Partial<Transcriber> = {}): Promise<string> =>
  transcribe(WAV, by(settings, more), never)
const problem = async (settings: VoiceSettings, more: Partial<Transcriber> = {}): Promise<string> =>
  await said(settings, more).then(
    text => `no error: ${text}`,
    error => (error as Error).message,
  )

test('samples become a WAV file that says its length', () => {
  expect(isWav(WAV)).toBe(true)
  expect([WAV.readUInt32LE(24), WAV.readUInt32LE(40), WAV.length]).toEqual([16_000, 32_000, 32_044])
  expect(secondsOf(tone(1))).toBe(1)
  expect(peakOf(tone(1))).toBeGreaterThan(0.2)
  expect(peakOf(Buffer.alloc(100))).toBe(0)
  expect(isWav(Buffer.from('{"not": "sound"}'.repeat(9)))).toBe(false)
})

test('a server is sent the file, model and language as a form, with the key of the variable', async () => {
  const { url, heard } = await serveOnce(200, '{"text": " Rename  the\\nfunction. "}')
  const settings = { url, model: 'small', language: 'en', keyVariable: 'SPEECH_KEY' }
  expect(await said(settings)).toBe('Rename the function.')
  const [request] = heard
  expect(request?.url).toBe('/v1/audio/transcriptions')
  expect(request?.headers['authorization']).toBe('Bearer k-1')
  expect(request?.body).toContain('name="model"\r\n\r\nsmall\r\n')
  expect(request?.body).toContain('name="language"\r\n\r\nen\r\n')
  expect(request?.body).toContain('filename="speech.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF')
})

test.each([
  [401, '{"error": {"message": "bad key"}}', /answered 401: bad key/],
  [500, 'oops', /answered 500: oops/],
  [302, '', /answered 302/],
  [200, '<html>', /did not answer as a transcription does/],
  [200, '{"text": "[BLANK_AUDIO]"}', /No words were recognised/],
])('an answer %i %s is an error in words', async (status, answer, words) => {
  const { url } = await serveOnce(status, answer)
  expect(await problem({ url })).toMatch(words)
})

test.each([
  [{}, /set voice\.command .* or voice\.url/],
  [{ url: 'not an address' }, /is not an http or https address/],
  [{ url: 'file:///etc/passwd' }, /is not an http or https address/],
  [{ url: 'http://speech.example/v1' }, /unencrypted/],
  [{ url: 'https://127.0.0.1:1/v1', keyVariable: 'NOT_SET' }, /NOT_SET, which is not set/],
  [{ url: 'http://127.0.0.1:1/v1' }, /could not be reached/],
])('settings %o say what is missing', async (settings, words) => {
  expect(await problem(settings)).toMatch(words)
})

const ended = (change: Partial<CommandResult>): CommandResult => ({
  ended: 'exit',
  code: 0,
  stdout: '',
  stderr: '',
  ...change,
})

test('a command gets the file, quoted, and it is gone afterwards', async () => {
  let file = ''
  const run: Transcriber['run'] = async (command, { variables }) => {
    file = variables['CAPSTAN_VOICE_FILE'] ?? ''
    expect(command).toBe(`whisper -f '${file}'`)
    expect(existsSync(file)).toBe(true)
    return ended({ stdout: ' [00:00] \u001b[1mAdd a test\u001b[0m (silence)\n' })
  }
  expect(await said({ command: 'whisper -f {file}', url: 'http://not.asked' }, { run })).not.toContain(
    '\u001b',
  )
  expect(existsSync(file)).toBe(false)
})

test.each([
  [ended({ code: 3, stderr: 'model.bin: no such file' }), /exit code 3\): model\.bin: no such file/],
  [ended({ ended: 'timeout', code: null }), /longer than 120 s/],
  [ended({ ended: 'failed', code: null, stderr: 'not found' }), /failed .*not found/],
])('a command that fails says so: %o', async (end, words) => {
  expect(await problem({ command: 'x {file}' }, { run: async () => end })).toMatch(words)
})
