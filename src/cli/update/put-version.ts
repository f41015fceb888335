import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'

/** Old versions stay this long, for sessions that still run them. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000

/** Replaced one by one. The last decides which version starts (see bin/capstan): until then nothing has changed. */
const FILES = ['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json', 'bin/capstan', 'VERSION']

export interface NewVersion {
  readonly version: string
  /** Holds the package, on the same disk as `root`. */
  readonly unpacked: string
  readonly root: string
  readonly now: number
}

/**
 * Puts a new version beside the one that runs: sessions find the files they began with, and whatever starts from now on is
 * the new one.
 */
export const putVersion = ({ version, unpacked, root, now }: NewVersion): void => {
  const place = join(root, `dist-${version}`)
  rmSync(place, { recursive: true, force: true })
  openToAll(join(unpacked, 'dist'))
  renameSync(join(unpacked, 'dist'), place)
  for (const name of FILES) {
    const from = join(unpacked, name)
    if (!existsSync(from)) continue
    writeFileAtomically(join(root, name), readFileSync(from), {
      mode: name.startsWith('bin/') ? 0o755 : 0o644,
    })
  }
  removeOld(root, { keep: `dist-${version}`, now })
}

/** Puts a native program in the place of the old one, which goes on where it runs. Which version it is says the last file. */
export const putNative = (unpacked: string, place: string): void => {
  const next = join(place, `capstan.next-${process.pid}`)
  try {
    renameSync(join(unpacked, 'capstan'), next)
    chmodSync(next, 0o755)
    renameSync(next, join(place, 'capstan'))
  } finally {
    rmSync(next, { force: true })
  }
  for (const name of ['package.json', 'VERSION'])
    writeFileAtomically(join(place, name), readFileSync(join(unpacked, name)), { mode: 0o644 })
}

/** Whoever may start the old version may start the new one. */
const openToAll = (directory: string): void => {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else chmodSync(path, 0o644)
  }
}

const removeOld = (root: string, { keep, now }: { readonly keep: string; readonly now: number }): void => {
  for (const name of readdirSync(root))
    if (name.startsWith('dist-') && name !== keep && now - statSync(join(root, name)).ctimeMs > KEPT_MS)
      rmSync(join(root, name), { recursive: true, force: true })
}
