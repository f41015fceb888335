import { ExitError } from '../exit-error.ts'
import { uiLanguage } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { showUsage, usageOf, wantsHelp } from '../usage.ts'

const USAGE = usageOf(
  `Usage: capstan completion bash|zsh|fish|man   print completions for your shell, or the man page

  bash   add to ~/.bashrc:   eval "$(capstan completion bash)"
  zsh    add to ~/.zshrc:    source <(capstan completion zsh)      (after compinit)
  fish   capstan completion fish > ~/.config/fish/completions/capstan.fish
  man    capstan completion man > capstan.1, then: man ./capstan.1`,
  `用法：capstan completion bash|zsh|fish|man   输出 shell 补全脚本或 man 手册页

  bash   添加到 ~/.bashrc：  eval "$(capstan completion bash)"
  zsh    添加到 ~/.zshrc：   source <(capstan completion zsh)      （放在 compinit 之后）
  fish   capstan completion fish > ~/.config/fish/completions/capstan.fish
  man    先运行 capstan completion man > capstan.1，再运行 man ./capstan.1`,
)

const PRINTED: Readonly<Record<string, (from: Process) => Promise<string>>> = {
  bash: async () => (await import('./bash.ts')).renderBash(),
  zsh: async ({ env }) => (await import('./zsh.ts')).renderZsh(uiLanguage(env)),
  fish: async ({ env }) => (await import('./fish.ts')).renderFish(uiLanguage(env)),
  man: async ({ env, version }) => (await import('./man-page.ts')).renderManPage(version, uiLanguage(env)),
  /** For the scripts above. */
  sessions: async from => (await import('./list-sessions.ts')).listSessions(from),
}

/** `capstan completion …` */
export const completion = async (argv: readonly string[], from: Process): Promise<number> => {
  if (wantsHelp(argv)) return showUsage(USAGE)
  const [name = '', ...rest] = argv
  const print = Object.hasOwn(PRINTED, name) ? PRINTED[name] : undefined
  if (!print || rest.length > 0) throw new ExitError(2, USAGE)
  process.stdout.write(await print(from))
  return 0
}
