import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'

/**
 * Overwrites variables, deleted before, where the kernel still shows them. On Linux the block a program was started with
 * stays readable for every process of the same user, in `/proc/<pid>/environ`, whatever becomes of the variables. Says
 * whether nothing of them is left there; elsewhere there is no such place.
 */
export const overwriteVariables = (names: readonly string[]): boolean => {
  if (process.platform !== 'linux') return true
  try {
    return overwrite(new Set(names))
  } catch {
    // No /proc here, or it is closed even to its owner.
    return false
  }
}

const overwrite = (names: ReadonlySet<string>): boolean => {
  const { start, length } = findBlock()
  if (length === 0) return false
  const fd = openSync('/proc/self/mem', 'r+')
  try {
    const block = Buffer.alloc(length)
    readSync(fd, block, 0, length, start)
    for (let at = 0; at < length; ) {
      const end = block.indexOf(0, at)
      const stop = end < 0 ? length : end
      if (names.has(nameOf(block.toString('latin1', at, stop))))
        writeSync(fd, Buffer.alloc(stop - at), 0, stop - at, start + at)
      at = stop + 1
    }
    return true
  } finally {
    closeSync(fd)
  }
}

const nameOf = (variable: string): string => variable.slice(0, Math.max(0, variable.indexOf('=')))

/** Fields 50 and 51 of the kernel's line about this process; its name may hold anything, so it is counted from behind that. */
const findBlock = (): { readonly start: number; readonly length: number } => {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const start = Number(fields[47])
  const length = Number(fields[48]) - start
  return Number.isSafeInteger(start) && start > 0 && length > 0 ? { start, length } : { start: 0, length: 0 }
}
