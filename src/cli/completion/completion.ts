import { verbatim } from '../../protocol/messages/layout.ts'
import { ExitError } from '../exit-error.ts'
import type { Process } from '../process.ts'
import { showUsage, wantsHelp } from '../usage.ts'

const USAGE = `Usage: capstan completion bash|zsh|fish|man   print completions for your shell, or the man page

  bash   add to ~/.bashrc:   eval "$(capstan completion bash)"
  zsh    add to ~/.zshrc:    source <(capstan completion zsh)      (after compinit)
  fish   capstan completion fish > ~/.config/fish/completions/capstan.fish
  man    capstan completion man > capstan.1, then: man ./capstan.1`

const PRINTED: Readonly<Record<string, (from: Process) => Promise<string>>> = {
  bash: async () => (await import('./bash.ts')).renderBash(),
  zsh: async () => (await import('./zsh.ts')).renderZsh(),
  fish: async () => (await import('./fish.ts')).renderFish(),
  man: async ({ version }) => (await import('./man-page.ts')).renderManPage(version),
  /** For the scripts above. */
  sessions: async from => (await import('./list-sessions.ts')).listSessions(from),
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
