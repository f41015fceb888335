import { open } from 'node:fs/promises'

/** Hands on what is written to session files, whole lines in their order. */
export class SessionMirror {
  readonly #tell: (path: string, entries: readonly unknown[]) => Promise<void> | void
  /** How far each file was read. */
  readonly #read = new Map<string, number>()
  #work: Promise<void> = Promise.resolve()

  constructor(tell: (path: string, entries: readonly unknown[]) => Promise<void> | void) {
    this.#tell = tell
  }

  /** Lines that stand in the file already are known to whoever brought it. */
  begin(path: string, bytes: number): void {
    this.#read.set(path, bytes)
  }

  /** Resolves when everything that was in these files is told. */
  look(paths: readonly string[]): Promise<void> {
    this.#work = this.#work.then(async () => {
      for (const path of paths) await this.#lookAt(path)
    })
    return this.#work
  }

  async #lookAt(path: string): Promise<void> {
    const from = this.#read.get(path) ?? 0
    const text = await readFrom(path, from)
    const end = text.lastIndexOf(NEWLINE) + 1
    if (end === 0) return
    this.#read.set(path, from + end)
    const lines = text.subarray(0, end).toString('utf8').split('\n')
    await this.#tell(
      path,
      lines.filter(line => line !== '').map((line): unknown => JSON.parse(line)),
    )
  }
}

const NEWLINE = 0x0a

/** A file that nobody has written yet holds nothing. */
const readFrom = async (path: string, from: number): Promise<Buffer> => {
  try {
    await using file = await open(path)
    const length = Math.max(0, (await file.stat()).size - from)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}
