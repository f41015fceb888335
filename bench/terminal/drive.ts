import { join } from 'node:path'
import { measureFlicker } from '../../test/support/pty/flicker-meter.ts'
import { type PtyProgram, startPty } from '../../test/support/pty/program.ts'
import { clock } from '../clock.ts'
import { transcriptPath, writeTranscript } from '../large-transcript.ts'
import type { Workspace } from '../workspace.ts'
import { markdownReply, markdownTokens } from './markdown-tokens.ts'
import { cpuMs, residentMb } from './process-facts.ts'
import type { StreamProcess } from './stream-process.ts'
import type { TerminalSubject } from './subject.ts'

/** What a measure works on. */
export interface TerminalStage {
  readonly subject: TerminalSubject
  readonly stream: StreamProcess
  readonly space: Workspace
}

const COLUMNS = 120
const ROWS = 40
/** Long enough for a slow machine; only a program that does nothing takes so long. */
const LIMIT_MS = 120_000
const TYPED = 'keys'

const start = ({ subject, stream, space }: TerminalStage, args: readonly string[] = []): PtyProgram =>
  startPty([...subject.command, ...args], {
    columns: COLUMNS,
    rows: ROWS,
    cwd: space.project,
    limitMs: LIMIT_MS,
    env: {
      HOME: space.home,
      CAPSTAN_CONFIG_DIR: join(space.home, 'config'),
      ANTHROPIC_BASE_URL: stream.url,
      ANTHROPIC_API_KEY: 'bench',
      DISABLE_AUTO_COMPACT: '1',
      ...subject.env,
    },
  })

const shows = (stage: TerminalStage, text: string) => (screen: readonly string[]) =>
  screen.some(row => stage.subject.isPrompt(row, text))

/** At the prompt, with the text typed and everything quiet. */
const ready = async (stage: TerminalStage, program: PtyProgram): Promise<void> => {
  program.type(TYPED)
  await program.waitFor(shows(stage, TYPED))
  await program.settled(300)
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** From making the process to a character on the screen that was typed at once. */
export const timeToTyped = async (stage: TerminalStage): Promise<number> => {
  const began = clock()
  await using program = start(stage)
  program.type('x')
  await program.waitFor(shows(stage, 'x'))
  return clock() - began
}

/** Each from writing a key to seeing what it does. Expects {@link TYPED} at the prompt, and leaves it there. */
const typeKeys = async (
  stage: TerminalStage,
  program: PtyProgram,
  count: number,
): Promise<readonly number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const [key, text] = n % 2 === 0 ? ['x', `${TYPED}x`] : ['backspace', TYPED]
    const began = clock()
    program.key(key)
    await program.waitFor(shows(stage, text))
    times.push(clock() - began)
    // Not in step with anything that ticks in the program.
    await sleep(9 + ((n * 7) % 13))
  }
  return times
}

const clearPrompt = async (stage: TerminalStage, program: PtyProgram): Promise<void> => {
  for (const _ of TYPED) program.key('backspace')
  await program.waitFor(screen => !shows(stage, TYPED)(screen))
}

/** Sends a prompt and waits for the end of its reply. */
const converse = async (stage: TerminalStage, program: PtyProgram): Promise<void> => {
  const ended = stage.stream.next('ended')
  program.type('go')
  await program.waitFor(shows(stage, 'go'))
  program.key('enter')
  await ended
  await program.settled(120)
}

/** So many finished turns of 3 KB each are on the screen or above it. */
const growHistory = async (stage: TerminalStage, program: PtyProgram, turns: number): Promise<void> => {
  await stage.stream.play({ tokens: markdownReply(3_000), perSecond: 0 })
  for (let turn = 0; turn < turns; turn++) await converse(stage, program)
}

export type KeyScene = 'idle' | 'streaming' | 'after history' | 'ten agents'

/** Times of keys in milliseconds. */
export const timeKeys = async (
  stage: TerminalStage,
  scene: KeyScene,
  count: number,
): Promise<readonly number[]> => {
  await using program = start(stage)
  await ready(stage, program)
  if (scene === 'after history') {
    await clearPrompt(stage, program)
    await growHistory(stage, program, 60)
    await ready(stage, program)
  }
  if (scene === 'ten agents') await beginAgents(stage, program, count)
  if (scene === 'streaming') await beginStream(stage, program, count)
  await typeKeys(stage, program, 10)
  return await typeKeys(stage, program, count)
}

/** Processor time of one key at an idle prompt, in milliseconds. */
export const cpuPerKey = async (stage: TerminalStage, count: number): Promise<number> => {
  await using program = start(stage)
  await ready(stage, program)
  await typeKeys(stage, program, 10)
  const before = cpuMs(program.pid)
  await typeKeys(stage, program, count)
  return (cpuMs(program.pid) - before) / count
}

const beginStream = async (stage: TerminalStage, program: PtyProgram, keys: number): Promise<void> => {
  await clearPrompt(stage, program)
  // Longer than the keys can take.
  await stage.stream.play({ tokens: markdownTokens(keys * 10 + 1_000), perSecond: 100 })
  const began = stage.stream.next('began')
  program.type('go')
  await program.waitFor(shows(stage, 'go'))
  program.key('enter')
  await began
  program.type(TYPED)
  await program.waitFor(shows(stage, TYPED))
}

