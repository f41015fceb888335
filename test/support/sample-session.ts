import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Lines of a session file, made up: deterministic, and as like a real one as the readers can tell. */
export type SampleLine = Readonly<Record<string, unknown>>

const SESSION = 'aaaaaaaa-0000-4000-8000-000000000001'
const START = Date.parse('2026-03-02T09:00:00.000Z')

/** Writes lines to a file of this name and returns the path. */
export const writeSession = (path: string, lines: readonly SampleLine[]): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  return path
}

/** Makes the lines of one session; every message hangs on the one before it. */
export class SampleSession {
  readonly lines: SampleLine[] = []
  readonly sessionId: string
  readonly cwd: string
  #ms = START
  #uuid = 0
  #reply = 0
  #parent: string | null = null

  constructor(
    options: { readonly sessionId?: string; readonly cwd?: string; readonly startMs?: number } = {},
  ) {
    this.sessionId = options.sessionId ?? SESSION
    this.cwd = options.cwd ?? '/work/shop'
    this.#ms = options.startMs ?? START
  }

  get last(): string {
    return this.#parent ?? ''
  }

  pass(ms: number): this {
    this.#ms += ms
    return this
  }

  moveTo(uuid: string | null): this {
    this.#parent = uuid
    return this
  }

  metadata(line: SampleLine): this {
    this.lines.push({ ...line, sessionId: this.sessionId })
    return this
  }

  ask(text: string, more: SampleLine = {}): this {
    return this.#add({ type: 'user', message: { role: 'user', content: text }, ...more })
  }

  notice(text: string, more: SampleLine = {}): this {
    return this.#add({ type: 'system', subtype: 'informational', content: text, ...more })
  }

  /** A reply of these blocks, one record each, and the line that tells what it used in the end. */
  reply(
    blocks: readonly SampleLine[],
    usage: {
      readonly read?: number
      readonly written?: number
      readonly fresh?: number
      readonly out?: number
    } = {},
    model = 'claude-sonnet-4-5',
  ): this {
    const id = `msg_${this.sessionId.slice(-4)}_${++this.#reply}`
    const counters = (out: number) => ({
      input_tokens: usage.fresh ?? 4,
      output_tokens: out,
      cache_creation_input_tokens: usage.written ?? 120,
      cache_read_input_tokens: usage.read ?? 3_000,
    })
    for (const block of blocks)
      this.#add({
        type: 'assistant',
        message: {
          id,
          type: 'message',
          role: 'assistant',
          model,
          content: [block],
          stop_reason: null,
          stop_sequence: null,
          usage: counters(1),
        },
      })
    return this.metadata({
      type: 'usage',
      timestamp: this.#now(),
      source: 'main',
      durationMs: 900,
      message: { id, model, usage: counters(usage.out ?? 80) },
    })
  }

  result(
    id: string,
    content: string,
    more: { readonly output?: unknown; readonly error?: boolean; readonly effects?: readonly unknown[] } = {},
  ): this {
    return this.#add({
      type: 'user',
      message: {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: id, content, ...(more.error ? { is_error: true } : {}) },
        ],
      },
      ...(more.output === undefined ? {} : { toolUseResult: more.output }),
      ...(more.effects === undefined ? {} : { effects: more.effects }),
    })
  }

  /** The chain is cut here, and begins anew with the summary. */
  compaction(summary: string): this {
    const logicalParentUuid = this.last
    this.moveTo(null).#add({ type: 'system', subtype: 'compact_boundary', content: '', logicalParentUuid })
    return this.ask(summary, { isCompactSummary: true })
  }

  #now(): string {
    return new Date(this.#ms).toISOString()
  }

  #add(fields: SampleLine): this {
    const uuid = `${this.sessionId.slice(0, 8)}-0000-4000-9000-${String(++this.#uuid).padStart(12, '0')}`
    this.lines.push({
      parentUuid: this.#parent,
      isSidechain: false,
      userType: 'external',
      entrypoint: 'cli',
      cwd: this.cwd,
      sessionId: this.sessionId,
      version: '0.1.0',
      gitBranch: 'main',
      uuid,
      timestamp: this.#now(),
      ...fields,
    })
    this.#parent = uuid
    return this
  }
}

export const textBlock = (text: string): SampleLine => ({ type: 'text', text })
export const callBlock = (id: string, name: string, input: SampleLine): SampleLine => ({
  type: 'tool_use',
  id,
  name,
  input,
})

export const patchOutput = (filePath: string, oldLine: string, newLine: string): SampleLine => ({
  filePath,
  oldString: oldLine,
  newString: newLine,
  originalFile: null,
  structuredPatch: [
    {
      oldStart: 10,
      oldLines: 3,
      newStart: 10,
      newLines: 3,
      lines: [' export const total = cart => {', `-${oldLine}`, `+${newLine}`, ' }'],
    },
  ],
})

const ASKED = [
  'A customer bought ten pens and did not get the bulk price. Please find out why and fix it.',
  'Add a test for an empty cart, and make sure that the total is zero and not NaN.',
  'Now run the whole suite and tell me what is slow.',
  'Rename `bulkPrice` to `priceForMany` everywhere.\n\nKeep the old name as an alias for one release.',
]

/** A long session of ordinary work: about eight lines a turn. */
export const sampleWork = (turns: number, session = new SampleSession()): SampleSession => {
  for (let turn = 0; turn < turns; turn++) {
    const at = (turn * 7_919) % 4_000
    session.pass(60_000).ask(ASKED[turn % ASKED.length] ?? '')
    session
      .pass(1_500 + at)
      .reply(
        [
          { type: 'thinking', thinking: 'First see what the tests say.', signature: 's' },
          textBlock(`I'll run the tests first: maybe **one of them** shows what your customer saw.`),
          callBlock(`run_${turn}`, 'Bash', { command: 'npm test -- cart', description: 'Run the tests' }),
          callBlock(`read_${turn}`, 'Read', { file_path: `${session.cwd}/src/cart.ts` }),
        ],
        { read: 8_000 + turn * 160, written: 900, fresh: 12, out: 140 },
      )
    session
      .pass(300)
      .result(`read_${turn}`, '     1→export const total = cart => {', { output: { type: 'text', file: {} } })
    const fails = turn % 5 === 2
    session.pass(1_800 + at).result(`run_${turn}`, fails ? 'not ok 3 - ten pieces' : 'ok 12 tests', {
      output: { stdout: 'x', stderr: '', exitCode: fails ? 1 : 0 },
    })
    session.pass(900).reply(
      [
        textBlock(
          'Found it: the code compares with `>`, so the discount begins at eleven.\n\n```ts\nif (pieces >= 10) return bulk\n```',
        ),
        callBlock(`edit_${turn}`, 'Edit', {
          file_path: `${session.cwd}/src/cart.ts`,
          old_string: 'a',
          new_string: 'b',
        }),
      ],
      { read: 8_900 + turn * 160, written: 400, fresh: 6, out: 95 },
    )
    session.pass(60).result(`edit_${turn}`, 'Edited src/cart.ts.', {
      output: patchOutput(
        `${session.cwd}/src/${['cart', 'price', 'order'][turn % 3]}.ts`,
        '  if (pieces > 10) return bulk',
        '  if (pieces >= 10) return bulk',
      ),
    })
    session
      .pass(700)
      .reply([textBlock('All tests pass. Your customer with the ten pens gets the discount.')], {
        read: 9_300 + turn * 160,
        out: 40,
      })
  }
  return session
}
