import type { Disposable, EditorApi, FileStat, FileSystemProvider, Listen, Uri } from '../editor-api.ts'

/** Of files that exist only here: the text before a change, where there was no file, and the text after it. */
export const REVIEW_SCHEME = 'capstan-review'

const NOTHING: Disposable = { dispose: () => undefined }

class ReviewProblem extends Error {
  /** By which the editor knows what is wrong. */
  readonly code: string
  constructor(code: string, uri: Uri) {
    super(`${uri.path}: ${code}`)
    this.code = code
  }
}

/** Files in memory, so that a proposed text can be edited before it is accepted. Nothing of them reaches the disk. */
export class ReviewFiles implements FileSystemProvider {
  readonly #files = new Map<string, { content: Uint8Array; mtime: number }>()
  readonly #began = Date.now()
  #changes = 0
  readonly onDidChangeFile: Listen<unknown> = () => NOTHING

  static register(api: EditorApi, subscriptions: Disposable[]): ReviewFiles {
    const files = new ReviewFiles()
    subscriptions.push(
      api.workspace.registerFileSystemProvider(REVIEW_SCHEME, files, { isCaseSensitive: true }),
    )
    return files
  }

  put(uri: Uri, text: string): void {
    this.writeAt(uri, Buffer.from(text))
  }

  text(uri: Uri): string {
    return Buffer.from(this.readFile(uri)).toString()
  }

  watch(): Disposable {
    return NOTHING
  }

  stat(uri: Uri): FileStat {
    const { content, mtime } = this.#find(uri)
    return { type: 1, ctime: this.#began, mtime, size: content.length }
  }

  readFile(uri: Uri): Uint8Array {
    return this.#find(uri).content
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    this.#find(uri)
    this.writeAt(uri, content)
  }

  delete(uri: Uri): void {
    this.#files.delete(uri.path)
  }

  readDirectory(): never[] {
    return []
  }

  createDirectory(uri: Uri): void {
    throw new ReviewProblem('NoPermissions', uri)
  }

  rename(from: Uri): void {
    throw new ReviewProblem('NoPermissions', from)
  }

  writeAt(uri: Uri, content: Uint8Array): void {
    this.#changes += 1
    this.#files.set(uri.path, { content, mtime: this.#began + this.#changes })
  }

  #find(uri: Uri): { readonly content: Uint8Array; readonly mtime: number } {
    const file = this.#files.get(uri.path)
    if (!file) throw new ReviewProblem('FileNotFound', uri)
    return file
  }
}
