// Whether what is installed is what a lock file asks for, so that a checkout whose packages came another way (copied,
// linked, by a plain `npm install`) is not installed anew. Runs on the machine's own Node: built-in modules only.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const among = (wanted, here) => {
  if (wanted === undefined) return true
  const names = [wanted].flat()
  return names.some(name => name === here) || (names[0]?.startsWith('!') && !names.includes(`!${here}`))
}

/**
 * Optional packages must be there where they name this machine; those that name no machine are only wanted by others
 * that may be missing.
 */
const isWanted = (entry, machine) => {
  if (!entry.optional) return true
  if (entry.os === undefined || entry.cpu === undefined) return false
  return among(entry.os, machine.os) && among(entry.cpu, machine.cpu) && among(entry.libc, machine.libc)
}

const isLinux = process.platform === 'linux'

export const thisMachine = () => ({
  os: process.platform,
  cpu: process.arch,
  libc: isLinux && process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl',
})

/** `lock` and `installed` are the contents of package-lock.json and of node_modules/.package-lock.json. */
export const missingPackages = ({ lock, installed, root, machine }) =>
  Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && isWanted(entry, machine))
    .filter(([path, { version, integrity }]) => {
      const found = installed.packages[path]
      if (found?.version !== version || found?.integrity !== integrity) return true
      return !existsSync(join(root, path, 'package.json'))
    })
    .map(([path]) => path)
