import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../lib/error-text.ts'
import { makeDirectories } from '../lib/files/make-directories.ts'
import { takeHead } from '../lib/text-budget.ts'
import { atOnce, inTurns, type Steps } from '../lib/work/in-steps.ts'
import type { ResultBlock } from '../protocol/message.ts'
import type { LocalizedText, Text } from '../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'

const says = modelTexts('result_budget', {
  tooLong: {
    en: 'The result is too long to show: {length:number} characters. All of it is in {path}; Read it in parts or search it with Grep. It begins:\n{shown}\n[…]',
    zh: '结果过长，无法显示：共 {length:number} 个字符。完整内容在 {path}；请用 Read 分段读取或用 Grep 搜索。开头如下：\n{shown}\n[…]',
  },
  leftOut: {
    en: '{head}\n[… {left:number} characters left out; they could not be kept: {why} …]\n{tail}',
    zh: '{head}\n[… 省略 {left:number} 个字符；未能保存：{why} …]\n{tail}',
  },
})

interface Result {
  readonly id: string
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

interface LongResult extends Result {
  readonly blocks: readonly ResultBlock[]
  readonly maxChars?: number
}

/** Keeps results from flooding the context. What a result becomes is decided once, before it is written down. */
export interface ResultBudget {
  /** The results of the next calls belong to another reply. */
  startReply(): void
  /** The result as the model gets it: whole, or its beginning and where the rest is. Never throws. */
  fit(result: LongResult): string | readonly ResultBlock[]
  /** The same for a text that may be very long, in pieces: others have their turns while it is kept. */
  fitInTurns(result: Result & { readonly pieces: readonly string[] }): Promise<string>
}

const DEFAULT_MAX_CHARS = 50_000
const MAX_REPLY_CHARS = 200_000
const PREVIEW_CHARS = 2_000
/** Shown of a result that could not be kept. */
const UNKEPT_CHARS = 20_000

/** Of a small window one result may take up to a seventh or so, four signs being a token. */
const CHARS_PER_TOKEN_OF_WINDOW = 0.6

/** How long results may be for a model with this small a window. */
export const resultChars = (window: number): number => Math.floor(window * CHARS_PER_TOKEN_OF_WINDOW)

/** `directory` is made when the first result does not fit; `most` may be less than a tool's own limit. */
export const createResultBudget = (
  directory: () => string,
  most: () => number | undefined = () => undefined,
): ResultBudget => {
  let used = 0
  const fits = (size: number, maxChars = DEFAULT_MAX_CHARS): boolean => {
    const limit = most() ?? Number.POSITIVE_INFINITY
    const whole = Math.min(MAX_REPLY_CHARS, limit * 2)
    const isShort = size <= Math.min(maxChars, limit) && (used + size <= whole || size <= PREVIEW_CHARS)
    used += isShort ? size : PREVIEW_CHARS
    return isShort
  }
  return {
    startReply() {
      used = 0
    },
    fit({ id, blocks, maxChars, language }) {
      const texts = blocks.filter(block => block.type === 'text').map(({ text }) => text)
      if (fits(lengthOf(texts), maxChars)) return simplify(blocks)
      const [only] = texts
      const whole =
        texts.length === 1 && only !== undefined
          ? { pieces: [only], ending: 'txt' }
          : { pieces: [JSON.stringify(texts)], ending: 'json' }
      const text = atOnce(keep(directory, { id, language }, whole))
      return simplify([{ type: 'text', text }, ...blocks.filter(({ type }) => type !== 'text')])
    },
    async fitInTurns({ pieces, ...result }) {
      if (fits(lengthOf(pieces))) return pieces.join('')
      return await inTurns(keep(directory, result, { pieces, ending: 'txt' }))
    },
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

const simplify = (blocks: readonly ResultBlock[]): string | readonly ResultBlock[] => {
  const [only] = blocks
  if (blocks.length === 0) return ''
  return blocks.length === 1 && only?.type === 'text' ? only.text : blocks
}

interface Whole {
  readonly pieces: readonly string[]
  readonly ending: string
}

function* keep(directory: () => string, { id, language }: Result, whole: Whole): Steps<string> {
  try {
    const path = yield* writeNew(directory(), { name: safeName(id), ...whole })
    return forModel(preview(whole.pieces, path), language)
  } catch (error) {
    // No room or no right to keep it: the model still gets what can be shown, and is told.
    const why = errorText(error)
    return forModel(headAndTail(whole.pieces.join(''), why), language)
  }
}

/** The id comes from a model's reply and must not lead anywhere. */
const safeName = (id: string): string => id.replace(/[^\w-]/g, '_').slice(0, 100) || 'result'

function* writeNew(directory: string, file: Whole & { readonly name: string }): Steps<string> {
  makeDirectories(directory, 0o700)
  const { path, fd } = openNew(directory, file)
  try {
    for (const bytes of bytesOf(file.pieces)) {
      writeAll(fd, bytes)
      yield
    }
    return path
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(fd)
  }
}

/** Written in one step. */
const PIECE_CHARS = 256 * 1024

/** A pair that stands in two pieces stays one. */
function* bytesOf(pieces: readonly string[]): Generator<Uint8Array> {
  let half = ''
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE_CHARS) {
      const text = half + piece.slice(at, at + PIECE_CHARS)
      const whole = wholeCharacters(text)
      half = text.slice(whole.length)
      yield Buffer.from(whole)
    }
  yield Buffer.from(half)
}

const openNew = (
  directory: string,
  { name, ending }: { readonly name: string; readonly ending: string },
): { readonly path: string; readonly fd: number } => {
  for (let copy = 1; ; copy++) {
    const path = join(directory, `${name}${copy === 1 ? '' : `-${copy}`}.${ending}`)
    try {
      return { path, fd: openSync(path, 'wx', 0o600) }
    } catch (error) {
      // An earlier result has that name: what the transcript says of it stays true.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const writeAll = (fd: number, bytes: Uint8Array): void => {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at)
}

const preview = (pieces: readonly string[], path: string): LocalizedText => {
  const head = takeHead(beginningOf(pieces), PREVIEW_CHARS)
  const line = head.lastIndexOf('\n')
  const shown = line > head.length / 2 ? head.slice(0, line) : head
  return says('tooLong', { length: lengthOf(pieces), path, shown })
}

const beginningOf = (pieces: readonly string[]): string => {
  let text = ''
  for (const piece of pieces) {
    text += piece
    if (text.length > 2 * PREVIEW_CHARS) break
  }
  return text
}

const headAndTail = (text: string, why: string): Text => {
  const half = UNKEPT_CHARS / 2
  const left = text.length - UNKEPT_CHARS
  if (left <= 0) return text
  return says('leftOut', { head: wholeCharacters(text.slice(0, half)), left, why, tail: text.slice(-half) })
}

/** Half a surrogate pair at the cut would be no text. */
const wholeCharacters = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')