/** Ten agents at work, each of which streams as the conversation does in the scene above. */
const beginAgents = async (stage: TerminalStage, program: PtyProgram, keys: number): Promise<void> => {
  await clearPrompt(stage, program)
  await stage.stream.play({ tokens: markdownTokens(keys * 10 + 2_000), perSecond: 100, agents: AGENTS })
  program.type('go')
  await program.waitFor(shows(stage, 'go'))
  program.key('enter')
  // So many at once are asked about; for a moment such a question takes no keys.
  await program.waitFor(screen => screen.some(row => row.includes(`${AGENTS} agents at once?`)))
  await sleep(1_500)
  program.type('1')
  await program.waitFor(screen => screen.some(row => row.includes(`${AGENTS} agents (`)))
  program.type(TYPED)
  await program.waitFor(shows(stage, TYPED))
}

const AGENTS = 10

export interface StreamCost {
  readonly bytesPerToken: number
  /** For the whole stream. */
  readonly cpuMs: number
  readonly fullClears: number
  readonly changedAbove: number
}

/** What was before: so many turns, or so many messages of an earlier life that was resumed. */
interface Past {
  readonly turns?: number
  readonly messages?: number
}

/** What it costs to show a reply of so many tokens at 100 a second. */
export const streamCost = async (
  stage: TerminalStage,
  how: { readonly tokens: number } & Past,
): Promise<StreamCost> => {
  await using program = start(stage, how.messages ? writePast(stage, how.messages) : [])
  await ready(stage, program)
  await clearPrompt(stage, program)
  if (how.turns) await growHistory(stage, program, how.turns)
  await stage.stream.play({ tokens: markdownTokens(how.tokens), perSecond: 100 })
  const began = stage.stream.next('began')
  const ended = stage.stream.next('ended')
  program.type('go')
  await program.waitFor(shows(stage, 'go'))
  const first = program.raw.length
  program.key('enter')
  await began
  const cpu = cpuMs(program.pid)
  await ended
  await program.settled(200)
  const spent = cpuMs(program.pid) - cpu
  const writes = program.raw.map(({ bytes }) => bytes)
  const streamed = writes.slice(first)
  const size = streamed.reduce((sum, bytes) => sum + Buffer.byteLength(bytes), 0)
  const { fullClears, changedAbove } = measureFlicker(writes, {
    columns: COLUMNS,
    rows: ROWS,
    liveRows: ROWS / 2,
  })
  return { bytesPerToken: size / how.tokens, cpuMs: spent, fullClears, changedAbove }
}

/** Small results, so that all of it goes into one request. Answers how to resume it. */
const writePast = ({ space }: TerminalStage, messages: number): readonly string[] => {
  const path = transcriptPath(space, PAST)
  const cwd = space.project
  writeTranscript({ path, sessionId: PAST, cwd, megabytes: 100, behind: 0, messages, resultBytes: 300 })
  return ['--resume', PAST]
}

const PAST = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

export interface Interruption {
  /** From Esc to the end of the connection. */
  readonly closedMs: number
  /** From Esc to a character on the screen that was typed as soon as the connection was closed. */
  readonly usableMs: number
}

export const timeInterrupt = async (stage: TerminalStage): Promise<Interruption> => {
  await using program = start(stage)
  await ready(stage, program)
  await clearPrompt(stage, program)
  await stage.stream.play({ tokens: markdownTokens(5_000), perSecond: 100 })
  const streaming = stage.stream.next('began')
  program.type('go')
  await program.waitFor(shows(stage, 'go'))
  program.key('enter')
  await streaming
  await sleep(700)
  const closed = stage.stream.next('closed')
  const began = clock()
  program.key('escape')
  const closedAt = await closed
  program.type('x')
  // What was asked may have come back into the prompt.
  await program.waitFor(screen => ['x', 'gox', 'go x'].some(text => shows(stage, text)(screen)))
  return { closedMs: closedAt - began, usableMs: clock() - began }
}

/** From the last byte of a reply on. */
export interface LastByte {
  /** To its last word on the screen. */
  readonly shownMs: number
  /** To a screen that says that the turn is over, too. */
  readonly overMs: number
}

export const timeLastBytes = async (stage: TerminalStage, count: number): Promise<readonly LastByte[]> => {
  await using program = start(stage)
  await ready(stage, program)
  await clearPrompt(stage, program)
  const times: LastByte[] = []
  for (let n = 0; n < count; n++) {
    const last = `last-of-${n}.`
    // Never a whole number of frames long.
    const words = markdownTokens(40 + ((n * 7) % 13))
    await stage.stream.play({ tokens: [...words, '\n\n', last], perSecond: 100 })
    const ended = stage.stream.next('ended')
    program.type('go')
    await program.waitFor(shows(stage, 'go'))
    program.key('enter')
    await program.waitFor(last)
    const shown = clock()
    await program.waitFor(screen => !screen.some(row => WORKS.test(row)))
    const over = clock()
    const at = await ended
    times.push({ shownMs: shown - at, overMs: over - at })
    await program.settled(100)
  }
  return times
}

/** Stands beside a turn that runs. */
const WORKS = /\besc (?:stop|to interrupt)/i

export interface Memory {
  readonly promptMb: number
  /** After each of the numbers of turns. */
  readonly laterMb: readonly number[]
}

/** At the prompt, and after so many turns of 3 KB: the numbers grow. */
export const memoryOf = async (stage: TerminalStage, turns: readonly number[]): Promise<Memory> => {
  await using program = start(stage)
  await ready(stage, program)
  const promptMb = residentMb(program.pid)
  await clearPrompt(stage, program)
  const laterMb: number[] = []
  for (const [at, until] of turns.entries()) {
    await growHistory(stage, program, until - (turns[at - 1] ?? 0))
    await program.settled(300)
    laterMb.push(residentMb(program.pid))
  }
  return { promptMb, laterMb }
}
