import { SAMPLE_RATE } from './wav.ts'

/** A program that writes raw samples (16-bit, mono) to its standard output until it is told to stop. */
export interface Recorder {
  readonly program: string
  readonly args: readonly string[]
}

const RATE = String(SAMPLE_RATE)
const SOX_OUT = ['-t', 'raw', '-r', RATE, '-c', '1', '-b', '16', '-e', 'signed-integer', '-L', '-']
const ffmpeg = (format: string, input: string): Recorder => ({
  program: 'ffmpeg',
  args: [
    '-loglevel',
    'error',
    '-nostdin',
    '-f',
    format,
    '-i',
    input,
    '-ac',
    '1',
    '-ar',
    RATE,
    '-f',
    's16le',
    '-',
  ],
})

const ARECORD: Recorder = {
  program: 'arecord',
  args: ['-q', '-t', 'raw', '-f', 'S16_LE', '-r', RATE, '-c', '1', '-'],
}
const SOX: Recorder = { program: 'sox', args: ['-q', '-d', ...SOX_OUT] }

/** Those that may be there, the best first. */
export const recordersOf = (platform: string): readonly Recorder[] =>
  platform === 'darwin'
    ? [SOX, ffmpeg('avfoundation', ':default')]
    : [ARECORD, SOX, ffmpeg('pulse', 'default'), ffmpeg('alsa', 'default')]
