import { resolve } from 'node:path'

/** What a process asked of the system that somebody may mind. */
export type Deed =
  | { readonly kind: 'start' | 'read' | 'write'; readonly path: string; readonly done: boolean }
  | {
      readonly kind: 'change' | 'connect'
      readonly path: string
      readonly call: string
      readonly rest: string
    }

/** For the tracer: what starts processes, opens files, changes them or talks to others. */
export const TRACED = [
  'execve execveat open creat openat openat2 connect bind clone clone3 fork vfork',
  'unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir link linkat symlink symlinkat mknod mknodat',
  'chmod fchmod fchmodat chown lchown fchown fchownat truncate utime utimes utimensat',
  'setxattr lsetxattr fsetxattr removexattr mount umount2 kill',
]
  .flatMap(line => line.split(' '))
  .map(name => `?${name}`)
  .join(',')

/** A path that the driver tries to open before each line, with the number of the line behind it. */
export const MARKER = '/shell-fuzz-line/'

const CALL = /^(\d+) +(\w+)\(([\s\S]*)\) += (-?\d+|\?)(?:<(.*)>)?(?: .*)?$/
const QUOTED = /"((?:[^"\\]|\\.)*)"/
const STARTED = /^(?:clone3?|v?fork)$/

interface Call {
  readonly pid: number
  readonly name: string
  readonly args: string
  readonly result: number
  readonly target: string | undefined
}

/** Calls in the order in which they ended; one that was interrupted by others is put together again. */
const callsIn = (log: string): readonly Call[] => {
  const open = new Map<string, string>()
  const calls: Call[] = []
  for (const line of log.split('\n')) {
    const pid = /^\d+/.exec(line)?.[0] ?? ''
    if (line.endsWith(' <unfinished ...>')) {
      open.set(pid, line.slice(0, -' <unfinished ...>'.length))
      continue
    }
    const resumed = /^\d+ +<\.\.\. \w+ resumed>(.*)$/.exec(line)
    const whole = resumed ? (open.get(pid) ?? '') + (resumed[1] ?? '') : line
    const [, , name = '', args = '', result = '', target] = CALL.exec(whole) ?? []
    if (name !== '') calls.push({ pid: Number(pid), name, args, result: Number(result), target })
  }
  return calls
}

const firstText = (args: string): string => QUOTED.exec(args)?.[1] ?? ''

/** Where a path of a call leads, by its directory as the tracer wrote it: `AT_FDCWD</where>, "name"`. */
const pathOf = ({ args, target }: Call): string => {
  if (target !== undefined) return target
  const directory = /^(?:AT_FDCWD|\d+)<(.*?)>, "/.exec(args)?.[1] ?? '/'
  return resolve(directory, firstText(args))
}

const deedOf = (call: Call): Deed | undefined => {
  const done = call.result >= 0
  // As it was given: a program by a relative name is nobody's.
  if (/^execve/.test(call.name)) return { kind: 'start', path: firstText(call.args), done }
  if (/^(?:open|creat)/.test(call.name)) {
    // Names a place without reading it.
    if (/\bO_PATH\b/.test(call.args)) return undefined
    const writes = call.name === 'creat' || /O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND|TMPFILE)/.test(call.args)
    return { kind: writes ? 'write' : 'read', path: pathOf(call), done }
  }
  if (STARTED.test(call.name)) return undefined
  const kind = /^(?:connect|bind)$/.test(call.name) ? 'connect' : 'change'
  return { kind, path: pathOf(call), call: call.name, rest: call.args }
}

/** What was done on behalf of each line, by its number. */
export const deedsByLine = (log: string): ReadonlyMap<number, readonly Deed[]> => {
  const calls = callsIn(log)
  const driver = calls[0]?.pid
  const parents = new Map<number, number>()
  const lines = new Map<number, number>()
  let current = -1
  for (const call of calls) {
    const marked = call.pid === driver && call.args.includes(`"${MARKER}`)
    if (marked) current = Number(/"[^"]*\/(\d+)"/.exec(call.args)?.[1])
    if (!STARTED.test(call.name) || call.result <= 0) continue
    if (call.pid === driver) lines.set(call.result, current)
    else parents.set(call.result, call.pid)
  }
  const lineOf = (pid: number): number => {
    let at: number | undefined = pid
    for (let hops = 0; at !== undefined && hops < 200; hops += 1) {
      const line = lines.get(at)
      if (line !== undefined) return line
      at = parents.get(at)
    }
    return -1
  }
  const found = new Map<number, Deed[]>()
  for (const call of calls) {
    const deed = call.pid === driver ? undefined : deedOf(call)
    if (!deed) continue
    const line = lineOf(call.pid)
    const deeds = found.get(line)
    if (deeds) deeds.push(deed)
    else found.set(line, [deed])
  }
  return found
}
