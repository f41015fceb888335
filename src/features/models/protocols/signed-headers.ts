import type { Authorization, Credential, UnsignedRequest } from '../../../protocol/credential.ts'
import type { ModelRequest } from '../../../protocol/model.ts'
import type { Wire } from './wire.ts'

interface Signing {
  readonly wire: Pick<Wire, 'headers'>
  readonly options: {
    readonly authorize?: Credential['authorize']
    readonly headers?: Readonly<Record<string, string>>
    readonly userAgent: string
    readonly betas?: readonly string[]
  }
}

const headersFor = ({ wire, options }: Signing, request: ModelRequest): Record<string, string> => ({
  accept: 'text/event-stream, application/json',
  'content-type': 'application/json',
  'user-agent': options.userAgent,
  ...wire.headers?.(request, options.betas ?? []),
  ...request.trace,
  ...ownHeaders(options),
})

const ownHeaders = ({ headers = {} }: Signing['options']): Record<string, string> => {
  const own: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) own[name.toLowerCase()] = value
  delete own['content-length']
  return own
}

/** The person's own headers count even where a credential would set the same. */
export const signedHeaders = async (
  client: Signing,
  request: ModelRequest,
  sent: Pick<UnsignedRequest, 'url' | 'body'>,
): Promise<{ readonly headers: Record<string, string>; readonly signed: Authorization }> => {
  const { options } = client
  const headers = headersFor(client, request)
  if (!options.authorize) return { headers, signed: {} }
  const signed = await options.authorize({ method: 'POST', headers, ...sent })
  return { headers: { ...headers, ...signed, ...ownHeaders(options) }, signed }
}
