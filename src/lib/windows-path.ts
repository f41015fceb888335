/** Absolute as Windows writes it: on a drive, or on another machine (UNC). */
export const isWindowsPath = (path: string): boolean => /^(?:[a-z]:[\\/]|\\\\[^\\/]+[\\/][^\\/])/i.test(path)

/** What a Linux that runs in Windows (WSL) knows about the file systems of the two. */
export interface WslMounts {
  /** Its own name, by which Windows reaches its files. */
  readonly distro: string
  /** Where the drives of Windows are. */
  readonly mounts: string
}

/** Where the person's WSL has the drives, by the text of its /etc/wsl.conf: `root` below `[automount]`. */
export const mountsIn = (configuration: string): string => {
  let section = ''
  let mounts = '/mnt/'
  for (const line of configuration.split('\n')) {
    section = /^\s*\[\s*(.*?)\s*\]/.exec(line)?.[1]?.toLowerCase() ?? section
    const root = /^\s*root\s*=\s*"?(\/[^"#]*?)"?\s*(?:#.*)?$/.exec(line)?.[1]
    if (section === 'automount' && root !== undefined) mounts = root.endsWith('/') ? root : `${root}/`
  }
  return mounts
}

/** Windows' names for the machine that the Linux systems in it are. */
const OWN_FILES = /^\\\\wsl(?:\.localhost|\$)\\([^\\]+)/i

/** A path of Windows as this Linux has it; undefined for one on another machine, or of another Linux beside it. */
export const fromWindows = (path: string, { distro, mounts }: WslMounts): string | undefined => {
  if (!isWindowsPath(path)) return undefined
  const plain = path.replaceAll('/', '\\')
  const [, drive, onDrive] = /^([a-z]):(\\.*)$/i.exec(plain) ?? []
  if (drive !== undefined) return asHere(`${mounts}${drive.toLowerCase()}${onDrive}`)
  const [own, name] = OWN_FILES.exec(plain) ?? []
  if (own === undefined || name?.toLowerCase() !== distro.toLowerCase()) return undefined
  return asHere(plain.slice(own.length)) || '/'
}

const asHere = (path: string): string => path.replaceAll('\\', '/').replace(/(?<=.)\/+$/, '')

/** A file below a directory of Windows, by the rest of its name as Linux writes it. */
export const belowWindows = (directory: string, rest: string): string =>
  `${directory.replace(/[\\/]+$/, '')}${rest.replaceAll('/', '\\')}`

/** The path of Windows that an address names: `file:///C:/x`, `file://server/share/x`; undefined for any other. */
export const windowsPathOf = (uri: string): string | undefined => {
  if (!URL.canParse(uri)) return undefined
  const { protocol, host, pathname } = new URL(uri)
  if (protocol !== 'file:') return undefined
  try {
    const path = decodeURIComponent(pathname)
    const written = host === '' ? path.slice(1) : `//${decodeURIComponent(host)}${path}`
    const windows = written.replaceAll('/', '\\')
    return isWindowsPath(windows) ? windows : undefined
  } catch {
    // A per cent sign that stands for nothing: no program wrote that for a path.
    return undefined
  }
}
