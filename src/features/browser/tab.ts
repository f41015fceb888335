import type { BrowserPart } from '../../protocol/tools/browser.ts'
import { Frames, PAGE_WORLD } from './frames.ts'
import { Loading } from './loading.ts'
import { PAGE_SCRIPT } from './page/page-script.ts'
import { exceptionText, PageLog } from './page-log.ts'
import { type BrowserEvent, type Pipe, PipeError } from './pipe.ts'
import { browserSays as says } from './says.ts'
import type { OutlineLine } from './snapshot/outline.ts'

export interface TabOptions {
  readonly pipe: Pipe
  /** Of the browser's, and the id of the page's own document. */
  readonly target: string
  readonly session: string
  readonly number: number
  readonly owner: string
}

interface Evaluated {
  readonly result: { readonly value?: unknown; readonly objectId?: string }
  readonly exceptionDetails?: unknown
}

const CONTEXT_MS = 5_000
const SCRIPT_MS = 10_000
const MOST_DIALOGS = 25
const MOST_CONSOLE = 20_000
const MOST_NOTES = 20

/** One page, with all that is known of it. */
export class Tab {
  readonly number: number
  /** Whose actions it is for; empty: nobody's yet. */
  owner: string
  readonly target: string
  readonly session: string
  readonly frames: Frames
  readonly log = new PageLog()
  readonly loading: Loading
  title = ''
  crashed = false
  closed = false
  /** What happened beside the actions, to be told with the next answer. */
  readonly #notes: BrowserPart[] = []
  /** What the model was shown last. */
  shown:
    | { readonly lines: readonly OutlineLine[] /** Not all of it could be read. */; readonly cut: boolean }
    | undefined
  /** Somebody wants to see later what happens now. */
  recording:
    | {
        hear(event: BrowserEvent): void
        end(): Promise<{ readonly data: Uint8Array; readonly count: number } | undefined>
      }
    | undefined
  /** What is done with a dialog while an action runs. */
  onDialog: { readonly accept: boolean; readonly text?: string } | undefined
  /** Another page opened it. */
  isPopup = false
  /** An action of the model is at work. */
  busy = false
  /** Questions about where it wants to go. */
  readonly over = new Set<AbortController>()
  /** Tabs it opened while an action ran. */
  readonly popups: Tab[] = []
  readonly #frameNumbers = new Map<string, number>()
  #dialogs = 0
  #onDrag: ((data: unknown) => void) | undefined
  readonly #pipe: Pipe

  constructor({ pipe, target, session, number, owner }: TabOptions) {
    this.#pipe = pipe
    this.target = target
    this.session = session
    this.number = number
    this.owner = owner
    this.frames = new Frames(target, session)
    this.loading = new Loading(target)
  }

  get url(): string {
    return this.frames.main?.url ?? ''
  }

