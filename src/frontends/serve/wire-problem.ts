import { errorText } from '../../lib/error-text.ts'
import { HostError, type HostErrorKind } from '../../protocol/host.ts'
import { serveText } from '../../protocol/messages/host/serve.ts'
import { LocalizedError, type LocalizedText } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { WireError, WireErrorKind } from '../../protocol/serve/wire.ts'

/** A request that is not done, in words for the one who sent it. */
export class WireProblem extends LocalizedError<LocalizedText> {
  override readonly name = 'WireProblem'
  readonly kind: WireErrorKind
  constructor(kind: WireErrorKind, text: LocalizedText) {
    super(text)
    this.kind = kind
  }
}

const HOST_KINDS: Partial<Record<HostErrorKind, WireErrorKind>> = { request: 'invalid', session_busy: 'busy' }

/** What a client is told of an error. A mistake of ours is not described to it: the words may hold anything. */
export const toWireError = (error: unknown, onBug: (text: string) => void): WireError => {
  if (error instanceof WireProblem) return { kind: error.kind, message: error.message, ...localizedOf(error) }
  if (error instanceof OpError) return { kind: 'refused', message: error.message, ...localizedOf(error) }
  if (error instanceof HostError) {
    const holder = error.holder?.kind
    return {
      kind: HOST_KINDS[error.kind] ?? 'refused',
      message: error.message,
      ...localizedOf(error),
      ...(holder === undefined ? {} : { holder }),
    }
  }
  onBug(error instanceof Error ? (error.stack ?? error.message) : errorText(error))
  const failed = serveText('failed')
  return { kind: 'internal', message: failed.text, localized: failed }
}

const localizedOf = ({ localized }: LocalizedError): Pick<WireError, 'localized'> =>
  typeof localized === 'string' ? {} : { localized }

export const STATUS: Readonly<Record<WireErrorKind, 400 | 401 | 403 | 404 | 409 | 429 | 500>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  refused: 409,
  busy: 409,
  answered: 409,
  too_many: 429,
  internal: 500,
}
