import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { addressKind } from '../../lib/network/address.ts'
import { NetworkError } from '../../lib/network/network-error.ts'
import type { ProxySettings } from '../../lib/network/proxy.ts'
import { sendChosen } from '../../lib/network/send-chosen.ts'
import { voiceText } from '../../protocol/messages/host/voice.ts'
import { describeError, LocalizedError } from '../../protocol/messages/localized-text.ts'
import type { VoiceSettings } from '../../protocol/terminal-settings.ts'

export interface Transcriber {
  readonly settings: VoiceSettings
  readonly env: Readonly<Record<string, string | undefined>>
  readonly proxy: ProxySettings
  /** Runs the person's own command: no credentials in its environment. */
  run(command: string, limits: CommandLimits): Promise<CommandResult>
}

export interface CommandLimits {
  readonly variables: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface CommandResult {
  readonly ended: 'exit' | 'timeout' | 'abort' | 'failed'
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const COMMAND_S = 120
const SERVER_MS = 60_000
const MOST_ANSWER = 1024 * 1024
const MOST_TEXT = 20_000
const MOST_SAID = 300
const DEFAULT_MODEL = 'whisper-1'

/** What was said in a WAV file. Throws LocalizedError with what went wrong and what to do. */
export const transcribe = async (wav: Buffer, by: Transcriber, signal: AbortSignal): Promise<string> => {
  const { command, url } = by.settings
  if (command === undefined && url === undefined) throw new LocalizedError(voiceText('no_transcriber'))
  const said = command === undefined ? await askServer(wav, by, signal) : await runCommand(wav, by, signal)
  const text = oneText(said)
  if (text === '') throw new LocalizedError(voiceText('nothing_said'))
  return text
}

/** Lines of a transcription are one paragraph; marks of noise, as speech models write them, are not what was said. */
const oneText = (said: string): string =>
  said
    .replace(/[[(](?:blank_audio|silence|music|noise|inaudible)[\])]/gi, '')
    // A program may print what a terminal would obey.
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_TEXT)

/** The file is the person's voice: readable by them only, and gone whatever happens. */
const runCommand = async (wav: Buffer, by: Transcriber, signal: AbortSignal): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), 'capstan-voice-'))
  try {
    const file = join(directory, 'speech.wav')
    writeFileSync(file, wav, { mode: 0o600 })
    const { command = '', language = '' } = by.settings
    const quoted = `'${file.replaceAll("'", "'\\''")}'`
    const end = await by.run(command.replaceAll('{file}', quoted), {
      variables: { CAPSTAN_VOICE_FILE: file, CAPSTAN_VOICE_LANGUAGE: language },
      timeoutMs: COMMAND_S * 1000,
      signal,
    })
    signal.throwIfAborted()
    if (end.ended === 'timeout') throw new LocalizedError(voiceText('command_slow', { seconds: COMMAND_S }))
    if (end.ended !== 'exit' || end.code !== 0)
      throw new LocalizedError(
        voiceText('command_failed', {
          how: voiceText('exit_code', { code: String(end.code ?? '?') }),
          said: shortly(end.stderr || end.stdout),
        }),
      )
    return end.stdout
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The last lines of what a program said, where the reason stands. */
const shortly = (text: string): string => escapeLine(text.trim().slice(-MOST_SAID).replace(/\s+/g, ' '))

/** As servers of the OpenAI kind take it: a form with the file. */
const askServer = async (wav: Buffer, by: Transcriber, signal: AbortSignal): Promise<string> => {
  const { model = DEFAULT_MODEL, language } = by.settings
  const url = transcriptionsUrl(by.settings.url ?? '')
  const boundary = `capstan-${randomUUID()}`
  const fields = [
    ['model', model],
    ['response_format', 'json'],
    ...(language === undefined ? [] : [['language', language]]),
  ]
  const body = Buffer.concat([
    ...fields.map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="speech.wav"\r\nContent-Type: audio/wav\r\n\r\n`,
    ),
    wav,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const answer = await send({ url, body, boundary }, by, signal)
  if (answer.status !== 200)
    throw new LocalizedError(
      voiceText('server_said', {
        host: url.host,
        status: answer.status,
        said: shortly(errorIn(answer.text)),
      }),
    )
  const text = textIn(answer.text)
  if (text === undefined) throw new LocalizedError(voiceText('server_unclear', { host: url.host }))
  return text
}

const send = async (
  { url, body, boundary }: { readonly url: URL; readonly body: Buffer; readonly boundary: string },
  by: Transcriber,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly text: string }> => {
  const key = keyOf(by)
  try {
    return await sendChosen({
      url,
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body,
      proxy: by.proxy,
      signal: AbortSignal.any([signal, AbortSignal.timeout(SERVER_MS)]),
      maxBytes: MOST_ANSWER,
    })
  } catch (error) {
    signal.throwIfAborted()
    const said = error instanceof NetworkError ? error.message : describeError(error)
    throw new LocalizedError(voiceText('server_unreachable', { host: url.host, said }))
  }
}

/** The key goes to the address that the person wrote down, and nowhere else: no redirect is followed. */
const keyOf = ({ settings, env }: Transcriber): string | undefined => {
  const name = settings.keyVariable
  if (name === undefined) return undefined
  const key = env[name]?.trim() ?? ''
  if (key === '') throw new LocalizedError(voiceText('no_key', { name }))
  return key
}

const transcriptionsUrl = (text: string): URL => {
  const refused = (row: 'bad_url' | 'plain_url'): LocalizedError =>
    new LocalizedError(voiceText(row, { url: text }))
  if (!URL.canParse(text)) throw refused('bad_url')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused('bad_url')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol === 'http:' && host !== 'localhost' && addressKind(host) !== 'loopback')
    throw refused('plain_url')
  if (!url.pathname.endsWith('/transcriptions'))
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/audio/transcriptions`
  return url
}

const objectIn = (json: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Not JSON: it says nothing that could be read.
    return {}
  }
}

const textIn = (json: string): string | undefined => {
  const { text } = objectIn(json)
  return typeof text === 'string' ? text : undefined
}

const errorIn = (json: string): string => {
  const { error } = objectIn(json)
  const message = typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : error
  return typeof message === 'string' ? message : json
}
