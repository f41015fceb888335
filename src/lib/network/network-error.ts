export type NetworkErrorKind =
  /** The address may not be connected to. */
  'refused' | 'name' | 'connection' | 'proxy' | 'timeout' | 'aborted' | 'too-large' | 'encoding'

/** The same clause in each language. */
export interface Clause {
  readonly en: string
  readonly zh: string
}

export const BAD_PROXY: Clause = {
  en: 'the proxy of the environment (HTTP_PROXY, HTTPS_PROXY) is not an http address',
  zh: '环境中的代理（HTTP_PROXY、HTTPS_PROXY）不是 http 地址',
}

export const NO_ANSWER: Clause = { en: 'the server did not answer', zh: '服务器没有响应' }

/** A request that brought no answer. The message is one clause, without a full stop. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly kind: NetworkErrorKind
  readonly clause: Clause
  constructor(kind: NetworkErrorKind, clause: Clause, cause?: unknown) {
    super(clause.en, cause === undefined ? undefined : { cause })
    this.kind = kind
    this.clause = clause
  }
}

/** A proxy answered and did not open a way. */
export class ProxyRefusal extends NetworkError {
  readonly status: number
  constructor(proxy: URL, status: number) {
    super('proxy', {
      en: `the proxy ${proxy.host} answered ${status}`,
      zh: `代理 ${proxy.host} 返回 ${status}`,
    })
    this.status = status
  }
}

/** Whatever went wrong, an ended signal is the reason. */
export const toNetworkError = (error: unknown, signal: AbortSignal): NetworkError => {
  if (signal.aborted) {
    const isTimeout = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    return isTimeout
      ? new NetworkError('timeout', { en: 'the server took too long', zh: '服务器响应过慢' })
      : new NetworkError('aborted', { en: 'the request was interrupted', zh: '请求已中断' })
  }
  if (error instanceof NetworkError) return error
  const { en, zh } = reasonOf(error)
  return new NetworkError('connection', { en: `the connection failed: ${en}`, zh: `连接失败：${zh}` }, error)
}

/** The cause alone: some messages of the runtime quote what the server sent. */
const reasonOf = (error: unknown): Clause => {
  if (!(error instanceof Error)) return { en: 'no reason was given', zh: '未说明原因' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code?.startsWith('HPE_'))
    return { en: `the answer is not HTTP (${code})`, zh: `返回的不是 HTTP（${code}）` }
  // Several addresses were tried; their reasons are inside and the message is empty.
  if (error instanceof AggregateError)
    return code === undefined ? { en: 'no address answered', zh: '没有地址响应' } : foreign(code)
  return foreign(error.message || (code ?? error.name))
}

/** In the words of the system. */
const foreign = (words: string): Clause => ({ en: words, zh: words })
