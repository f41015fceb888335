import type { Layer } from './layers.ts'

/** How a copy can be laid over a directory here. */
export interface Overlay {
  /** `unshare`, by its path, with what it needs. */
  readonly command: readonly [string, ...string[]]
  /** More options for the mount. */
  readonly options: string
  /** Who the command is to be again: the mount is made as the root of a name space of its own. */
  readonly user?: { readonly uid: number; readonly gid: number }
}

/**
 * For sh: lays the copies over, runs the rest of its words, and then writes down what is in every directory that was
 * changed: what is missing there is gone. Names in the directory of ours are used, because a mount takes `:` and `,` in
 * a path for its own. Its own programs come from the system, whatever the command's PATH says.
 */
const SCRIPT = `
path=$PATH
PATH=$1
cd "$2" || exit 125
options=$3 count=$4
shift 4
at=0
while [ $at -lt $count ]; do
  mount --bind "$1" l$at && mount -t overlay overlay -o "lowerdir=l$at,upperdir=u$at,workdir=w$at$options" m$at || exit 125
  shift
  at=$((at + 1))
done
: >mounted
PATH=$path "$@"
code=$?
at=0
while [ $at -lt $count ]; do
  (cd u$at && find . -type d -print0) |
    (cd m$at && xargs -0 sh -c 'exec find "$@" -mindepth 1 -maxdepth 1 -print0' sh) >n$at || exit 125
  chmod 700 w$at/work
  at=$((at + 1))
done
: >listed
exit $code
`

/** What is started in the place of a command. */
export const startInCopy = (
  { command: [file, ...args], options }: Overlay,
  room: { readonly base: string; readonly layers: readonly Layer[]; readonly path: string },
  inside: { readonly file: string; readonly args: readonly string[] },
): { readonly file: string; readonly args: readonly string[] } => ({
  file,
  args: [
    ...args,
    ...['sh', '-c', SCRIPT, 'capstan-copy', room.path, room.base, options, String(room.layers.length)],
    ...room.layers.map(({ lower }) => lower),
    inside.file,
    ...inside.args,
  ],
})

/** Options for bubblewrap that make the command who it was again. */
export const asUser = ({ user }: Overlay): readonly string[] =>
  user === undefined ? [] : ['--unshare-user', '--uid', String(user.uid), '--gid', String(user.gid)]
