import type { DesktopWindow, Point } from '../desktop.ts'
import type { Connection } from './connection.ts'

const ANY_TYPE = 0
const VIEWABLE = 2
const MOST_WORDS = 256
const MOST_WINDOWS = 60
const DEEPEST = 12

/** Windows and whose they are, asked of the display. */
export class Windows {
  readonly #at: Connection
  readonly #atoms = new Map<string, Promise<number>>()

  constructor(at: Connection) {
    this.#at = at
  }

  /** The one that a click there would reach; undefined: the background, or one that belongs to nobody. */
  async at(point: Point): Promise<DesktopWindow | undefined> {
    let inside = this.#at.root
    for (let depth = 0; depth < DEEPEST; depth++) {
      const { child } = await this.#at.ask<{
        readonly child: number
        readonly destX: number
        readonly destY: number
      }>(answer => this.#at.client.TranslateCoordinates(this.#at.root, inside, point.x, point.y, answer))
      if (child === 0) return undefined
      const found = await this.#describe(child)
      if (found) return found
      inside = child
    }
    return undefined
  }

  /** Where keys go: the one with the focus, else the one below the pointer. */
  async focused(pointer: Point): Promise<DesktopWindow | undefined> {
    const { focus } = await this.#at.ask<{ readonly focus: number }>(answer =>
      this.#at.client.GetInputFocus(answer),
    )
    // 0: nobody's; 1: whoever the pointer is over.
    if (focus <= 1 || focus === this.#at.root) return focus === 0 ? undefined : await this.at(pointer)
    for (
      let window = focus, depth = 0;
      depth < DEEPEST && window !== 0 && window !== this.#at.root;
      depth++
    ) {
      const found = await this.#describe(window)
      if (found) return found
      window = (await this.#tree(window)).parent
    }
    return undefined
  }

  /** Those that can be seen, the uppermost first. */
  async all(): Promise<readonly DesktopWindow[]> {
    const { children } = await this.#tree(this.#at.root)
    const found: DesktopWindow[] = []
    for (const top of children.toReversed()) {
      if (found.length >= MOST_WINDOWS) break
      const window = await this.#within(top, 0)
      if (window) found.push(window)
    }
    return found
  }

  async focus({ id }: DesktopWindow): Promise<void> {
    const window = Number(id)
    const { client, root } = this.#at
    const active = await this.#atom('_NET_ACTIVE_WINDOW')
    const hasManager = (await this.#property(root, '_NET_SUPPORTING_WM_CHECK')).length > 0
    if (hasManager) client.SendClientMessage(root, window, active, 32, [2, 0, 0, 0, 0])
    else {
      client.RaiseWindow(window)
      client.SetInputFocus(window, 1)
    }
    await this.#at.settled()
  }

  /** Whether a window is this one or in it. */
  async isWithin(window: number, outer: number): Promise<boolean> {
    for (let at = window, depth = 0; depth < DEEPEST && at !== 0; depth++) {
      if (at === outer) return true
      at = (await this.#tree(at)).parent
    }
    return false
  }

  async #within(window: number, depth: number): Promise<DesktopWindow | undefined> {
    const seen = await this.#ask<{ readonly mapState: number }>(answer =>
      this.#at.client.GetWindowAttributes(window, answer),
    )
    if (seen?.mapState !== VIEWABLE) return undefined
    const found = await this.#describe(window)
    if (found || depth > 2) return found
    for (const child of (await this.#tree(window)).children.toReversed()) {
      const inner = await this.#within(child, depth + 1)
      if (inner) return inner
    }
    return undefined
  }

  /** Undefined: it does not say whose it is. */
  async #describe(window: number): Promise<DesktopWindow | undefined> {
    const [instance = '', name = ''] = (await this.#property(window, 'WM_CLASS'))
      .toString('latin1')
      .split('\0')
    const application = plain(name === '' ? instance : name)
    if (application === '') return undefined
    const size = await this.#ask<{ readonly width: number; readonly height: number }>(answer =>
      this.#at.client.GetGeometry(window, answer),
    )
    const place = await this.#ask<{ readonly destX: number; readonly destY: number }>(answer =>
      this.#at.client.TranslateCoordinates(window, this.#at.root, 0, 0, answer),
    )
    if (!size || !place) return undefined
    const title = await this.#property(window, '_NET_WM_NAME')
    const older = title.length > 0 ? title : await this.#property(window, 'WM_NAME')
    return {
      id: String(window),
      application,
      title: older
        .toString('utf8')
        .replace(/\p{C}+/gu, ' ')
        .slice(0, 200),
      at: { x: place.destX, y: place.destY },
      width: size.width,
      height: size.height,
    }
  }

  async #tree(window: number): Promise<{ readonly parent: number; readonly children: readonly number[] }> {
    return (
      (await this.#ask(answer => this.#at.client.QueryTree(window, answer))) ?? { parent: 0, children: [] }
    )
  }

  async #property(window: number, name: string): Promise<Buffer> {
    const atom = await this.#atom(name)
    const found = await this.#ask<{ readonly data: Buffer }>(answer =>
      this.#at.client.GetProperty(0, window, atom, ANY_TYPE, 0, MOST_WORDS, answer),
    )
    return found?.data ?? Buffer.alloc(0)
  }

  #atom(name: string): Promise<number> {
    const known =
      this.#atoms.get(name) ?? this.#at.ask<number>(answer => this.#at.client.InternAtom(false, name, answer))
    this.#atoms.set(name, known)
    return known
  }

  /** Of a window that may be gone by now. */
  async #ask<T>(send: (answer: (error: Error | null, value: T) => void) => void): Promise<T | undefined> {
    try {
      return await this.#at.ask<T>(send)
    } catch (error) {
      // The display itself is gone: whoever asks next is told.
      if (error instanceof Error && error.message.includes('closed the connection')) throw error
      return undefined
    }
  }
}

/** As it may stand in a rule: what an application calls itself is its own choice. */
const plain = (name: string): string => (/^[\w.+@ -]{1,80}$/u.test(name.trim()) ? name.trim() : '')
