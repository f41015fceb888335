import { findHomes } from '../../host/find-homes.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { showUsage, wantsHelp } from '../usage.ts'

const USAGE = `Usage: capstan completion bash|zsh|fish|man   print completions for your shell, or the man page

  bash   add to ~/.bashrc:   source <(capstan completion bash)
  zsh    add to ~/.zshrc:    source <(capstan completion zsh)      (after compinit)
  fish   capstan completion fish > ~/.config/fish/completions/capstan.fish
  man    capstan completion man | man -l -`

const PRINTED: Readonly<Record<string, (from: Process) => Promise<string>>> = {
  bash: async () => (await import('./bash.ts')).renderBash(),
  zsh: async () => (await import('./zsh.ts')).renderZsh(),
  fish: async () => (await import('./fish.ts')).renderFish(),
  man: async ({ version }) => (await import('./man-page.ts')).renderManPage(version),
  /** For the scripts above. */
  sessions: from => listSessions(from),
}

/** `capstan completion …` */
export const completion = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(USAGE)
  const [name = '', ...rest] = argv
  const print = Object.hasOwn(PRINTED, name) ? PRINTED[name] : undefined
  if (!print || rest.length > 0) throw new ExitError(2, verbatim(USAGE))
  process.stdout.write(await print(from))
  return 0
}

/** More would not help anybody who looks for one. */
const MOST = 30

/** The newest sessions of this directory that a person opened, one per line: id, tab, title. Without a host: the person waits behind Tab. */
const listSessions = async (from: Process): Promise<string> => {
  const { listSessions: listRows } = await import('../../features/sessions/list/list-sessions.ts')
  const { configHome } = findHomes(from.env)
  const rows = await listRows({ configHome, cwd: from.cwd ?? process.cwd() })
  return rows
    .filter(({ member }) => member === undefined)
    .slice(0, MOST)
    .map(({ id, title, firstPrompt }) => `${id}\t${escapeLine(title ?? firstPrompt ?? '').slice(0, 60)}\n`)
    .join('')
}
