/** What the script is told before the first group. */
export interface WatchedMarks {
  /** In the environment of every process it is to end. */
  readonly id: string
  /** How the decimal limit on file locks of such processes begins. */
  readonly limitPrefix: string
}

export const watchHead = ({ id, limitPrefix }: WatchedMarks): string => `${id} ${limitPrefix}\n`

/**
 * For /bin/sh: reads groups that begin (`+12`) and end (`-12`) until its input does, which happens when the program
 * that writes them dies in any way whatever; `bye` is its orderly end. Then ends those groups, whatever carries a mark,
 * and all their descendants: TERM, a second's grace, KILL, until nothing is left. Processes that were seen once stay
 * known, by number and start. Uses no program but grep and sleep (ps where there is no /proc).
 *
 * `list` prints a line for each process as /proc has it: number, name in brackets, state, parent, group, session; the
 * start is number 20 after the name. `marked` prints paths of those that carry a mark. Lines are taken apart without
 * `read`, which asks the system for each byte: it may be a machine with thousands of processes.
 */
export const WATCH_SCRIPT = `
trap '' HUP INT QUIT TERM PIPE USR1 USR2
IFS=' ' read -r id limit || exit 0
groups=' '
while read -r line; do
  case $line in
    +*) groups="$groups\${line#+} " ;;
    -*) one=\${line#-}
      case $groups in *" $one "*) groups="\${groups%%" $one "*} \${groups#*" $one "}" ;; esac ;;
    bye) exit 0 ;;
  esac
done
if [ -r /proc/self/stat ]; then
  list() { cat /proc/[0-9]*/stat 2>/dev/null; }
  marked() { grep -ls -e "$id" -e "^Max file locks  *$limit" /proc/[0-9]*/environ /proc/[0-9]*/limits 2>/dev/null; }
else
  list() { ps -axo pid=,stat=,ppid=,pgid= | while read -r pid rest; do echo "$pid () $rest"; done; }
  marked() {
    ps -axEww -o pid=,command= | while read -r pid words; do
      case $words in *"$id"*) echo "/proc/$pid/" ;; esac
    done
  }
fi
blank=' '
lines='
'
known=' '
look() {
  ours=' '
  for file in $(marked); do
    pid=\${file#/proc/}; pid=\${pid%%/*}
    case "$$ $ours" in "$pid "*|*" $pid "*) ;; *) ours="$ours$pid " ;; esac
  done
  all=$(list)
  set -f
  grown=1
  while [ $grown = 1 ]; do
    grown=0
    IFS=$lines
    for line in $all; do
      IFS=$blank
      pid=\${line%% *}
      set -- \${line##*) }
      case "$1 $pid" in Z*|X*|*" $$") continue ;; esac
      one=" $pid.\${20-} "
      case $ours in *" $pid "*)
        case $known in *"$one"*) ;; *) known="$known$one" ;; esac
        continue ;;
      esac
      case $groups in *" $3 "*|*" \${4:-$3} "*) ;; *)
        case $ours in *" $2 "*) ;; *)
          case $known in *"$one"*) ;; *) continue ;; esac ;; esac ;;
      esac
      ours="$ours$pid "; known="$known$one"; grown=1
    done
  done
  set +f
  IFS=$blank$lines
}
signal() { for pid in $ours; do kill "-$1" "$pid" 2>/dev/null; done; }
living() { for pid in $ours; do kill -0 "$pid" 2>/dev/null && return; done; return 1; }
look; signal TERM
round=0
while [ $round -lt 20 ] && living; do sleep 0.05; round=$((round + 1)); done
look
round=0
while [ $round -lt 100 ] && [ "$ours" != ' ' ]; do signal KILL; sleep 0.05; look; round=$((round + 1)); done
exit 0
`
