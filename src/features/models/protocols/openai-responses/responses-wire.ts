import { type Feature, RefusedFeatures, usesFeature } from '../refused-features.ts'
import type { Wire } from '../wire.ts'
import { ResponsesReader } from './responses-reader.ts'
import { createResponsesBody } from './responses-request.ts'

const NOT_HERE: readonly Feature[] = ['tools', 'usage', 'limit_name']

/** The responses protocol, which gives reasoning back sealed. */
export const createResponsesWire = (extraBody?: Readonly<Record<string, unknown>>): Wire => {
  const refused = new RefusedFeatures()
  const body = createResponsesBody(refused, extraBody)
  return {
    path: () => '/responses',
    write: request => body.write(refused.strip(request)),
    reader: request => new ResponsesReader(request, body.names),
    adapt: (request, message) =>
      refused.learn(request, {
        message,
        uses: feature => !NOT_HERE.includes(feature) && usesFeature(request, feature),
      }),
  }
}