  note(...parts: readonly BrowserPart[]): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push(...parts)
  }

  /** A short name for a document of it, for references: none for the page itself. */
  prefixOf(frame: string): string {
    if (frame === this.target) return ''
    const number = this.#frameNumbers.get(frame) ?? this.#frameNumbers.size + 1
    this.#frameNumbers.set(frame, number)
    return `f${number}`
  }

  frameOf(prefix: string): string | undefined {
    if (prefix === '') return this.target
    return [...this.#frameNumbers].find(([, number]) => prefix === `f${number}`)?.[0]
  }

  takeNotes(): readonly BrowserPart[] {
    return this.#notes.splice(0)
  }

  send<R = Readonly<Record<string, unknown>>>(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
    how: { readonly session?: string; readonly timeoutMs?: number } = {},
  ): Promise<R> {
    if (this.crashed) return Promise.reject(new PipeError('crashed', 'the page crashed'))
    return this.#pipe.send<R>(method, params, { session: this.session, ...how })
  }

  /** Where it is, for whoever was not told: a new tab may have got there before anybody listened. */
  async locate(): Promise<void> {
    if (this.crashed || this.closed) return
    const { frameTree } = await this.send<{ readonly frameTree: { readonly frame: unknown } }>(
      'Page.getFrameTree',
    )
    this.frames.hear({
      method: 'Page.frameNavigated',
      params: { frame: frameTree.frame },
      session: this.session,
    })
  }

  /** Everything a document of it needs before it begins, then lets it begin. */
  async prepare(session: string, isPage: boolean): Promise<void> {
    const send = (method: string, params: Readonly<Record<string, unknown>> = {}) =>
      this.#pipe.send(method, params, { session })
    const documents = { patterns: [{ urlPattern: '*', resourceType: 'Document' }], handleAuthRequests: true }
    await Promise.all([
      // First of all: nothing of it goes anywhere unseen.
      send('Fetch.enable', documents),
      send('Page.enable'),
      send('Page.addScriptToEvaluateOnNewDocument', {
        source: PAGE_SCRIPT,
        worldName: PAGE_WORLD,
        runImmediately: true,
      }),
      send('Runtime.enable'),
      send('Network.enable', { maxTotalBufferSize: 1_000_000, maxResourceBufferSize: 500_000 }),
      send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }),
      ...(isPage
        ? [
            send('Log.enable'),
            send('Emulation.setFocusEmulationEnabled', { enabled: true }),
            send('Page.setInterceptFileChooserDialog', { enabled: true }),
          ]
        : []),
      send('Runtime.runIfWaitingForDebugger'),
    ])
  }

  hear(event: BrowserEvent): void {
    this.frames.hear(event)
    this.log.hear(event)
    // A frame of another site loads for itself.
    if (event.session === this.session) this.loading.hear(event)
    this.recording?.hear(event)
    switch (event.method) {
      case 'Page.javascriptDialogOpening':
        this.#answerDialog(event)
        break
      case 'Page.fileChooserOpened':
        this.note({ said: says('chooser') })
        break
      case 'Input.dragIntercepted':
        this.#onDrag?.(event.params['data'])
        break
      case 'Inspector.targetCrashed':
        this.crashed = true
        this.#pipe.drop(event.session ?? this.session, 'crashed')
        this.loading.stop()
        break
      case 'Runtime.consoleAPICalled':
        if (this.log.said > MOST_CONSOLE && !this.closed) this.#giveUp({ said: says('floods') })
        break
    }
  }

  /** Calls a function of our script in a document; throws when it is not there in time. */
  async ask<R>(call: string, frame = this.target, timeoutMs = SCRIPT_MS): Promise<R> {
    if (this.crashed) throw new PipeError('crashed', 'the page crashed')
    const { session, context } = await this.frames.contextOf(frame, CONTEXT_MS)
    const answer = await this.send<Evaluated>(
      'Runtime.evaluate',
      { expression: `capstan.${call}`, contextId: context, returnByValue: true, awaitPromise: true },
      { session, timeoutMs },
    )
    if (answer.exceptionDetails !== undefined) throw new Error(exceptionText(answer.exceptionDetails))
    return answer.result.value as R
  }

  /** An element, for commands that want one of the browser's own names. */
  async objectOf(
    ref: number,
    frame: string,
  ): Promise<{ readonly objectId: string; readonly session: string } | undefined> {
    const { session, context } = await this.frames.contextOf(frame, CONTEXT_MS)
    const { result } = await this.send<Evaluated>(
      'Runtime.evaluate',
      { expression: `capstan.elementOf(${ref})`, contextId: context },
      { session },
    )
    return result.objectId === undefined ? undefined : { objectId: result.objectId, session }
  }

  /** What the page itself begins to drag within that time; undefined: nothing. */
  async nextDrag(timeoutMs: number): Promise<unknown> {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const timer = setTimeout(() => resolve(undefined), timeoutMs)
    this.#onDrag = resolve
    const data = await promise
    clearTimeout(timer)
    this.#onDrag = undefined
    return data
  }

  /** An action begins: what the page does from now on is because of it. */
  begin(dialog: Tab['onDialog']): void {
    this.busy = true
    this.onDialog = dialog
    this.#dialogs = 0
    this.loading.begin()
  }

  end(): void {
    this.busy = false
    for (const question of this.over) question.abort()
    for (const popup of this.popups.splice(0)) popup.end()
    this.onDialog = undefined
  }

  #answerDialog({ params }: BrowserEvent): void {
    this.#dialogs += 1
    const kind = String(params['type'])
    // Nobody is kept from leaving, and what only wants to be read has been.
    const accept = this.onDialog?.accept ?? (kind === 'alert' || kind === 'beforeunload')
    const answered = accept ? says('accepted') : says('dismissed')
    if (this.#dialogs <= 5)
      this.note(
        { said: says('dialog', { kind, answered }) },
        { foreign: String(params['message']).slice(0, 500) },
      )
    const text = this.onDialog?.text
    this.send('Page.handleJavaScriptDialog', {
      accept,
      ...(text === undefined ? {} : { promptText: text }),
    }).catch(() => undefined)
    if (this.#dialogs > MOST_DIALOGS && !this.closed) this.#giveUp({ said: says('dialogs') })
  }

  /** It is closed, whatever it does. */
  async leave(): Promise<void> {
    this.closed = true
    this.loading.stop()
    await this.#pipe.send('Target.closeTarget', { targetId: this.target }).catch(() => undefined)
  }

  #giveUp(why: BrowserPart): void {
    this.takeNotes()
    this.note(why)
    void this.leave()
    this.#pipe.drop(this.session, 'closed')
  }
}
