import { beforeAll, expect, test } from 'vitest'
import type { ShellReader, SimpleCommand } from './command.ts'
import { EXEC_WRAPPERS } from './exec-wrappers.ts'
import { loadShellReader } from './lower.ts'
import { seeThrough, unwrap } from './unwrap.ts'

let read: ShellReader
beforeAll(async () => {
  read = await loadShellReader()
})
const only = (text: string): SimpleCommand => {
  const lowered = read(text)
  const [command] = lowered.ok ? lowered.commands : []
  if (!command) throw new Error(`cannot read ${text}`)
  return command
}
const line = (command: SimpleCommand): string => command.words.map(word => word.text).join(' ')

test.each([
  ['timeout 5 a b', 'a b', 'timeout'],
  ['timeout -k 1 -s KILL 5m a', 'a', 'timeout'],
  ['timeout --kill-after=1 5 a', 'a', 'timeout'],
  ['\\time -p a', 'a', 'time'],
  ['nice -n 5 a', 'a', 'nice'],
  ['nice a', 'a', 'nice'],
  ['nohup a', 'a', 'nohup'],
  ['stdbuf -oL -e 0 a', 'a', 'stdbuf'],
  ['command a', 'a', 'command'],
  ['command -p a', 'a', 'command'],
  ['builtin a', 'a', 'builtin'],
  ['noglob a', 'a', 'noglob'],
  ['xargs a -b', 'a -b', 'xargs'],
  ['nice timeout 5 xargs a', 'a', 'nice,timeout,xargs'],
  // options that are not known exactly stop the unwrapping
  ['command -v a', 'command -v a', ''],
  ['timeout --unknown 5 a', 'timeout --unknown 5 a', ''],
  ['timeout $X a', 'timeout $X a', ''],
  ['timeout 5', 'timeout 5', ''],
  ['xargs -n1 a', 'xargs -n1 a', ''],
  ['stdbuf -x a', 'stdbuf -x a', ''],
  ['env a', 'env a', ''],
  ['./timeout 5 a', './timeout 5 a', ''],
])('%s unwraps to %s', (text, expected, via) => {
  const unwrapped = unwrap(only(text))
  expect([line(unwrapped.command), unwrapped.via.join()]).toEqual([expected, via])
})

test('assignments stay with the unwrapped command', () => {
  expect(unwrap(only('A=1 timeout 5 a')).command.assignments.map(one => one.name)).toEqual(['A'])
})

test.each([
  'sudo rm x',
  'sudo -u bob rm x',
  'sudo -u bob -E rm x',
  'sudo --user=bob rm x',
  'doas rm x',
  'env A=1 B=2 rm x',
  'env -u A rm x',
  "env -S 'rm x'",
  'watch -n 5 rm x',
  "watch 'rm x'",
  'setsid -f rm x',
  'ionice -c 3 rm x',
  'flock /tmp/lock rm x',
  "flock /tmp/lock -c 'rm x'",
  'xargs -0 -n 1 rm x',
  'timeout --unknown 5 rm x',
  "bash -c 'rm x'",
  "bash -lc 'rm x'",
  "bash -c 'echo $0; rm x' a",
  "/bin/sh -c 'rm x'",
  'sh -c \'sh -c "rm x"\'',
  "eval 'rm x'",
  'eval rm x',
  "trap 'rm x' EXIT",
  'find . -exec rm x \\;',
  'find . -ok rm x +',
  "find . -execdir sh -c 'rm x' \\;",
  "sudo sh -c 'echo $(rm x)'",
  "alias g='rm x'; g",
  "compgen -C 'rm x'",
  "compgen -C'rm x' a",
  "complete -C 'rm x' a",
  "mapfile -c 1 -C 'rm x' lines",
  "readarray -C 'rm x' lines",
  'bind -x \'"\\C-t": rm x\'',
  "runuser -c 'rm x'",
  "sg staff -c 'rm x'",
  "busybox sh -c 'rm x'",
  'strace -f -o log rm x',
  'bwrap --ro-bind / / --dev /dev rm x',
  'taskset -c 0,1 rm x',
  'taskset 3 rm x',
  'perf stat rm x',
  'unshare -r -m rm x',
  'setarch x86_64 -R rm x',
  "parallel 'rm x' ::: a",
  `${'env '.repeat(300)}rm x`,
  `${'eval '.repeat(40)}rm x`,
])('%s is seen to run rm x', text => {
  const seen = seeThrough(only(text), read).map(line)
  expect(seen[0]).toBe(line(only(text)))
  expect(seen.some(one => one === 'rm x' || one.startsWith('rm x '))).toBe(true)
})

test.each(Object.entries(EXEC_WRAPPERS))(
  '%s with %d words before the command is seen through',
  (name, operands) => {
    // The backslash: `time` as a program, not as the shell's own word.
    for (const before of ['', '-a ', '-a b ', '--long=v ', '-- '])
      for (const path of ['\\', '/usr/bin/']) {
        const text = `${path}${name} ${before}${'word '.repeat(operands)}rm x`
        expect([text, seeThrough(only(text), read).map(line)]).toEqual([
          text,
          expect.arrayContaining(['rm x']),
        ])
      }
  },
)

test.each(['echo rm x', 'sudo echo rm x', "grep 'rm x' file", 'env A=rm ls', "sh script 'rm x'"])(
  '%s is not seen to run rm',
  text => {
    expect(seeThrough(only(text), read).map(command => command.words[0]?.text)).not.toContain('rm')
  },
)
