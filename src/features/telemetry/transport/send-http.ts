import type { ProxySettings } from '../../../lib/network/proxy.ts'
import { sendChosen } from '../../../lib/network/send-chosen.ts'
import type { OtlpTarget } from '../options.ts'
import { encodeJson } from '../otlp/encode-json.ts'
import { encodeProtobuf } from '../otlp/encode-protobuf.ts'
import type { MessageName, Wire } from '../otlp/messages.ts'
import { Rejected } from './rejected.ts'
import { readTls } from './tls.ts'

/** Those it makes sense to try again after. */
const PASSING: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])
const MAX_ANSWER = 4_096

export interface Outgoing {
  readonly name: MessageName
  readonly message: Wire
  readonly headers: Readonly<Record<string, string>>
  readonly proxy: ProxySettings
  readonly signal: AbortSignal
}

/** One request of OTLP over HTTP. Throws {@link Rejected} when it will never be taken. */
export const sendHttp = async (target: OtlpTarget, outgoing: Outgoing): Promise<void> => {
  const { name, message, headers, proxy, signal } = outgoing
  const isJson = target.protocol === 'http/json'
  const { status, text } = await sendChosen({
    url: target.url,
    method: 'POST',
    headers: { ...headers, 'content-type': isJson ? 'application/json' : 'application/x-protobuf' },
    body: isJson ? encodeJson(name, message) : encodeProtobuf(name, message),
    proxy,
    signal,
    maxBytes: MAX_ANSWER,
    tls: await readTls(target.tls),
  })
  if (status >= 200 && status < 300) return
  const said = `${target.url.origin} answered ${status}${isJson && text ? `: ${text.slice(0, 200)}` : ''}`
  throw PASSING.has(status) ? new Error(said) : new Rejected(said)
}
