import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The package with the native program for a machine, as scripts/pack-npm.mjs names it. */
export const nativeName = (platform: string = process.platform, arch: string = process.arch): string =>
  `capstan-${platform}-${arch}`

const NAMES = /^capstan-(?:linux|darwin)-(?:x64|arm64)$/

/** The packages with native programs beside the one at `root`: npm puts them into its own folder or next to it. */
const packagesBeside = (root: string): readonly string[] =>
  [join(root, 'node_modules'), dirname(root)].flatMap(folder =>
    namesIn(folder)
      .filter(name => NAMES.test(name) && existsSync(join(folder, name, 'capstan')))
      .map(name => join(folder, name)),
  )

/** The one for this machine. */
export const nativePackage = (root: string): string | undefined =>
  packagesBeside(root).find(path => basename(path) === nativeName())

/** The package for which npm brought the native program that lies in `folder`; undefined: it came another way. */
export const packageOfNative = (folder: string): string | undefined => {
  if (!NAMES.test(basename(folder)) || basename(dirname(folder)) !== 'node_modules') return undefined
  const above = dirname(dirname(folder))
  return [above, join(dirname(folder), 'capstan')].find(
    root => basename(root) === 'capstan' && existsSync(join(root, 'bin/capstan')),
  )
}

/** Why the launcher does not start the native program (see bin/capstan); undefined: it could. */
export const nativeFault = (
  root: string,
):
  | {
      readonly why: 'not_for_machine' | 'left_out' | 'other_machine' | 'version' | 'mode'
      readonly at: string
    }
  | undefined => {
  const [first] = packagesBeside(root)
  const own = nativePackage(root)
  if (own === undefined) {
    if (first !== undefined) return { why: 'other_machine', at: first }
    return { why: isMade() ? 'left_out' : 'not_for_machine', at: '' }
  }
  if (versionIn(own) !== versionIn(root)) return { why: 'version', at: own }
  try {
    accessSync(join(own, 'capstan'), constants.X_OK)
    return undefined
  } catch {
    return { why: 'mode', at: own }
  }
}

/** Whether one is made for such a machine: on Linux it needs the usual C library. */
const isMade = (): boolean =>
  NAMES.test(nativeName()) &&
  (process.platform !== 'linux' ||
    (!existsSync('/lib/libgcompat.so.0') &&
      existsSync(process.arch === 'x64' ? '/lib64/ld-linux-x86-64.so.2' : '/lib/ld-linux-aarch64.so.1')))

const versionIn = (folder: string): string => {
  try {
    return readFileSync(join(folder, 'VERSION'), 'utf8').trim()
  } catch {
    // Then it is none that the launcher would start.
    return ''
  }
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    // Nothing was installed there.
    return []
  }
}
