import type { ShellReader, SimpleCommand } from '../../lib/shell/command.ts'
import { baseName, unwrap } from '../../lib/shell/unwrap.ts'

/** What follows the name, as plain words. */
type Arguments = readonly string[]

interface Program {
  /** Whether it wants a terminal with these arguments; absent: always. */
  readonly wants?: (args: Arguments) => boolean
  /** It finds the terminal by itself: a pipe before or behind it changes nothing. */
  readonly asks?: boolean
}

const has =
  (...forms: readonly RegExp[]) =>
  (args: Arguments): boolean =>
    forms.every(form => args.some(arg => form.test(arg)))
const hasNone =
  (...forms: readonly RegExp[]) =>
  (args: Arguments): boolean =>
    !args.some(arg => forms.some(form => form.test(arg)))
/** These words first, whatever stands between them that looks like an option. */
const begins =
  (...words: readonly string[]) =>
  (args: Arguments): boolean => {
    const operands = args.filter(arg => !arg.startsWith('-'))
    return words.every((word, at) => operands[at] === word)
  }
const operandsOf = (args: Arguments): Arguments => args.filter(arg => !arg.startsWith('-'))

const PATCH = /^(?:-[a-zA-Z]*[pi][a-zA-Z]*|--patch|--interactive)$/
/** A message, a file with one, or another commit's: nothing is left to write. */
const HAS_MESSAGE = /^(?:-[a-zA-Z]*[mFC].*|--(?:message|file|reuse-message|no-edit|fixup|dry-run)(?:=.*)?)$/
const GIT: Readonly<Record<string, (args: Arguments) => boolean>> = {
  add: args => has(PATCH)(args) || has(/^(?:-e|--edit)$/)(args),
  commit: args =>
    hasNone(HAS_MESSAGE)(args) || has(/^(?:-e|--edit|-[a-zA-Z]*p|--patch|--interactive)$/)(args),
  rebase: has(/^(?:-i|--interactive|--edit-todo)$/),
  tag: args => has(/^-[as]|^--(?:annotate|sign)$/)(args) && hasNone(/^-[mF]|^--(?:message|file)/)(args),
  checkout: has(/^(?:-p|--patch)$/),
  restore: has(/^(?:-p|--patch)$/),
  reset: has(/^(?:-p|--patch)$/),
  stash: has(/^(?:-p|--patch)$/),
  clean: has(/^-[a-z]*i[a-z]*$|^--interactive$/),
  mergetool: () => true,
  difftool: () => true,
}
/** Options of git itself that take the next word. */
const GIT_TAKES = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace'])

const git = (args: Arguments): boolean => {
  let at = 0
  while (args[at]?.startsWith('-')) at += GIT_TAKES.has(args[at] ?? '') ? 2 : 1
  return GIT[args[at] ?? '']?.(args.slice(at + 1)) ?? false
}

/** An interpreter that was given nothing to run. */
const withoutScript: Program = {
  wants: args => has(/^-i$/)(args) || args.every(arg => /^-[lquBEISs]+$|^--no-banner$/.test(arg)),
}
/** A client of a database that was given nothing to ask. */
const withoutQuery = (...given: readonly RegExp[]): Program => ({ wants: hasNone(...given) })
const shell: Program = { wants: args => args.every(arg => /^-[il]+$|^--(?:login|norc|noprofile)$/.test(arg)) }
const container = (args: Arguments): boolean => {
  const [command, next] = operandsOf(args)
  if (command === 'login' || command === 'attach') return true
  if (command === 'compose') return (next === 'exec' || next === 'run') && hasNone(/^-T$|^-d$/)(args)
  return (
    (command === 'run' || command === 'exec') &&
    (has(/^-(?:it|ti|[a-z]*i[a-z]*t|[a-z]*t[a-z]*i)[a-z]*$/)(args) ||
      has(/^(?:-i|--interactive)$/, /^(?:-t|--tty)$/)(args))
  )
}
const signsIn = (...words: readonly string[]): Program => ({ wants: begins(...words) })

const each = (names: string, program: Program): Readonly<Record<string, Program>> =>
  Object.fromEntries(names.split(' ').map(name => [name, program]))

