import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../lib/find-program.ts'
import { asUser, type Overlay, startInCopy } from './in-copy.ts'
import { openRoom } from './room.ts'

export interface OverlayProbe {
  /** Of programs of the system. */
  readonly path: string
  /** bubblewrap. */
  readonly program: string
  readonly nested: boolean
  /** Where copies are going to lie: not every file system can hold one. */
  readonly place: string
  readonly user: { readonly uid: number; readonly gid: number }
  run(file: string, args: readonly string[]): Promise<{ readonly code: number | null }>
}

/** Tries the real thing: a small copy, written to from within a sandbox. Undefined: it can't be had here. */
export const probeOverlay = async (probe: OverlayProbe): Promise<Overlay | undefined> => {
  const unshare = findProgram('unshare', probe.path)
  if (unshare === undefined) return undefined
  for (const overlay of candidates(unshare, probe.user)) if (await isLaid(overlay, probe)) return overlay
  return undefined
}

/** Root mounts where it is allowed to; everybody else, and root in many containers, as the root of a name space. */
const candidates = (unshare: string, user: OverlayProbe['user']): readonly Overlay[] => [
  ...(user.uid === 0 ? [{ command: [unshare, '-m'] as const, options: '' }] : []),
  { command: [unshare, '-U', '-r', '-m'], options: ',userxattr', user },
]

const isLaid = async (
  overlay: Overlay,
  { path, program, nested, place, run }: OverlayProbe,
): Promise<boolean> => {
  using room = openRoom(
    place,
    base => {
      const lower = join(base, 'tmp')
      mkdirSync(lower, { mode: 0o700 })
      return [{ place: lower, lower, target: lower }]
    },
    [],
  )
  const [layer] = room.layers
  if (!layer) return false
  const processes = nested ? ['--ro-bind', '/proc', '/proc'] : ['--proc', '/proc']
  const inside = [
    ...asUser(overlay),
    ...['--ro-bind', '/', '/', '--dev', '/dev', ...processes, '--bind', layer.merged, layer.place],
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-net', '--die-with-parent'],
    ...['--new-session', '--cap-drop', 'ALL', '--chdir', layer.place, '--'],
    ...['/bin/sh', '-c', 'mkdir d && rmdir d && mkdir e && : >f && mv f e/g'],
  ]
  const { file, args } = startInCopy(
    overlay,
    { base: room.base, layers: room.layers, path },
    { file: program, args: inside },
  )
  const { code } = await run(file, args)
  return code === 0 && existsSync(join(layer.upper, 'e/g')) && existsSync(join(room.base, 'listed'))
}
