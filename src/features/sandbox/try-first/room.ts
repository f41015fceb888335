import { spawn } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Layer } from './layers.ts'

/** A directory of ours for the copies of one command; nothing of it is left, whoever ends this program. */
export interface CopyRoom extends Disposable {
  readonly base: string
  readonly layers: readonly Layer[]
}

export type Wanted = Pick<Layer, 'place' | 'lower' | 'target'>

const NAME = 'capstan-copy-'

/**
 * For sh, which waits beside this program: when its input ends without a word, this program was killed. What still runs
 * in the copy is being ended by others meanwhile.
 */
const HOLDER = `
trap '' HUP INT QUIT TERM
read -r word
[ "$word" = bye ] && exit 0
round=0
while [ -e "$1" ] && [ $round -lt 200 ]; do
  chmod -R u+rwx "$1" 2>/dev/null
  rm -rf "$@" 2>/dev/null || sleep 0.05
  round=$((round + 1))
done
`

/**
 * Makes it in that directory; `layersOf` is told where, because what lies below a copy may have to be made there too.
 * `others`: directories that go with it when this program is killed.
 */
export const openRoom = (
  parent: string,
  layersOf: (base: string) => readonly Wanted[],
  others: readonly string[],
): CopyRoom => {
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  removeLeftOver(parent)
  const base = realpathSync(mkdtempSync(join(parent, NAME)))
  const holder = spawn('/bin/sh', ['-c', HOLDER, 'capstan-copy', base, ...others], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  holder.on('error', () => undefined)
  holder.stdin.on('error', () => undefined)
  holder.unref()
  ;(holder.stdin as unknown as { unref?(): void }).unref?.()
  writeFileSync(join(base, 'owner'), String(process.pid))
  const layers = layersOf(base).map((wanted, at): Layer => {
    for (const kind of ['l', 'u', 'w', 'm']) mkdirSync(join(base, `${kind}${at}`), { mode: 0o700 })
    // The directory itself is seen as the one that it lies over.
    const { mode } = lstatSync(wanted.lower)
    chmodSync(join(base, `u${at}`), mode & 0o7777)
    const own = (kind: string): string => join(base, `${kind}${at}`)
    return { ...wanted, merged: own('m'), upper: own('u'), names: own('n') }
  })
  return {
    base,
    layers,
    [Symbol.dispose]() {
      removeTree(base)
      holder.stdin.end('bye\n')
    },
  }
}

/** What a machine that lost its power left there. */
const removeLeftOver = (parent: string): void => {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name)
    if (!name.startsWith(NAME) || !isAbandoned(path)) continue
    removeTree(path)
  }
}

const MADE_MS = 60_000

/** Its program is gone. One that has not said who it is may just be making it. */
const isAbandoned = (path: string): boolean => {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat?.isDirectory() || (process.getuid && stat.uid !== process.getuid())) return false
  const owner = Number(readText(join(path, 'owner')))
  if (!owner) return Date.now() - stat.mtimeMs > MADE_MS
  try {
    process.kill(owner, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Directories in it may be closed even to their owner. */
export const removeTree = (path: string): void => {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    openTree(path)
    rmSync(path, { recursive: true, force: true })
  }
}

const openTree = (path: string): void => {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  chmodSync(path, 0o700)
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) openTree(join(path, entry.name))
}
