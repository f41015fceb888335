import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { earlierCallId } from './reply-events.ts'

export interface TranscriptPlan {
  readonly path: string
  readonly sessionId: string
  readonly cwd: string
  readonly megabytes: number
  /** So many are enough, even if they are smaller than that. */
  readonly messages?: number
  /** Of one result of a tool. */
  readonly resultBytes?: number
  /** Share of the bytes that a compaction put out of sight; 0: there was none. */
  readonly behind: number
}

const RESULT_BYTES = 6_000

/** Where the program looks for a session. */
export const transcriptPath = (
  space: { readonly home: string; readonly project: string },
  sessionId: string,
): string =>
  join(space.home, 'config', 'projects', space.project.replaceAll(/[^A-Za-z0-9]/g, '-'), `${sessionId}.jsonl`)

const idOf = (n: number): string => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`

/** Text as tools return it: lines of changing length, quotes, tabs, here and there a letter outside ASCII. */
const outputOf = (n: number, bytes: number): string => {
  let text = ''
  for (let line = 0; text.length < bytes; line++)
    text += `${line}\tconst value${(n * 31 + line * 7) % 9973} = "found in ${n % 97}"; // ${line % 40 === 0 ? 'naïve' : 'plain'}\n`
  return text.slice(0, bytes)
}

/** Writes a session file as this program would have, of a long life of prompts, calls and results. */
export const writeTranscript = (plan: TranscriptPlan): { readonly entries: number } => {
  mkdirSync(dirname(plan.path), { recursive: true })
  const fd = openSync(plan.path, 'w', 0o600)
  const total = plan.megabytes * 2 ** 20
  const writer = new Writer(plan, fd)
  try {
    let isCompacted = plan.behind === 0
    const most = plan.messages ?? Number.POSITIVE_INFINITY
    for (let turn = 0; writer.bytes < total && writer.entries < most; turn++) {
      writer.turn(turn)
      if (isCompacted || writer.bytes < total * plan.behind) continue
      isCompacted = true
      writer.boundary()
    }
    writer.flush()
  } finally {
    closeSync(fd)
  }
  return { entries: writer.entries }
}

class Writer {
  bytes = 0
  entries = 0
  #batch = ''
  #parent: string | null = null
  readonly #plan: TranscriptPlan
  readonly #fd: number

  constructor(plan: TranscriptPlan, fd: number) {
    this.#plan = plan
    this.#fd = fd
  }

  turn(turn: number): void {
    const { sessionId, resultBytes = RESULT_BYTES } = this.#plan
    this.#chained({
      type: 'user',
      message: { role: 'user', content: `prompt ${turn}: ${outputOf(turn, 80)}` },
    })
    for (let call = 0; call < 4; call++) {
      const id = earlierCallId(turn, call)
      const file_path = `/project/src/file-${(turn * 4 + call) % 500}.ts`
      this.#reply(turn * 8 + call, [{ type: 'tool_use', id, name: 'Read', input: { file_path } }])
      const content = outputOf(turn + call, resultBytes)
      this.#chained({
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
        toolUseResult: {
          type: 'text',
          file: { filePath: file_path, content, numLines: 80, startLine: 1, totalLines: 80 },
        },
      })
    }
    this.#reply(turn * 8 + 5, [{ type: 'text', text: outputOf(turn, 400) }])
    this.#line({ type: 'cost-state', cost: COST, sessionId })
  }

  boundary(): void {
    const cut = this.#parent
    this.#parent = null
    this.#chained(
      { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' },
      cut === null ? {} : { logicalParentUuid: cut },
    )
    this.#chained({
      type: 'user',
      message: { role: 'user', content: 'A summary of it all.' },
      isCompactSummary: true,
    })
  }

  #reply(n: number, content: readonly object[]): void {
    this.#chained({
      type: 'assistant',
      message: {
        id: `msg_${n}`,
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content,
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: 9,
          output_tokens: 9,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
        },
      },
    })
  }

  #chained(message: object, above: object = {}): void {
    const { sessionId, cwd } = this.#plan
    const uuid = idOf(++this.entries)
    const place = {
      parentUuid: this.#parent,
      ...above,
      isSidechain: false,
      userType: 'external',
      sessionId,
      cwd,
      version: '0.1.0',
      gitBranch: 'main',
      entrypoint: 'sdk-cli',
    }
    const { type, ...rest } = message as { readonly type: string }
    this.#line({ ...place, type, uuid, timestamp: '2026-01-01T00:00:00.000Z', ...rest })
    this.#parent = uuid
  }

  #line(value: object): void {
    const text = `${JSON.stringify(value)}\n`
    this.#batch += text
    this.bytes += Buffer.byteLength(text)
    if (this.#batch.length > 2 ** 20) this.flush()
  }

  flush(): void {
    writeSync(this.#fd, this.#batch)
    this.#batch = ''
  }
}

const COST = {
  totalCostUSD: 1.5,
  unpricedModels: [],
  apiDurationMs: 1000,
  apiDurationWithoutRetriesMs: 1000,
  toolDurationMs: 10,
  linesAdded: 0,
  linesRemoved: 0,
  modelUsage: {},
}
