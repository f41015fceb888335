import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

type Json = Readonly<Record<string, unknown>>

/** A client of the agent client protocol that speaks to a program over its streams, one JSON object a line. */
export class AcpAdapter implements AsyncDisposable {
  readonly updates: Json[] = []
  /** How questions of the program are answered, by method. */
  readonly answers: Record<string, (params: Json) => unknown | Promise<unknown>> = {}
  readonly #child: ChildProcessWithoutNullStreams
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>()
  readonly #ended: Promise<void>
  #errors = ''
  #wake: (() => void)[] = []
  #count = 0

  constructor(
    file: string,
    options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ) {
    this.#child = spawn(process.execPath, [file], { cwd: options.cwd, env: options.env })
    this.#child.stdin.on('error', () => undefined)
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text
    })
    createInterface({ input: this.#child.stdout }).on('line', line => void this.#take(line))
    this.#ended = new Promise(resolve => {
      this.#child.on('close', () => {
        for (const open of this.#open.values()) open.reject(new Error(`the adapter ended: ${this.#errors}`))
        resolve()
      })
    })
  }

  request(method: string, params: object): Promise<Json> {
    const id = ++this.#count
    const answer = Promise.withResolvers<unknown>()
    this.#open.set(id, answer)
    this.#write({ jsonrpc: '2.0', id, method, params })
    return answer.promise as Promise<Json>
  }

  notify(method: string, params: object): void {
    this.#write({ jsonrpc: '2.0', method, params })
  }

  /** The first update that fits. */
  async update(fits: (update: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = this.updates.find(fits)
      if (found) return found
      await new Promise<void>(resolve => void this.#wake.push(resolve))
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end()
    this.#child.kill('SIGTERM')
    await this.#ended
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  async #take(line: string): Promise<void> {
    const message = JSON.parse(line) as Json
    const id = message['id']
    if (typeof message['method'] !== 'string') {
      const open = this.#open.get(Number(id))
      this.#open.delete(Number(id))
      if (message['error']) open?.reject(new Error(JSON.stringify(message['error'])))
      else open?.resolve(message['result'])
      return
    }
    const params = message['params'] as Json
    if (message['method'] === 'session/update') {
      this.updates.push(params['update'] as Json)
      for (const wake of this.#wake.splice(0)) wake()
    }
    if (id === undefined) return
    const answer = this.answers[message['method']]
    if (answer) this.#write({ jsonrpc: '2.0', id, result: await answer(params) })
    else this.#write({ jsonrpc: '2.0', id, error: { code: -32601, message: 'not here' } })
  }
}
