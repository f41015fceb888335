import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorText } from '../lib/error-text.ts'
import { makeDirectories } from '../lib/files/make-directories.ts'
import { takeHead } from '../lib/text-budget.ts'
import type { ResultBlock, TextBlock } from '../protocol/message.ts'
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

interface LongResult {
  readonly id: string
  readonly blocks: readonly ResultBlock[]
  readonly maxChars?: number
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

/** Keeps results from flooding the context. What a result becomes is decided once, before it is written down. */
export interface ResultBudget {
  /** The results of the next calls belong to another reply. */
  startReply(): void
  /** The result as the model gets it: whole, or its beginning and where the rest is. Never throws. */
  fit(result: LongResult): string | readonly ResultBlock[]
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
  return {
    startReply() {
      used = 0
    },
    fit({ id, blocks, maxChars = DEFAULT_MAX_CHARS, language }) {
      const texts = blocks.filter(block => block.type === 'text')
      const size = texts.reduce((sum, { text }) => sum + text.length, 0)
      const limit = most() ?? Number.POSITIVE_INFINITY
      const whole = Math.min(MAX_REPLY_CHARS, limit * 2)
      const fits = size <= Math.min(maxChars, limit) && (used + size <= whole || size <= PREVIEW_CHARS)
      const shown = fits
        ? blocks
        : [keep(directory, { id, language }, texts), ...blocks.filter(({ type }) => type !== 'text')]
      used += fits ? size : PREVIEW_CHARS
      return simplify(shown)
    },
  }
}

const simplify = (blocks: readonly ResultBlock[]): string | readonly ResultBlock[] => {
  const [only] = blocks
  if (blocks.length === 0) return ''
  return blocks.length === 1 && only?.type === 'text' ? only.text : blocks
}

const keep = (
  directory: () => string,
  { id, language }: Pick<LongResult, 'id' | 'language'>,
  texts: readonly TextBlock[],
): TextBlock => {
  const [only] = texts
  const whole =
    texts.length === 1 && only
      ? { text: only.text, ending: 'txt' }
      : { text: JSON.stringify(texts.map(({ text }) => text)), ending: 'json' }
  try {
    const path = writeNew(directory(), { name: safeName(id), ...whole })
    return { type: 'text', text: forModel(preview(whole.text, path), language) }
  } catch (error) {
    // No room or no right to keep it: the model still gets what can be shown, and is told.
    const why = errorText(error)
    return { type: 'text', text: forModel(headAndTail(whole.text, why), language) }
  }
}

/** The id comes from a model's reply and must not lead anywhere. */
const safeName = (id: string): string => id.replace(/[^\w-]/g, '_').slice(0, 100) || 'result'

const writeNew = (
  directory: string,
  file: { readonly name: string; readonly text: string; readonly ending: string },
): string => {
  makeDirectories(directory, 0o700)
  for (let copy = 1; ; copy++) {
    const path = join(directory, `${file.name}${copy === 1 ? '' : `-${copy}`}.${file.ending}`)
    try {
      writeFileSync(path, file.text, { flag: 'wx', mode: 0o600 })
      return path
    } catch (error) {
      // An earlier result has that name: what the transcript says of it stays true.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const preview = (text: string, path: string): LocalizedText => {
  const head = takeHead(text, PREVIEW_CHARS)
  const line = head.lastIndexOf('\n')
  const shown = line > head.length / 2 ? head.slice(0, line) : head
  return says('tooLong', { length: text.length, path, shown })
}

const headAndTail = (text: string, why: string): Text => {
  const half = UNKEPT_CHARS / 2
  const left = text.length - UNKEPT_CHARS
  if (left <= 0) return text
  return says('leftOut', { head: wholeCharacters(text.slice(0, half)), left, why, tail: text.slice(-half) })
}

/** Half a surrogate pair at the cut would be no text. */
const wholeCharacters = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '')
