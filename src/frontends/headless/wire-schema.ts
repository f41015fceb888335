import type * as InboundSchema from '../../protocol/control/inbound-schema.ts'
import type * as InitializeSchema from '../../protocol/control/initialize-schema.ts'
import type * as RequestSchema from '../../protocol/control/request-schema.ts'

/** What reads the lines of a host. It needs the schema library, so it is loaded only where there is one. */
export type WireSchema = typeof InboundSchema & typeof InitializeSchema & typeof RequestSchema

export const loadWireSchema = async (): Promise<WireSchema> => {
  const [inbound, initialize, request] = await Promise.all([
    import('../../protocol/control/inbound-schema.ts'),
    import('../../protocol/control/initialize-schema.ts'),
    import('../../protocol/control/request-schema.ts'),
  ])
  return { ...inbound, ...initialize, ...request }
}
