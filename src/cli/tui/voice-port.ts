import type { Recording } from '../../features/voice/record.ts'
import type { Recorder } from '../../features/voice/recorders.ts'
import type { Transcriber } from '../../features/voice/transcribe.ts'
import type { Listening, VoicePort } from '../../frontends/tui/ports/voice-port.ts'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { Env } from '../../protocol/host.ts'
import { voiceText } from '../../protocol/messages/host/voice.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'
import type { VoiceSettings } from '../../protocol/terminal-settings.ts'

export interface VoiceOptions {
  readonly cwd: string
  readonly env: Env
  readonly platform: string
  settings(): VoiceSettings
}

/** A long answer is read to its end, or until a key is pressed. */
const LONGEST_SPEECH_MS = 30 * 60_000

/** The microphone and loudspeaker of this machine. What records and transcribes is loaded with the first word. */
export const createVoicePort = (options: VoiceOptions): VoicePort => ({
  listen: async onEnd => {
    const [{ recordersOf }, { startRecording }] = await Promise.all([
      import('../../features/voice/recorders.ts'),
      import('../../features/voice/record.ts'),
    ])
    const variables = await childVariables(options)
    const recorder = findRecorder(options, { variables, known: recordersOf(options.platform) })
    if (!recorder) throw new LocalizedError(voiceText('no_recorder'))
    return listening(startRecording({ recorder, cwd: options.cwd, variables, onEnd }), options)
  },
  speak: async (text, signal) => {
    const { speak } = options.settings()
    if (speak === undefined || text.trim() === '') return
    // Nobody is told that an answer was not read aloud: it stands on the screen.
    await run(options, { command: speak, stdin: text, timeoutMs: LONGEST_SPEECH_MS, signal })
  },
})

const listening = (recording: Recording, options: VoiceOptions): Listening => ({
  level: () => recording.level(),
  discard: () => recording.discard(),
  finish: async signal => {
    const samples = await recording.stop()
    const [{ wavOf }, { transcribe }] = await Promise.all([
      import('../../features/voice/wav.ts'),
      import('../../features/voice/transcribe.ts'),
    ])
    return await transcribe(wavOf(samples), await transcriberOf(options), signal)
  },
})

export const transcriberOf = async (options: VoiceOptions): Promise<Transcriber> => {
  const { proxyFromEnv } = await import('../../lib/network/proxy.ts')
  return {
    settings: options.settings(),
    env: options.env,
    proxy: proxyFromEnv(options.env),
    run: (command, limits) => run(options, { command, stdin: '', ...limits }),
  }
}

interface Run {
  readonly command: string
  readonly stdin: string
  readonly variables?: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const run = async (options: VoiceOptions, { variables = {}, ...rest }: Run) => {
  const { runCommand } = await import('../../features/hooks/runners/command.ts')
  const inherited = await childVariables(options)
  return await runCommand({ ...rest, cwd: options.cwd, variables: { ...inherited, ...variables } })
}

/** No credentials, and no program of the project in the place of one of the system. */
const childVariables = async ({ env, cwd }: VoiceOptions): Promise<Readonly<Record<string, string>>> => {
  const [{ childEnvironment }, { PROVIDER_SECRETS }] = await Promise.all([
    import('../../features/shell/child-environment.ts'),
    import('../../features/models/providers/index.ts'),
  ])
  const variables = childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: cwd })
  return hardenEnvironment(variables, [cwd])
}

/** The person's own command, else the first program that is there. */
const findRecorder = (
  { settings }: VoiceOptions,
  {
    variables,
    known,
  }: { readonly variables: Readonly<Record<string, string>>; readonly known: readonly Recorder[] },
): Recorder | undefined => {
  const { recorder } = settings()
  if (recorder !== undefined) return { program: '/bin/sh', args: ['-c', recorder] }
  for (const each of known) {
    const program = findProgram(each.program, variables['PATH'] ?? '')
    if (program !== undefined) return { ...each, program }
  }
  return undefined
}
