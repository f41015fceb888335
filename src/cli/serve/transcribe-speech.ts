import type { Env } from '../../protocol/host.ts'
import { voiceText } from '../../protocol/messages/host/voice.ts'
import { LocalizedError } from '../../protocol/messages/localized-text.ts'
import type { VoiceSettings } from '../../protocol/terminal-settings.ts'

interface SpeechOptions {
  readonly env: Env
  readonly cwd: string
  readonly voice: VoiceSettings | undefined
}

/** Makes text of what is said on the page, as the settings of this machine say; undefined: it is off. */
export const speechTranscriber = ({
  env,
  cwd,
  voice,
}: SpeechOptions): ((wav: Uint8Array) => Promise<string>) | undefined => {
  if (voice?.enabled !== true) return undefined
  const options = { env, cwd, platform: process.platform, settings: () => voice }
  return async wav => {
    const [{ transcriberOf }, { transcribe }, { isWav }] = await Promise.all([
      import('../tui/voice-port.ts'),
      import('../../features/voice/transcribe.ts'),
      import('../../features/voice/wav.ts'),
    ])
    if (!isWav(wav)) throw new LocalizedError(voiceText('not_wav'))
    return await transcribe(Buffer.from(wav), await transcriberOf(options), new AbortController().signal)
  }
}
