/**
 * Names that other programs run, or take orders from, when they find them in a project or a home directory: a write
 * to one asks in every mode, at any depth. Each row says who reads it and what comes of it.
 *
 * Not here, on purpose: files for a build server (`.github/workflows`, `.gitlab-ci.yml`), which run elsewhere and only
 * after somebody has pushed them; and instructions in Markdown (`AGENTS.md`, `CLAUDE.md`), which are words for a model
 * and can start nothing by themselves.
 */
interface ObeyedRow {
  /** `*` at the beginning: every name that ends so. `a/b`: b in a. */
  readonly names: string
  readonly why: string
}

/** With everything in them. */
export const OBEYED_DIRECTORIES: readonly ObeyedRow[] = [
  { names: '.git', why: 'git runs its hooks, and programs that its config names' },
  { names: '.config/git', why: "git reads the person's settings and attributes there" },
  { names: '.config/fish', why: 'fish runs what is there when it starts' },
  { names: '.hg', why: 'Mercurial reads hgrc in it: hooks, extensions, aliases' },
  {
    names: '.jj',
    why: "Jujutsu reads a repository's settings in it: programs for diffs, merges and signatures",
  },
  { names: '.ssh', why: 'ssh reads ProxyCommand, keys and who may log in' },
  { names: '.capstan .claude', why: 'settings, hooks, skills and servers of this program and Claude Code' },
  {
    names: '.vscode .vs .theia',
    why: 'VS Code and its kin: tasks that start with the folder, paths of programs',
  },
  { names: '.idea .fleet', why: 'JetBrains: run configurations, file watchers, start-up tasks' },
  { names: '.zed', why: 'Zed: tasks, programs of language servers and context servers' },
  { names: '.helix', why: 'Helix: programs of language servers and formatters' },
  { names: '.nova', why: 'Nova: tasks with commands' },
  { names: '.cursor', why: 'Cursor: MCP servers, hooks and rules' },
  { names: '.windsurf .codeium', why: 'Windsurf: MCP servers, workflows and rules' },
  { names: '.gemini', why: 'Gemini CLI: MCP servers, hooks, commands' },
  { names: '.qwen', why: 'Qwen Code: MCP servers, commands' },
  { names: '.codex', why: 'Codex: MCP servers, approvals, notify programs' },
  { names: '.continue', why: 'Continue: MCP servers and rules' },
  { names: '.opencode', why: 'opencode: plugins, MCP servers, commands' },
  { names: '.roo .kilocode .cline .clinerules', why: 'Cline, Roo and Kilo: MCP servers, hooks, rules' },
  { names: '.kiro .amazonq', why: 'Kiro and Amazon Q: MCP servers, hooks, agents' },
  {
    names: '.trae .augment .junie .factory .crush .goose .amp',
    why: 'other coding agents: MCP servers, rules',
  },
  { names: '.github/hooks', why: 'GitHub Copilot: hooks of its agents run here, not on a build server' },
  { names: '.devcontainer', why: 'dev containers: commands on this machine before the container starts' },
  { names: '.husky .lefthook', why: 'git hooks of the project' },
  { names: '.cargo', why: 'Cargo: programs in place of the compiler, linker and runner' },
  { names: '.yarn', why: 'Yarn: plugins and Yarn itself' },
  { names: '.mvn', why: 'Maven: extensions, options of the Java machine, the wrapper' },
  { names: '.bundle', why: 'Bundler: where code is loaded from' },
  { names: '.mise', why: 'mise: tasks, hooks and variables' },
  { names: '.emacs.d', why: 'Emacs runs init.el when it starts' },
]

export const OBEYED_FILES: readonly ObeyedRow[] = [
  { names: '.gitconfig .gitmodules', why: 'git: programs, and where submodules come from' },
  { names: '.hgrc', why: 'Mercurial: hooks, extensions, aliases' },
  {
    names:
      '.bashrc .bash_profile .bash_login .bash_aliases .bash_logout .profile .kshrc .mkshrc .cshrc .tcshrc .login',
    why: 'shells run it when they start or end',
  },
  { names: '.zshrc .zprofile .zshenv .zlogin .zlogout', why: 'zsh runs it when it starts or ends' },
  { names: '.xinitrc .xprofile .xsession .xsessionrc', why: 'the desktop runs it at log-in' },
  { names: '.tmux.conf .screenrc', why: 'tmux and screen run the commands in it' },
  { names: '.envrc', why: 'direnv runs it when somebody enters the directory' },
  { names: 'mise.toml .mise.toml mise.local.toml .mise.local.toml', why: 'mise: hooks, tasks and variables' },
  { names: '.vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc', why: 'Vim and Neovim run it in the directory' },
  { names: '.dir-locals.el .dir-locals-2.el .emacs', why: 'Emacs evaluates it' },
  { names: '*.code-workspace', why: 'VS Code: tasks and settings of a workspace' },
  { names: '*.sublime-project', why: 'Sublime Text: build systems with commands' },
  { names: '.gdbinit .lldbinit', why: 'debuggers run the commands in it' },
  {
    names: '.pdbrc .irbrc .pryrc .rprofile .octaverc',
    why: 'interactive interpreters run it when they start',
  },
  { names: '.npmrc', why: 'npm: registries, tokens, the shell for scripts' },
  { names: '.yarnrc .yarnrc.yml', why: 'Yarn: the path of Yarn itself, plugins, registries' },
  {
    names: '.pnp.cjs .pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs',
    why: 'loaded into every run of Yarn, Node or pnpm',
  },
  { names: 'bunfig.toml .bunfig.toml', why: 'Bun: files that are loaded first' },
  { names: '.gemrc', why: 'RubyGems: sources and options' },
  { names: '.bazelrc .bazelversion .bazeliskrc', why: 'Bazel: options, and which Bazel is fetched' },
  { names: '.pre-commit-config.yaml .overcommit.yml', why: 'git hooks of the project' },
  {
    names: 'lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml .lefthook-local.yml',
    why: 'git hooks of the project',
  },
  { names: 'gradle-wrapper.properties maven-wrapper.properties', why: 'the program that is fetched and run' },
  { names: '.devcontainer.json', why: 'dev containers: commands on this machine' },
  { names: '.ripgreprc', why: 'ripgrep: a program that is run on every file' },
  { names: 'pyrightconfig.json', why: 'Pyright: which Python is started' },
  { names: '.mcp.json .claude.json .capstan.json', why: 'MCP servers: programs that are started' },
  {
    names: 'opencode.json opencode.jsonc crush.json .crush.json',
    why: 'opencode and Crush: servers and programs',
  },
  { names: '.continuerc.json', why: 'Continue: servers and programs' },
  { names: '.aider.conf.yml .aider.conf.yaml', why: 'Aider: commands for tests and linting' },
  { names: '.cursorrules .windsurfrules .roomodes .goosehints', why: 'orders that other agents follow' },
]
