import { dirname, join } from 'node:path'
import type { ExtensionPlace, ExtensionPlaces } from '../protocol/extensions/place.ts'
import type { Env, Overrides } from '../protocol/host.ts'
import { findGitRoot, type Gathered } from './gather-settings.ts'

const MANAGED = ['/etc/capstan', '/etc/claude-code'] as const

interface ExtensionsFrom {
  readonly cwd: string
  readonly home: string
  readonly configHome: string
  /** The working directories, `cwd` first. */
  readonly roots: readonly string[]
  readonly env: Env
}

/** Where extensions are looked for in this session. */
export const chooseExtensions = (
  options: Pick<Overrides, 'bare' | 'settingSources'>,
  gathered: Pick<Gathered, 'trusted'>,
  from: ExtensionsFrom,
): ExtensionPlaces => {
  const places = options.bare ? [] : findPlaces(options, gathered, from)
  return { list: async () => places, onChanged: () => () => undefined }
}

/** The administrator's, the person's, and of a trusted folder those from the directory itself up to its root. */
export const findPlaces = (
  { settingSources = ['user', 'project'] }: Pick<Overrides, 'settingSources'>,
  { trusted }: Pick<Gathered, 'trusted'>,
  { cwd, home, configHome, roots, env }: ExtensionsFrom,
): readonly ExtensionPlace[] => {
  const compat = env['CAPSTAN_COMPAT'] !== '0'
  const directories = compat ? (['.capstan', '.claude'] as const) : (['.capstan'] as const)
  const own = new Set([configHome, join(home, '.claude'), join(home, '.capstan')])
  const user: readonly ExtensionPlace[] = [
    { source: { level: 'user', directory: '.capstan' }, root: configHome },
    ...(compat && join(home, '.claude') !== configHome
      ? [{ source: { level: 'user', directory: '.claude' }, root: join(home, '.claude') } as const]
      : []),
  ]
  const project = [...upwards(cwd, findGitRoot(cwd) ?? cwd), ...roots.slice(1)].flatMap(directory =>
    directories
      .map(name => ({ source: { level: 'project', directory: name } as const, root: join(directory, name) }))
      .filter(({ root }) => !own.has(root)),
  )
  return [
    ...MANAGED.filter(root => compat || root === MANAGED[0]).map(root => ({
      source: { level: 'managed' } as const,
      root,
    })),
    ...(settingSources.includes('user') ? user : []),
    ...(trusted && settingSources.includes('project') ? project : []),
  ]
}

/** The nearest first. */
const upwards = (from: string, to: string): readonly string[] => {
  const directories = [from]
  for (let at = from; at !== to && dirname(at) !== at; at = dirname(at)) directories.push(dirname(at))
  return directories
}
