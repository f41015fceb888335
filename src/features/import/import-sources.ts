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
  {
    scope,
    secrets,
    hooks = false,
  }: { readonly scope?: 'user' | 'project'; readonly secrets: boolean; readonly hooks?: boolean },
): readonly ImportSource[] => {
  const user: ImportSource = {
    scope: 'user',
    base: home,
    target: configHome,
    servers: join(configHome, 'mcp.json'),
    settings: join(configHome, 'settings.json'),
    secrets,
    hooks,
  }
  const project: ImportSource = {
    scope: 'project',
    base: cwd,
    target: join(cwd, '.capstan'),
    servers: join(cwd, '.mcp.json'),
    settings: join(cwd, '.capstan', 'settings.json'),
    secrets,
    hooks,
  }
  const all = cwd === home ? [user] : [user, project]
  return scope === undefined ? all : all.filter(place => place.scope === scope)
}
