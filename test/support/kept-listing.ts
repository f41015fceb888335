import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { createListingCache } from '../../src/features/mcp/pool/listing-cache.ts'
import type { NamedServer } from '../../src/protocol/extensions/server.ts'

/** As hex digits. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** As if what one server offered had been offered by another. */
export const renameKept = (configHome: string, from: NamedServer, to: NamedServer): void => {
  const kept = createListingCache(join(configHome, 'cache', 'mcp'), { now: () => Date.now(), hash: sha256 })
  const listing = kept.get(from)?.listing
  if (!listing) throw new Error('nothing was kept')
  kept.put(to, { listing })
}
