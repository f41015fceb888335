const RATE = 16_000
const HEADER_BYTES = 44

/** A recording under way. */
export interface SpeechRecording {
  /** Ends it; a WAV file as speech models take it. */
  finish(): Promise<ArrayBuffer>
  discard(): void
}

/** Whether this browser hands out a microphone at all: only pages that came over a safe way get one. */
export const canRecord = (): boolean =>
  isSecureContext && 'mediaDevices' in navigator && typeof MediaRecorder !== 'undefined'

/** Asks the person for the microphone, which the browser does once a page. Rejects when they decline. */
export const recordSpeech = async (): Promise<SpeechRecording> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
  const recorder = new MediaRecorder(stream)
  const pieces: Blob[] = []
  recorder.ondataavailable = ({ data }) => pieces.push(data)
  const ended = new Promise<void>(resolve => {
    recorder.onstop = () => resolve()
  })
  const end = async (): Promise<void> => {
    if (recorder.state !== 'inactive') recorder.stop()
    await ended
    for (const track of stream.getTracks()) track.stop()
  }
  recorder.start()
  return {
    async finish() {
      await end()
      return await toWav(await new Blob(pieces).arrayBuffer())
    },
    discard: () => void end(),
  }
}

/** Whatever a browser records, in one form: one channel, 16,000 samples of 16 bits a second. */
const toWav = async (recorded: ArrayBuffer): Promise<ArrayBuffer> => {
  const reader = new OfflineAudioContext(1, 1, RATE)
  const sound = await reader.decodeAudioData(recorded)
  const mixer = new OfflineAudioContext(1, Math.max(1, Math.ceil(sound.duration * RATE)), RATE)
  const source = mixer.createBufferSource()
  source.buffer = sound
  source.connect(mixer.destination)
  source.start()
  return wavOf((await mixer.startRendering()).getChannelData(0))
}

const wavOf = (samples: Float32Array): ArrayBuffer => {
  const bytes = new ArrayBuffer(HEADER_BYTES + 2 * samples.length)
  const view = new DataView(bytes)
  const word = (at: number, text: string): void => {
    for (let each = 0; each < text.length; each++) view.setUint8(at + each, text.charCodeAt(each))
  }
  word(0, 'RIFF')
  view.setUint32(4, bytes.byteLength - 8, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, RATE, true)
  view.setUint32(28, 2 * RATE, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  word(36, 'data')
  view.setUint32(40, 2 * samples.length, true)
  samples.forEach((sample, at) => {
    view.setInt16(HEADER_BYTES + 2 * at, Math.max(-1, Math.min(1, sample)) * 0x7fff, true)
  })
  return bytes
}
