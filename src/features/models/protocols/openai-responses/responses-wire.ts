import type { Wire } from '../wire.ts'
import { ResponsesReader } from './responses-reader.ts'
import { createResponsesBody } from './responses-request.ts'

/** The responses protocol, which gives reasoning back sealed. */
export const createResponsesWire = (extraBody?: Readonly<Record<string, unknown>>): Wire => {
  const body = createResponsesBody(extraBody)
  return {
    path: () => '/responses',
    write: request => body.write(request),
    reader: request => new ResponsesReader(request, body.names),
  }
}
