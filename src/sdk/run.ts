import { randomUUID } from 'node:crypto'
import { AsyncQueue } from '../lib/async-queue.ts'
import { isObject } from '../lib/is-object.ts'
import { ControlLine } from './control-line.ts'
import { hostAnswers } from './host-answers.ts'
import { InputWatch } from './input-watch.ts'
import type { SDKMessage, SDKUserMessage } from './messages.ts'
import type { Options } from './options.ts'
import { ServerBridge } from './server-bridge.ts'
import type { SdkServerConfig } from './servers.ts'
import { AbortError, type Program, startProgram } from './start-program.ts'
import { toInitialize } from './to-initialize.ts'

type Fields = Readonly<Record<string, unknown>>

/** One program and the conversation with it. */
export class Run {
  readonly messages = new AsyncQueue<SDKMessage>(Number.POSITIVE_INFINITY)
  /** What the program said about itself. */
  readonly initialized: Promise<Fields>
  readonly #options: Options
  readonly #program: Program
  readonly #control: ControlLine
  readonly #watch: InputWatch
  readonly #servers = new Map<string, ServerBridge>()
  readonly #introduction: Fields
  readonly #shownReplays: boolean
  #mirrored: Promise<void> = Promise.resolve()
  #failure: Error | undefined
  #hasResult = false

  constructor(options: Options) {
    this.#options = options
    this.#shownReplays = Object.hasOwn(options.extraArgs ?? {}, 'replay-user-messages')
    const { request, hooks, servers } = toInitialize(options)
    this.#introduction = request
    options.abortController?.signal.throwIfAborted()
    const extraArgs = { ...options.extraArgs, 'replay-user-messages': null }
    this.#program = startProgram({ ...options, extraArgs })
    this.#control = new ControlLine(
      message => this.#program.write(message),
      hostAnswers({ options, hooks, servers: this.#servers }),
    )
    this.#watch = new InputWatch(() => this.#program.endInput())
    for (const server of servers) this.addServer(server)
    this.initialized = this.#control.ask(request)
    // Told by the messages, too; who asks for it hears it from here.
    this.initialized.catch(() => undefined)
    const abort = (): void => this.#end(new AbortError())
    options.abortController?.signal.addEventListener('abort', abort, { once: true })
    void this.#read().finally(() => options.abortController?.signal.removeEventListener('abort', abort))
  }

  get failure(): Error | undefined {
    return this.#failure
  }

  async ask(subtype: string, fields: Fields = {}): Promise<Fields> {
    const answer = await this.#control.ask({ subtype, ...fields })
    if (subtype === 'interrupt') this.#watch.interrupted(answer)
    return answer
  }

  async introduceAgain(): Promise<Fields> {
    return await this.#control.ask(this.#introduction)
  }

  say(message: SDKUserMessage): void {
    const uuid = message.uuid ?? randomUUID()
    if (message.shouldQuery !== false) this.#watch.said(uuid)
    this.#program.write({ session_id: '', parent_tool_use_id: null, ...message, uuid })
  }

  /** Says one message after the other; the program ends when all are answered and nothing more can come. */
  async sayAll(prompt: string | AsyncIterable<SDKUserMessage>): Promise<void> {
    this.#watch.opened()
    try {
      if (typeof prompt === 'string')
        this.say({ type: 'user', message: { role: 'user', content: [{ type: 'text', text: prompt }] } })
      else for await (const message of prompt) this.say(message)
    } catch (error) {
      this.#end(error instanceof Error ? error : new Error(String(error)))
    } finally {
      this.#watch.closed()
    }
  }

  addServer({ name, instance }: SdkServerConfig): void {
    this.#servers.get(name)?.close()
    const say = (message: unknown): void => {
      this.#control.ask({ subtype: 'mcp_message', server_name: name, message }).catch(() => undefined)
    }
    this.#servers.set(name, new ServerBridge(instance, say))
  }

  close(): void {
    this.#program.stop()
    this.#control.close(new AbortError('The run was closed.'))
    this.messages.close()
  }

  #end(error: Error): void {
    this.#failure ??= error
    this.close()
  }

  async #read(): Promise<void> {
    for await (const line of this.#program.lines()) if (isObject(line)) this.#take(line)
    const failure = await this.#program.ended
    await this.#mirrored.catch((error: Error) => {
      this.#failure ??= error
    })
    if (failure && !this.#hasResult) this.#failure ??= failure
    for (const server of this.#servers.values()) server.close()
    this.#control.close(this.#failure ?? new Error('The program has ended.'))
    this.messages.close()
  }

  #take(line: Fields): void {
    if (this.#control.take(line)) return
    if (line['type'] === 'result') this.#hasResult = true
    const counts = this.#watch.take(line)
    if (line['type'] === 'transcript_mirror') this.#mirror(line)
    else if (counts || this.#shownReplays) void this.messages.push(line as unknown as SDKMessage)
  }

  /** In the order they were written; the first failure is the run's. */
  #mirror({ filePath, entries }: Fields): void {
    const store = this.#options.sessionStore
    this.#mirrored = this.#mirrored.then(() =>
      store?.append({ path: String(filePath) }, Array.isArray(entries) ? entries : []),
    )
    this.#mirrored.catch(() => undefined)
  }
}
