import { verbatim } from '../../src/protocol/messages/layout.ts'
import type { Decision, PermissionRequest, RequestDetails } from '../../src/protocol/permission.ts'
import { askedBecause, because } from '../../src/protocol/permission.ts'
import { presentationFor } from './presented.ts'

/** A question about a call, with what a test wants to be different. */
export const permissionRequest = (
  more: Partial<Omit<PermissionRequest, 'decision' | 'details'>> & {
    readonly decision?: Partial<Decision>
    readonly details?: Partial<RequestDetails>
  } = {},
): PermissionRequest => ({
  id: 'q1',
  toolName: 'Tool',
  toolUseId: 'call-1',
  input: {},
  presentation: presentationFor(more.toolName ?? 'Tool', more.input ?? {}),
  ...more,
  decision: {
    verdict: 'ask',
    because: because('other', verbatim('It changes things')),
    offer: [],
    readOnly: false,
    ...more.decision,
  },
  details: {
    title: 'Use Tool',
    saves: [],
    ...askedBecause(verbatim(more.details?.why ?? 'It changes things.')),
    ...more.details,
  },
})
