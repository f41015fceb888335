import { isWindowsPath } from '../../../lib/windows-path.ts'
import { applyEdit, type Editor } from '../input/editor.ts'
import type { Desk } from './desk.ts'

/**
 * Picture files that are dropped on the window. The path stands in the text until the file has been read; whoever
 * sends meanwhile waits for that.
 */
export class DroppedPictures {
  readonly #desk: Desk
  readonly #reading = new Set<Promise<void>>()

  constructor(desk: Desk) {
    this.#desk = desk
  }

  /** Undefined when nothing is being read. */
  get read(): Promise<unknown> | undefined {
    return this.#reading.size === 0 ? undefined : Promise.all(this.#reading)
  }

  /** Answers whether the text may be such a path; then it is in the prompt. */
  take(text: string): boolean {
    const path = picturePath(text)
    if (path === undefined) return false
    const desk = this.#desk
    desk.edited(applyEdit(desk.editor, { type: 'paste', text }))
    const reading = this.#replace(path, text).finally(() => this.#reading.delete(reading))
    this.#reading.add(reading)
    return true
  }

  async #replace(path: string, text: string): Promise<void> {
    const desk = this.#desk
    const block = await desk.options.ports.system.imageFile(path)
    const from = desk.editor.text.lastIndexOf(text)
    if (!block || from === -1) return
    const { caret } = desk.editor
    const cut = applyEdit(desk.editor, { type: 'replace', span: { from, to: from + text.length }, text: '' })
    const put = applyEdit(applyEdit(cut, { type: 'caret', at: from }), { type: 'image', block })
    desk.edited(caret < from + text.length ? put : moved(put, caret - text.length))
  }
}

const moved = (editor: Editor, at: number): Editor =>
  applyEdit(editor, { type: 'caret', at: at + SIGN_LENGTH })

/** Of the sign that stands for a chip. */
const SIGN_LENGTH = 2

/** A dropped file arrives as its path, quoted or with escaped blanks. */
export const picturePath = (text: string): string | undefined => {
  const plain = text.trim().replace(/^(['"])(.*)\1$/, '$2')
  // What escapes a blank elsewhere stands between names there.
  const path = isWindowsPath(plain) ? plain : plain.replaceAll(/\\([ ()'"&[\]])/g, '$1')
  if (path.length > LONGEST_PATH || path.includes('\n')) return undefined
  if (!/\.(?:png|jpe?g|gif|webp)$/i.test(path)) return undefined
  return isWindowsPath(path) || /^(?:file:\/\/|~?\/)/.test(path) ? path : undefined
}

const LONGEST_PATH = 1024
