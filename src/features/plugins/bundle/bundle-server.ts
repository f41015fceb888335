import { join, sep } from 'node:path'
import type { UserOption, UserValue } from '../format/user-option.ts'
import { optionsOf } from '../format/variables.ts'
import { type BundleManifest, isInside } from './bundle-manifest.ts'

/** An MCP server as files of servers have it. */
export interface BundledServer {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

interface BundlePlace {
  /** Where it was unpacked. */
  readonly directory: string
  readonly home: string
  readonly platform: string
}

/** Whether it is made for this system. */
export const runsOn = ({ platforms }: BundleManifest, platform: string): boolean =>
  platforms === undefined || platforms.includes(platform)

/** The server of a bundle with the person's values, or which of them are missing. */
export const bundleServer = (
  manifest: BundleManifest,
  at: BundlePlace,
  given: Readonly<Record<string, unknown>>,
): { readonly server: BundledServer } | { readonly missing: readonly string[] } => {
  const preset = Object.fromEntries(
    Object.entries(manifest.userConfig).map(([key, option]) => [key, withPlaces(option, at)]),
  )
  const { options, missing } = optionsOf(preset, given)
  if (missing.length > 0) return { missing }
  const own = manifest.overrides[at.platform] ?? {}
  const { command, args } = withStart({ ...manifest, start: { ...manifest.start, ...own } }, at.directory)
  const filling = { ...at, options }
  const env = Object.entries({ ...manifest.start.env, ...own.env }).flatMap(([name, text]) => {
    const values = fill(text, filling)
    return values.length === 0 ? [] : [[name, values.join(',')]]
  })
  return {
    server: {
      type: 'stdio',
      command: fill(command, filling).join(''),
      args: args.flatMap(arg => fill(arg, filling)),
      env: Object.fromEntries(env) as Readonly<Record<string, string>>,
    },
  }
}

/** Paths within the bundle are whole: the program is started where the person works. */
const withStart = (
  { type, entryPoint, start }: BundleManifest,
  directory: string,
): { readonly command: string; readonly args: readonly string[] } => {
  const entry = entryPoint === undefined ? '' : join(directory, entryPoint)
  const { command = RUNNERS[type] ?? entry } = start
  const args = start.args ?? (start.command === undefined && RUNNERS[type] !== undefined ? [entry] : [])
  return {
    command:
      command.includes('/') && isInside(command) && !command.startsWith('$')
        ? join(directory, command)
        : command,
    args: args.map(arg => (arg === entryPoint ? entry : arg)),
  }
}

const RUNNERS: Readonly<Record<string, string>> = { node: 'node', python: 'python3', uv: 'uv' }

type Options = Readonly<Record<string, UserValue>>
interface Filling extends BundlePlace {
  readonly options: Options
}

/** A default may name a directory of the person; what the person said is taken as it is. */
const withPlaces = (option: UserOption, at: BundlePlace): UserOption => {
  const { default: value } = option
  if (typeof value === 'string') return { ...option, default: placed(value, at) }
  return Array.isArray(value) ? { ...option, default: value.map(each => placed(String(each), at)) } : option
}

const PLACES: Readonly<Record<string, (at: BundlePlace) => string>> = {
  __dirname: ({ directory }) => directory,
  HOME: ({ home }) => home,
  DESKTOP: ({ home }) => join(home, 'Desktop'),
  DOCUMENTS: ({ home }) => join(home, 'Documents'),
  DOWNLOADS: ({ home }) => join(home, 'Downloads'),
  pathSeparator: () => sep,
  '/': () => sep,
}

const NAMED = /\$\{([^{}]+)\}/g

const placed = (text: string, at: BundlePlace): string =>
  text.replace(
    NAMED,
    (written, name: string) => (Object.hasOwn(PLACES, name) ? PLACES[name]?.(at) : undefined) ?? written,
  )

const USER = /^user_config\.([A-Za-z_]\w*)$/

/** Once, so that nothing in a value is filled in again. A text that is a value alone is as many as it has, or none. */
const fill = (text: string, at: Filling): readonly string[] => {
  const [, whole] = /^\$\{user_config\.([A-Za-z_]\w*)\}$/.exec(text) ?? []
  if (whole !== undefined) {
    const value = at.options[whole]
    return value === undefined ? [] : typeof value === 'object' ? value : [String(value)]
  }
  return [
    text.replace(NAMED, (written, name: string) => {
      const [, key] = USER.exec(name) ?? []
      if (key !== undefined) return String(at.options[key] ?? '')
      return (Object.hasOwn(PLACES, name) ? PLACES[name]?.(at) : undefined) ?? written
    }),
  ]
}
