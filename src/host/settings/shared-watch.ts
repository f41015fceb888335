import { isDeepStrictEqual } from 'node:util'
import { type ReadText, readBounded } from '../../features/settings/read-bounded.ts'
import { SettingsWatch, type WatchOptions } from '../../features/settings/watch.ts'

type Listener = Pick<WatchOptions, 'files' | 'known' | 'onChange'>

/** One look at the file system for everyone who wants to know of settings files; it ends with the last of them. */
export class SharedWatch implements Disposable {
  readonly #listeners = new Set<Listener>()
  /** What was seen last, of all files that anybody asks about. */
  readonly #known = new Map<string, ReadText>()
  readonly #watch: SettingsWatch
  readonly #onEnd: () => void

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
    this.#watch = new SettingsWatch({
      files: () => [...this.#listeners].flatMap(({ files }) => files()),
      known: this.#known,
      onChange: changed => {
        for (const listener of this.#listeners) tell(listener, changed)
      },
    })
  }

  add(listener: Listener): Disposable {
    this.#listeners.add(listener)
    for (const [file, text] of listener.known) if (!this.#known.has(file)) this.#known.set(file, text)
    // Its directories are watched before its files are compared: nothing that happens in between is missed.
    this.#watch.lookAgain()
    const timer = setTimeout(() => tell(listener, [...listener.known.keys()])).unref()
    return {
      [Symbol.dispose]: () => {
        clearTimeout(timer)
        if (this.#listeners.delete(listener) && this.#listeners.size === 0) this[Symbol.dispose]()
      },
    }
  }

  [Symbol.dispose](): void {
    this.#listeners.clear()
    this.#watch[Symbol.dispose]()
    this.#onEnd()
  }
}

/** Of the files those that are its own and are not what it saw last. */
const tell = ({ files, known, onChange }: Listener, changed: readonly string[]): void => {
  const own = new Set([...files(), ...known.keys()])
  const news = changed.filter(file => {
    if (!own.has(file)) return false
    const now = readBounded(file)
    if (isDeepStrictEqual(now, known.get(file) ?? { kind: 'absent' })) return false
    known.set(file, now)
    return true
  })
  if (news.length > 0) onChange(news)
}
