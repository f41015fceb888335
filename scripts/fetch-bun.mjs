// The runtime inside the native program, which also builds and packs it: from npm, fetched once, never a dependency.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const BUN = '1.4.4'
const CACHE = resolve('node_modules/.cache/bun')

/** As the targets are called. */
export const HERE = `${process.platform}-${process.arch}`

/** The path of the one for a target. */
export const fetchBun = (target = HERE) => {
  const name = `bun-${target.replace('arm64', 'aarch64')}`
  const folder = join(CACHE, `${name}-${BUN}`)
  const file = join(folder, 'package/bin', 'bun')
  if (existsSync(file)) return file
  mkdirSync(folder, { recursive: true })
  const packed = spawnSync('npm', ['pack', '--silent', `@oven/${name}@${BUN}`], {
    cwd: folder,
    encoding: 'utf8',
  })
  const tarball = packed.stdout?.trim().split('\n').at(-1)
  if (packed.status !== 0 || !tarball) throw new Error(`@oven/${name}@${BUN} could not be fetched from npm`)
  const unpacked = spawnSync('tar', ['-xzf', tarball], { cwd: folder })
  rmSync(join(folder, tarball), { force: true })
  if (unpacked.status !== 0 || !existsSync(file))
    throw new Error(`@oven/${name}@${BUN} could not be unpacked`)
  return file
}
