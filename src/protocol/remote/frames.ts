import * as z from 'zod'

/**
 * What is said over a link, a JSON value a line. What the other machine says is foreign: a line that does not fit ends
 * the link, and nothing in it is believed beyond its form.
 */

/** The longest line. */
export const MOST_FRAME_BYTES = 24 * 1024 * 1024
/** A larger file has no copy of what it was. */
export const MOST_BLOB_BYTES = 8 * 1024 * 1024
export const FRAME_VERSION = 1

const id = z.string().regex(/^[\w-]{1,80}$/)
const count = z.int().min(0)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const shortText = z.string().max(10_000)

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('image'),
    source: z.object({
      type: z.literal('base64'),
      media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      data: z.base64(),
    }),
  }),
])

const task = z.object({ id, description: shortText, command: z.string(), toolUseId: id })
/** Numbered: these are said again until they were taken over. */
const numbered = { n: z.int().min(1) }

/** From there to here. */
export const frameFromThere = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('ready'),
    v: z.literal(FRAME_VERSION),
    /** Nothing of an earlier link is known there. */
    fresh: z.boolean(),
    /** The real path of the directory. */
    directory: z.string().startsWith('/').max(4096),
    /** Where long output is stored there. */
    results: z.string().startsWith('/').max(4096),
    system: shortText,
    /** Calls that were received and have no result yet. */
    calls: z.array(id).max(1000),
    running: z.array(task).max(100),
  }),
  z.object({ t: z.literal('refused'), why: shortText }),
  z.object({ t: z.literal('progress'), id, text: shortText, bytes: count.optional() }),
  z.object({ t: z.literal('output'), task: id, from: count, data: z.base64() }),
  z.object({
    ...numbered,
    t: z.literal('result'),
    id,
    blocks: z.array(block).max(100),
    output: z.record(z.string(), z.unknown()).optional(),
    failed: z.boolean(),
    undone: z.enum(['not_started', 'timed_out']).optional(),
  }),
  z.object({ ...numbered, t: z.literal('started'), task }),
  z.object({
    ...numbered,
    t: z.literal('ended'),
    task: id,
    status: z.enum(['completed', 'failed', 'stopped']),
    exitCode: z.int().optional(),
    printed: z.string().max(20_000).optional(),
    bytes: count,
  }),
  z.object({ ...numbered, t: z.literal('blob'), hash, data: z.base64() }),
  z.object({ ...numbered, t: z.literal('history'), entry: z.record(z.string(), z.unknown()) }),
  z.object({
    ...numbered,
    t: z.literal('answer'),
    id,
    value: z.record(z.string(), z.unknown()).optional(),
    problem: shortText.optional(),
  }),
  z.object({ t: z.literal('bye') }),
])
export type FrameFromThere = z.output<typeof frameFromThere>
/** What is said again until it was taken over. */
export type NumberedFrame = Extract<FrameFromThere, { readonly n: number }>

/** From here to there. */
export const frameFromHere = z.discriminatedUnion('t', [
  z.object({
    t: z.literal('hello'),
    v: z.literal(FRAME_VERSION),
    /** The number of the last frame that was taken over. */
    taken: count,
    /** Absent: the home directory. */
    directory: z.string().startsWith('/').optional(),
    lingerMs: z.number().min(1000),
    /** The program stays there when it ends. */
    keeps: z.boolean(),
    language: z.enum(['en', 'zh']).optional(),
    /** How much of the output of each command is here. */
    outputs: z.record(z.string(), count),
  }),
  z.object({ t: z.literal('taken'), n: count }),
  /** What the file history knew before, one line each, and then the end of it. */
  z.object({ t: z.literal('line'), line: z.record(z.string(), z.unknown()) }),
  z.object({ t: z.literal('blob'), hash, data: z.base64() }),
  z.object({
    t: z.literal('call'),
    id,
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    /** The message of the person in whose turn it is made. */
    turn: z.string().optional(),
  }),
  z.object({ t: z.literal('cancel'), id }),
  z.object({ t: z.literal('stop'), task: id }),
  z.object({
    t: z.literal('ask'),
    id,
    what: z.enum(['rewind', 'changes']),
    about: z.record(z.string(), z.unknown()),
  }),
  z.object({ t: z.literal('end') }),
])
export type FrameFromHere = z.output<typeof frameFromHere>
