import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasSpeech } from '../../support/needs-program.ts'
import { lastWords, withSettings } from '../../support/pty/prompt-box.ts'
import { openTerminalHere } from '../../support/pty/terminal-here.ts'
import type { TerminalWorld } from '../../support/pty/terminal-world.ts'

const FINE = { replies: [{ text: 'Use `git` in **src**.\n\n```\ncode\n```\n', repeat: true }] }

/** A microphone that hears a tone until it is switched off. */
const MICROPHONE = `const wave = Buffer.alloc(16000)
for (let at = 0; at < wave.length; at += 2) wave.writeInt16LE(Math.round(9000 * Math.sin(at / 15)), at)
process.stdout.write(wave)
setInterval(() => process.stdout.write(wave), 50)
process.on('SIGINT', () => process.exit(0))`

/** Knows what it is given only if that is what speech models take. */
const LISTENER = `const { readFileSync, statSync } = require('node:fs')
const file = process.argv[2]
const wav = readFileSync(file)
const ok = wav.toString('latin1', 0, 4) === 'RIFF' && wav.readUInt16LE(22) === 1 && wav.readUInt32LE(24) === 16000
  && wav.readUInt16LE(34) === 16 && wav.readUInt32LE(40) === wav.length - 44 && (statSync(file).mode & 0o77) === 0
if (process.env.ANTHROPIC_API_KEY) { console.error('it sees the key'); process.exit(1) }
console.log(ok ? 'rename the function' : 'not a recording')`

const node = (file: string, ...args: string[]): string =>
  [`'${process.execPath}'`, `'${file}'`, ...args].join(' ')

interface Voice {
  readonly [name: string]: unknown
}

/** Speech is on, with these programs in the place of a microphone and a model of speech. */
const speaking = async (voice: Voice): Promise<TerminalWorld> =>
  await openTerminalHere(FINE, {
    prepare: world => {
      const put = (name: string, text: string): string => {
        const file = join(world.home, name)
        writeFileSync(file, text)
        return file
      }
      const settings = {
        enabled: true,
        mode: 'tap',
        recorder: `exec ${node(put('microphone.cjs', MICROPHONE))}`,
        command: node(put('listener.cjs', LISTENER), '{file}'),
        ...voice,
      }
      withSettings({ voice: settings })(world)
    },
  })

const leftovers = (): readonly string[] =>
  readdirSync(tmpdir()).filter(name => name.startsWith('capstan-voice-'))

test('what is said lands in the prompt, beside what was typed, and is not sent', async () => {
  await using terminal = await speaking({})
  const { program } = terminal
  program.type(' ')
  await program.waitFor(/Recording \d+ s · press again or Enter to stop · Esc discard/)
  await program.waitFor(/[▂▃▄▅▆▇█] Recording/)
  program.type('Please')
  await program.waitFor(/^> Please$/)
  program.key('enter')
  await program.waitFor(/^> Please rename the function$/)
  expect(leftovers()).toEqual([])
  expect(terminal.world.server.requests).toHaveLength(0)
  program.key('enter')
  await program.waitFor('Use git in src.')
  expect(lastWords(terminal)).toBe('Please rename the function')
})

test('Esc throws a recording away', async () => {
  await using terminal = await speaking({})
  const { program } = terminal
  program.type(' ')
  await program.waitFor('Recording')
  program.key('escape')
  await program.waitFor(screen => !screen.some(line => line.includes('Recording')))
  program.type('typed')
  await program.waitFor(/^> typed$/)
})

test('what goes wrong is said, and the prompt stays as it is', async () => {
  await using terminal = await speaking({ command: 'echo no model file >&2; exit 3' })
  const { program } = terminal
  program.type(' ')
  await program.waitFor(/[▂▃▄▅▆▇█] Recording/)
  program.key('enter')
  await program.waitFor('voice.command failed (exit code 3): no model file')
})

test('without a recorder it says what to install, and /voice off makes a space of a space', async () => {
  await using terminal = await speaking({ recorder: undefined })
  const { program } = terminal
  const { PATH } = process.env
  if (
    !PATH?.split(':').some(path => ['arecord', 'sox', 'ffmpeg'].some(name => existsSync(join(path, name))))
  ) {
    program.type(' ')
    await program.waitFor('install arecord (alsa-utils), sox or ffmpeg')
  }
  terminal.say('/voice off')
  await program.waitFor('Voice input is off')
  program.type('  a b')
  await program.waitFor(/^> {3}a b$/)
})

test.runIf(hasSpeech())('answers are read aloud without their code, by a real program', async () => {
  let file = ''
  await using terminal = await openTerminalHere(FINE, {
    prepare: world => {
      file = join(world.home, 'answer.wav')
      withSettings({ voice: { speak: `tee '${file}.txt' | espeak-ng --stdin -w '${file}'` } })(world)
    },
  })
  terminal.say('where?')
  await terminal.program.waitFor('Use git in src.')
  await expect.poll(() => existsSync(file) && readFileSync(file).toString('latin1', 0, 4)).toBe('RIFF')
  expect(readFileSync(`${file}.txt`, 'utf8')).toBe('Use git in src.')
})
