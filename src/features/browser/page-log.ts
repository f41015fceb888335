import { isObject } from '../../lib/is-object.ts'
import type { BrowserEvent } from './pipe.ts'

interface Request {
  readonly method: string
  readonly url: string
  readonly type: string
  readonly began: number
  status: string
  ms?: number
  open: boolean
}

const MOST_LINES = 200
const MOST_CHARS = 500
const MOST_URL = 200

/** What a page wrote to its console and asked of the network, the last of it. */
export class PageLog {
  readonly #lines: string[] = []
  readonly #requests = new Map<string, Request>()
  #said = 0
  /** How much was said before the document that is there now. */
  #before = 0

  /** Lines so far, those that were thrown away as well. */
  get said(): number {
    return this.#said
  }

  /** Requests that fetch data and have no answer yet. */
  waiting(since: number): number {
    let count = 0
    for (const { open, type, began } of this.#requests.values())
      if (open && began >= since && (type === 'XHR' || type === 'Fetch')) count += 1
    return count
  }

  /** Errors since then, for whoever has just done something. */
  errorsSince(said: number): readonly string[] {
    const fresh = Math.min(this.#said - said, this.#lines.length)
    return fresh <= 0 ? [] : this.#lines.slice(-fresh).filter(line => line.startsWith('error'))
  }

  /** Of the document that is there now: what one before it had to say would be taken for news. */
  console(): readonly string[] {
    const said = Math.min(this.#said - this.#before, this.#lines.length)
    return said === 0 ? [] : this.#lines.slice(-said)
  }

  network(): readonly string[] {
    return [...this.#requests.values()].map(({ method, url, type, status, ms, open }) =>
      [
        method,
        url,
        open ? '…' : status,
        type.toLowerCase(),
        ...(ms === undefined ? [] : [`${Math.round(ms)} ms`]),
      ].join(' '),
    )
  }

  hear({ method, params }: BrowserEvent): void {
    switch (method) {
      case 'Runtime.consoleAPICalled':
        this.#say(levelOf(params['type']), listOf(params['args']).map(valueText).join(' '))
        break
      case 'Runtime.exceptionThrown':
        this.#say('error', exceptionText(params['exceptionDetails']))
        break
      case 'Log.entryAdded':
        this.#entry(params['entry'])
        break
      case 'Page.frameNavigated':
        if (isObject(params['frame']) && params['frame']['parentId'] === undefined) this.#before = this.#said
        break
      case 'Network.requestWillBeSent':
        this.#asked(params)
        break
      case 'Network.responseReceived':
        this.#answered(params)
        break
      case 'Network.loadingFinished':
        this.#ended(params, undefined)
        break
      case 'Network.loadingFailed':
        this.#ended(params, String(params['blockedReason'] ?? params['errorText'] ?? 'failed'))
        break
    }
  }

  #say(level: string, text: string): void {
    this.#said += 1
    this.#lines.push(`${level}: ${oneLine(text)}`)
    if (this.#lines.length > MOST_LINES) this.#lines.shift()
  }

  #entry(entry: unknown): void {
    if (!isObject(entry)) return
    const url =
      typeof entry['url'] === 'string' && entry['url'] !== '' ? ` (${entry['url'].slice(0, MOST_URL)})` : ''
    this.#say(levelOf(entry['level']), `${String(entry['text'])}${url}`)
  }

  #asked(params: BrowserEvent['params']): void {
    const { requestId, request, type } = params
    if (!isObject(request)) return
    const id = String(requestId)
    // A redirect is asked for under the same number.
    this.#requests.delete(id)
    this.#requests.set(id, {
      method: String(request['method']),
      url: String(request['url']).slice(0, MOST_URL),
      type: String(type ?? ''),
      began: performance.now(),
      status: '',
      open: true,
    })
    const [first] = this.#requests.keys()
    if (this.#requests.size > MOST_LINES && first !== undefined) this.#requests.delete(first)
  }

  #answered({ requestId, response }: BrowserEvent['params']): void {
    const request = this.#requests.get(String(requestId))
    if (request && isObject(response)) request.status = String(response['status'])
  }

  #ended({ requestId }: BrowserEvent['params'], problem: string | undefined): void {
    const request = this.#requests.get(String(requestId))
    if (!request) return
    request.open = false
    request.ms = performance.now() - request.began
    if (problem !== undefined) request.status = problem
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const levelOf = (type: unknown): string =>
  type === 'error' || type === 'assert' ? 'error' : type === 'warning' ? 'warning' : 'log'

const oneLine = (text: string): string => {
  const line = text
    .slice(0, MOST_CHARS * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS - 1)}…` : line
}

/** A value of the page, as it would stand in a console. */
const valueText = (value: unknown): string => {
  if (!isObject(value)) return ''
  if ('value' in value)
    return typeof value['value'] === 'string'
      ? value['value']
      : (JSON.stringify(value['value']) ?? 'undefined')
  return String(value['unserializableValue'] ?? value['description'] ?? value['type'] ?? '')
}

export const exceptionText = (details: unknown): string => {
  if (!isObject(details)) return ''
  const { exception, text, url, lineNumber } = details
  const what = isObject(exception) ? valueText(exception) : ''
  const place =
    typeof url === 'string' && url !== '' ? ` (${url.slice(0, MOST_URL)}:${Number(lineNumber) + 1})` : ''
  return `${what === '' ? String(text) : what}${place}`
}
