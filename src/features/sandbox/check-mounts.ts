import type { SandboxPlan } from './plan.ts'

/**
 * Runs inside before the command, where another sandboxed command may have put a link into the way while the mounts
 * were made: bubblewrap follows it, so that something outside would be mounted, or the wrong thing protected. Every
 * place must show a mount of just what lies there in the mount around it (same device, same path within it).
 */
const SCRIPT = `
_nl='
'
_seen=$_nl
while read -r _ _ _dev _root _point _; do _seen="$_seen$_dev $_root $_point$_nl"; done < /proc/self/mountinfo
_find() {
  _left=$_in
  _left=\${_left%" $1$_nl"*}
  [ "$_left" != "$_in" ] || return 1
  _of=\${_left##*"$_nl"}
}
_check() {
  _in=$_seen
  _find "$1" || return 1
  [ "$2" = is ] || return 0
  _own=$_of
  _in=\${_left%"$_nl"*}$_nl
  if _find "$1"; then [ "$_own" = "$_of" ]; return; fi
  _in=$_seen
  _at=$1
  while :; do
    _at=\${_at%/*}
    if _find "\${_at:-/}"; then break; fi
    [ -n "$_at" ] || return 1
  done
  _base=\${_of#* }
  [ "$_own" = "\${_of%% *} \${_base%/}\${1#"$_at"}" ]
}
while [ "$1" != run ]; do
  if ! _check "$1" "$2"; then
    echo "The sandbox was not made: $1 was replaced meanwhile, so the command did not run." >&2
    exit 126
  fi
  shift 2
done
shift
exec "$@"
`

/** The command behind that check. */
export const checkFirst = (
  plan: Pick<SandboxPlan, 'mounts'>,
  command: { readonly file: string; readonly args: readonly string[] },
): { readonly file: string; readonly args: readonly string[] } => ({
  file: '/bin/sh',
  args: ['-c', SCRIPT, 'sh', ...plan.mounts.flatMap(expectation), 'run', command.file, ...command.args],
})

const expectation = ({ kind, path }: SandboxPlan['mounts'][number]): readonly string[] => {
  if (kind === 'keep' || kind === 'guard') return [escaped(path), 'is']
  return kind === 'hide' || kind === 'mask' ? [escaped(path), 'any'] : []
}

/** As the kernel writes names into its table. */
const escaped = (path: string): string =>
  path.replace(/[ \t\n\\]/g, sign => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)
