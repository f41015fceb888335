import { hostOf } from '../../../lib/network/refuse-url.ts'
import type { RequestAbout } from '../../../protocol/permission.ts'
import type { TitledCall } from './request-title.ts'

/** What kind of thing would happen, by the first effect; undefined where only the tool's own words tell. */
export const requestAbout = ({
  toolName,
  accesses: [access],
  creates,
}: Omit<TitledCall, 'cwd'>): RequestAbout | undefined => {
  switch (access?.kind) {
    case 'shell':
      return { kind: 'shell', unsandboxed: access.unsandboxed ?? false }
    case 'write':
      return { kind: creates ? 'create' : 'write' }
    case 'read':
    case 'search':
    case 'network':
    case 'web-search':
      return { kind: access.kind }
    case 'browser':
      return { kind: 'browser', name: siteOf(access.url) }
    case 'application':
      return { kind: 'application', name: access.name }
    case 'mcp':
      return { kind: 'mcp', server: access.server, tool: access.tool }
    case 'agent':
    case 'skill':
      return { kind: access.kind, name: access.name }
    case 'message':
      return { kind: 'message', name: access.session }
    case 'person':
    case 'remote':
      return undefined
    default:
      return { kind: 'tool', name: toolName }
  }
}

const siteOf = (url: string): string => (URL.canParse(url) ? hostOf(new URL(url)) : url)
