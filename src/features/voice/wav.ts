/** What recorders are asked for: 16-bit mono, the rate that speech models work with. */
export const SAMPLE_RATE = 16_000
const BYTES_PER_SAMPLE = 2
const HEADER_BYTES = 44
const LOUDEST = 32_768

/** Samples as a WAV file. */
export const wavOf = (samples: Uint8Array): Buffer => {
  const data = samples.subarray(0, samples.length - (samples.length % BYTES_PER_SAMPLE))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(HEADER_BYTES - 8 + data.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLE_RATE, 24)
  header.writeUInt32LE(SAMPLE_RATE * BYTES_PER_SAMPLE, 28)
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32)
  header.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}

/** Whether it begins as a WAV file does; what a browser sends is looked at before it is handed on. */
export const isWav = (bytes: Uint8Array): boolean => {
  const text = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  return bytes.length > HEADER_BYTES && text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE'
}

/** The loudest sample, 0 to 1: silence and a microphone that is switched off look alike. */
export const peakOf = (samples: Uint8Array): number => {
  const view = new DataView(samples.buffer, samples.byteOffset, samples.byteLength)
  let peak = 0
  for (let at = 0; at + 1 < view.byteLength; at += BYTES_PER_SAMPLE)
    peak = Math.max(peak, Math.abs(view.getInt16(at, true)))
  return peak / LOUDEST
}

export const secondsOf = (samples: Uint8Array): number => samples.length / (SAMPLE_RATE * BYTES_PER_SAMPLE)