/** Programs that want a terminal. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  ...each('sudo doas', { wants: hasNone(/^-[a-zA-Z]*[nS]/, /^--(?:non-interactive|stdin)$/), asks: true }),
  ...each('ssh sftp', { wants: hasNone(/^-V$|BatchMode=yes/), asks: true }),
  ...each('su passwd chsh ssh-add telnet mosh visudo vipw pinentry', { asks: true }),
  ...each('less more most', { asks: true }),
  ...each('vi vim nvim view vimdiff nano pico micro hx helix kak joe ne mcedit', {
    wants: hasNone(/^-[eE]?s$|^--headless$/),
  }),
  emacs: { wants: has(/^(?:-nw|-t|--no-window-system|--tty.*)$/) },
  emacsclient: { wants: has(/^(?:-nw|-t|--tty)$/) },
  ...each('top', { wants: hasNone(/^-[a-zA-Z]*b/) }),
  ...each('man htop btop atop iotop tig lazygit gitui lazydocker k9s ncdu mc ranger nnn fzf tmux screen', {}),
  ...each('w3m lynx', { wants: hasNone(/^-dump/) }),
  ...each('dialog whiptail mutt', {}),
  crontab: { wants: has(/^-e$/) },
  git: { wants: git },
  ...each(
    'python python2 python3 ipython bpython node irb pry lua luajit julia ghci iex erl ocaml',
    withoutScript,
  ),
  ...each('jshell scala clojure octave R gdb lldb bc', withoutScript),
  php: { wants: has(/^-a$/) },
  deno: { wants: args => args.length === 0 || args[0] === 'repl' },
  rails: { wants: args => /^(?:c|console|db|dbconsole)$/.test(args[0] ?? '') },
  psql: withoutQuery(/^-[a-zA-Z]*[cflV]/, /^--(?:command|file|list|version)/),
  ...each('mysql mariadb', withoutQuery(/^-[a-zA-Z]*[eV]/, /^--(?:execute|version)/)),
  sqlite3: { wants: args => operandsOf(args).length <= 1 && hasNone(/^-{1,2}(?:version|cmd)$/)(args) },
  'redis-cli': {
    wants: args =>
      args.every((arg, at) => arg.startsWith('-') || /^-[hpanu]$|^--(?:user|pass)$/.test(args[at - 1] ?? '')),
  },
  ...each('mongosh mongo', withoutQuery(/^--(?:eval|file)/, /\.js$/)),
  ...each('bash zsh fish sh dash ksh', shell),
  ...each('docker podman nerdctl', { wants: container }),
  ...each('kubectl oc', { wants: args => container(args) || begins('edit')(args) }),
  gh: { wants: args => begins('auth', 'login')(args) || begins('auth', 'refresh')(args) },
  glab: signsIn('auth', 'login'),
  ...each('npm pnpm yarn', { wants: args => /^(?:login|adduser)$/.test(operandsOf(args)[0] ?? '') }),
  ...each('vercel firebase wrangler heroku netlify fly flyctl', signsIn('login')),
  gcloud: { wants: args => begins('auth', 'login')(args) || begins('init')(args) },
  az: signsIn('login'),
  aws: signsIn('configure'),
}

/** A question for help or a version is answered without one. */
const ASKS_ABOUT = /^(?:--help|--version)$/

/** Whether a line runs a program that is of little use without a terminal. What cannot be read runs none. */
export const wantsTerminal = (read: ShellReader, text: string): boolean => {
  const line = read(text)
  return line.ok && line.commands.some(wants)
}

const withoutEnv = (words: readonly string[]): readonly string[] => {
  if (words[0] !== 'env') return words
  const from = words.findIndex((word, at) => at > 0 && !isEnv(word))
  return from < 0 ? [] : words.slice(from)
}
const isEnv = (word: string): boolean => word.startsWith('-') || /^\w+=/.test(word)

const wants = (simple: SimpleCommand): boolean => {
  const { command } = unwrap(simple)
  const { background, substitution, piped } = command.place
  const [name, ...args] = withoutEnv(command.words.map(({ text }) => text))
  if (name === undefined || background || substitution > 0) return false
  const program = Object.hasOwn(PROGRAMS, baseName(name)) ? PROGRAMS[baseName(name)] : undefined
  if (!program || args.some(arg => ASKS_ABOUT.test(arg))) return false
  const isElsewhere = piped || command.redirects.some(({ op }) => /^(?:<|<<-?|<<<|>|>>|>\||&>|&>>)$/.test(op))
  return (program.asks === true || !isElsewhere) && (program.wants?.(args) ?? true)
}
