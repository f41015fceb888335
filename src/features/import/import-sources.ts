import { join } from 'node:path'
import type { ImportSource } from './import-plan.ts'

interface Homes {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
}

/** Where other programs keep things, and where they would be ours. */
export const importSources = (
  { cwd, home, configHome }: Homes,
  { scope, secrets }: { readonly scope?: 'user' | 'project'; readonly secrets: boolean },
): readonly ImportSource[] => {
  const user: ImportSource = {
    scope: 'user',
    base: home,
    target: configHome,
    servers: join(configHome, 'mcp.json'),
    secrets,
  }
  const project: ImportSource = {
    scope: 'project',
    base: cwd,
    target: join(cwd, '.capstan'),
    servers: join(cwd, '.mcp.json'),
    secrets,
  }
  const all = cwd === home ? [user] : [user, project]
  return scope === undefined ? all : all.filter(place => place.scope === scope)
}
