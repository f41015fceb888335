import { join } from 'node:path'
import { createKeptListings } from '../../src/features/mcp/pool/kept-listings.ts'
import type { NamedServer } from '../../src/protocol/extensions/server.ts'

/** As if what one server offered had been offered by another. */
export const renameKept = (configHome: string, from: NamedServer, to: NamedServer): void => {
  const kept = createKeptListings(join(configHome, 'cache', 'mcp'), () => Date.now())
  const listing = kept.get(from)?.listing
  if (!listing) throw new Error('nothing was kept')
  kept.put(to, { listing })
}
