import { createHash } from 'node:crypto'
import { fileEncoding } from '../../../lib/encoding/file-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import {
  type FileContent,
  type FileFacts,
  type SeenFile,
  type ToolCall,
  ToolError,
} from '../../../protocol/tool.ts'
import { LinePicker, type LineRange, MAX_LINE_CHARS, type TextOutput } from './text-excerpt.ts'

const says = modelTexts('readLines', {
  interrupted: { en: 'Reading was interrupted.', zh: '读取被中断。' },
  changed: {
    en: '{path} changed while it was read. Try again.',
    zh: '{path} 在读取过程中发生了变化。请重试。',
  },
  binary: {
    en: '{path} is a binary file and cannot be read as text.',
    zh: '{path} 是二进制文件，不能作为文本读取。',
  },
})

const WINDOW_BYTES = 4 * 1024 * 1024
/** Beyond this the file is read only as far as the range goes, and its lines are not counted. */
const MAX_COUNTED_BYTES = 1024 * 1024 * 1024

export interface StreamedText {
  readonly output: TextOutput
  readonly seen: SeenFile
}

/** A range of a file that is too large to hold: window by window, keeping nothing but the lines asked for. */
export const streamLines = async (
  facts: FileFacts,
  range: LineRange,
  call: Pick<ToolCall, 'files' | 'signal'>,
): Promise<StreamedText> => {
  const hash = createHash('sha1')
  const lines = new LineCounter(new LinePicker(range))
  let decoder: InstanceType<typeof TextDecoder> | undefined
  let at = 0
  let done = false
  while (!done) {
    if (call.signal.aborted) throw new ToolError(says('interrupted'))
    const window = await call.files.read(facts, { maxBytes: WINDOW_BYTES, from: at })
    if (window.mtimeMs !== facts.mtimeMs || window.size !== facts.size)
      throw new ToolError(says('changed', { path: facts.path }))
    decoder ??= decoderFor(window)
    hash.update(window.data)
    at += window.data.length
    const isEnd = at >= facts.size || window.data.length === 0
    lines.add(decoder.decode(window.data, { stream: !isEnd }))
    done = isEnd || (facts.size > MAX_COUNTED_BYTES && lines.isPastRange())
    // Lets an interrupt and the rest of the program get a word in between.
    await new Promise(resolve => setImmediate(resolve))
  }
  const isWhole = at >= facts.size
  const output = lines.output(facts.path, !isWhole)
  const { startLine, numLines } = output.file
  return {
    output,
    seen: {
      mtimeMs: facts.mtimeMs,
      size: facts.size,
      // Without the whole content any new time stamp counts as a change.
      hash: isWhole ? hash.digest('hex') : '',
      by: 'read',
      lines: [{ from: startLine, to: startLine + numLines - 1 }],
    },
  }
}

const decoderFor = (start: FileContent): InstanceType<typeof TextDecoder> => {
  const encoding = fileEncoding(start)
  if (encoding === undefined) throw new ToolError(says('binary', { path: start.path }))
  return new TextDecoder(encoding)
}

/** Finds the lines in pieces of text that end anywhere; of a line only as much is held as can be shown. */
class LineCounter {
  readonly #picker: LinePicker
  #line = 1
  #pending = ''
  #isOpen = false

  constructor(picker: LinePicker) {
    this.#picker = picker
  }

  add(text: string): void {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      this.#hold(text, from, end)
      this.#pending = this.#pending.replace(/\r$/, '')
      this.#close()
      from = end + 1
    }
    if (from < text.length) {
      this.#isOpen = true
      this.#hold(text, from, text.length)
    }
  }

  isPastRange(): boolean {
    return this.#line >= this.#picker.startLine && !this.#picker.wants(this.#line)
  }

  output(path: string, more: boolean): TextOutput {
    if (this.#isOpen && !more) this.#close()
    return this.#picker.output(path, { total: this.#line - 1, more })
  }

  #hold(text: string, from: number, end: number): void {
    if (!this.#picker.wants(this.#line)) return
    // One more than can be shown, so that the picker knows that something is missing; and one for a carriage return.
    const room = MAX_LINE_CHARS + 2 - this.#pending.length
    if (room > 0) this.#pending += text.slice(from, Math.min(end, from + room))
  }

  #close(): void {
    if (this.#picker.wants(this.#line)) this.#picker.take(this.#pending)
    this.#pending = ''
    this.#isOpen = false
    this.#line++
  }
}
