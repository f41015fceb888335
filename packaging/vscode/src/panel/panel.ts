import type { Disposable, EditorApi, ExtensionContext, Webview, WebviewView } from '../editor-api.ts'
import type { ServeClient } from '../serve-client.ts'
import type { ExtensionWords } from '../words.ts'
import type { FromPage, ToPage } from './bridge-messages.ts'
import { writePageFiles } from './page-files.ts'
import { messageHtml, panelHtml } from './panel-html.ts'
import { readMessage, routeOf, sessionOf } from './read-message.ts'
import { Streams } from './streams.ts'

export interface PanelOptions {
  readonly api: EditorApi
  readonly context: ExtensionContext
  readonly words: ExtensionWords
  /** Starts what is to be shown, where it does not run. Throws StartProblem. */
  connect(): Promise<ServeClient>
  hear(session: string, frame: string): void
  /** Something else is in sight. */
  turned(): void
  place(place: string): void
  log(line: string): void
}

const VIEW = 'capstan.panel'
const LAST = 'capstan.session'

/** The page of the program in the side bar. */
export class Panel {
  readonly #options: PanelOptions
  readonly #streams: Streams
  #view: WebviewView | undefined
  #client: ServeClient | undefined
  #route = '#/'
  #generation = 0

  constructor(options: PanelOptions) {
    const { api, context, hear } = options
    this.#options = options
    const last = context.workspaceState.get<string>(LAST)
    if (last !== undefined) this.#route = routeOf(last)
    this.#streams = new Streams({ client: () => this.#client, toPage: message => this.#say(message), hear })
    context.subscriptions.push(
      api.window.registerWebviewViewProvider(
        VIEW,
        { resolveWebviewView: view => this.#resolve(view) },
        // What is typed, and where one reads, outlives a look at something else.
        { webviewOptions: { retainContextWhenHidden: true } },
      ),
      { dispose: () => this.#streams.endAll() },
    )
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false
  }

  /** The session in sight. */
  get session(): string | undefined {
    return sessionOf(this.#route)
  }

  /** Shows the panel, and there that session. */
  async show(session?: string): Promise<void> {
    if (session !== undefined && session !== this.session) {
      this.#route = routeOf(session)
      this.#say({ kind: 'go', route: this.#route })
    }
    if (this.#view) this.#view.show()
    else await this.#options.api.commands.executeCommand(`${VIEW}.focus`)
  }

  /** Begins anew, with whatever `connect` answers then. */
  async load(): Promise<void> {
    const view = this.#view
    if (!view) return
    this.#streams.leaveAll()
    this.#generation += 1
    const generation = this.#generation
    const { words, context, connect } = this.#options
    if (this.#client === undefined) this.#tell(words.starting)
    try {
      const client = await connect()
      const folder = context.globalStorageUri.fsPath
      const files = await writePageFiles(client, `${folder}/page`)
      if (generation !== this.#generation) return
      if (!files) return this.#tell(words.noPage)
      if (this.#client !== client) await this.#chooseSession(client)
      this.#client = client
      const local = (name: string): string => this.#localUri(view.webview, `${files.directory}/${name}`)
      view.webview.html = panelHtml({
        ...this.#shared(view.webview),
        style: local(files.style),
        script: local(files.script),
        preload: files.preload.map(local),
        chinese: files.chinese === undefined ? undefined : local(files.chinese),
        language: this.#options.api.env.language,
        route: this.#route,
      })
    } catch (error) {
      if (generation === this.#generation) this.fail(error instanceof Error ? error.message : String(error))
    }
  }

  /** Says in the panel why there is nothing else. */
  fail(reason: string): void {
    this.#client = undefined
    this.#generation += 1
    this.#tell(reason, this.#options.words.retry)
  }

  /** The last one of this workspace, if it is still there. */
  async #chooseSession(client: ServeClient): Promise<void> {
    const { session } = this
    if (session === undefined) return
    const { sessions } = await client.json<{ readonly sessions: readonly { readonly id: string }[] }>({
      method: 'GET',
      path: '/api/v1/sessions',
    })
    if (!sessions.some(({ id }) => id === session)) this.#route = '#/'
  }

  #resolve(view: WebviewView): void {
    const { api, context } = this.#options
    this.#view = view
    view.webview.options = {
      enableScripts: true,
      localResourceRoots: [api.Uri.file(`${context.extensionUri.fsPath}/media`), context.globalStorageUri],
    }
    const hearing: Disposable = view.webview.onDidReceiveMessage(message => {
      const read = readMessage(message)
      if (read) this.#hear(read)
    })
    const watching = view.onDidChangeVisibility(() => this.#options.turned())
    view.onDidDispose(() => {
      hearing.dispose()
      watching.dispose()
      this.#streams.leaveAll()
      if (this.#view === view) this.#view = undefined
      this.#options.turned()
    })
    void this.load()
  }

  #hear(message: FromPage): void {
    switch (message.kind) {
      case 'request':
        void this.#request(message)
        break
      case 'open':
        this.#streams.open(message.id, message.path)
        break
      case 'send':
        this.#streams.send(message.id, message.text)
        break
      case 'close':
        this.#streams.close(message.id)
        break
      case 'route':
        this.#route = message.route
        this.#options.turned()
        void this.#options.context.workspaceState.update(LAST, this.session)
        break
      case 'place':
        this.#options.place(message.place)
        break
      case 'reload':
        void this.load()
        break
    }
  }

  async #request({ id, method, path, body }: FromPage & { readonly kind: 'request' }): Promise<void> {
    try {
      const client = this.#client
      if (!client) return this.#say({ kind: 'failed', id })
      const call = { method, path, ...(body === undefined ? {} : { body }) }
      this.#say({ kind: 'answer', id, ...(await client.request(call)) })
    } catch (error) {
      this.#options.log(`panel: ${method}: ${error instanceof Error ? error.message : String(error)}`)
      this.#say({ kind: 'failed', id })
    }
  }

  #say(message: ToPage): void {
    void this.#view?.webview.postMessage(message)
  }

  #tell(text: string, button?: string): void {
    const webview = this.#view?.webview
    if (webview) webview.html = messageHtml({ ...this.#shared(webview), text, button })
  }

  #shared(webview: Webview) {
    const media = `${this.#options.context.extensionUri.fsPath}/media`
    return {
      cspSource: webview.cspSource,
      theme: this.#localUri(webview, `${media}/theme.css`),
      bridge: this.#localUri(webview, `${media}/bridge.js`),
      generation: this.#generation,
    }
  }

  #localUri(webview: Webview, path: string): string {
    return webview.asWebviewUri(this.#options.api.Uri.file(path)).toString()
  }
}
