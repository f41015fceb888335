/**
 * Names that other programs run, or take orders from, when they find them in a project or a home directory: a write
 * to one asks in every mode, at any depth. The line above each row says who reads it
 * and what comes of it. `*` at the beginning: every name that ends so. `a/b`: b in a.
 *
 * Not here, on purpose: files for a build server (`.github/workflows`, `.gitlab-ci.yml`), which run elsewhere and only
 * after somebody has pushed them; and instructions in Markdown (`AGENTS.md`, `CLAUDE.md`), which are words for a model
 * and can start nothing by themselves.
 */
/** With everything in them. */
export const OBEYED_DIRECTORIES: readonly string[] = [
  // Git runs its hooks, and programs that its config names.
  '.git',
  // Git reads the person's settings and attributes there.
  '.config/git',
  // Fish runs what is there when it starts.
  '.config/fish',
  // Mercurial reads hgrc in it: hooks, extensions, aliases.
  '.hg',
  // Jujutsu reads a repository's settings in it: programs for diffs, merges and signatures.
  '.jj',
  // Ssh reads ProxyCommand, keys and who may log in.
  '.ssh',
  // Settings, hooks, skills and servers of this program and Claude Code.
  '.capstan .claude',
  // VS Code and its kin: tasks that start with the folder, paths of programs.
  '.vscode .vs .theia',
  // JetBrains: run configurations, file watchers, start-up tasks.
  '.idea .fleet',
  // Zed: tasks, programs of language servers and context servers.
  '.zed',
  // Helix: programs of language servers and formatters.
  '.helix',
  // Nova: tasks with commands.
  '.nova',
  // Cursor: MCP servers, hooks and rules.
  '.cursor',
  // Windsurf: MCP servers, workflows and rules.
  '.windsurf .codeium',
  // Gemini CLI: MCP servers, hooks, commands.
  '.gemini',
  // Qwen Code: MCP servers, commands.
  '.qwen',
  // Codex: MCP servers, approvals, notify programs.
  '.codex',
  // Continue: MCP servers and rules.
  '.continue',
  // Opencode: plugins, MCP servers, commands.
  '.opencode',
  // Cline, Roo and Kilo: MCP servers, hooks, rules.
  '.roo .kilocode .cline .clinerules',
  // Kiro and Amazon Q: MCP servers, hooks, agents.
  '.kiro .amazonq',
  // Other coding agents: MCP servers, rules.
  '.trae .augment .junie .factory .crush .goose .amp',
  // GitHub Copilot: hooks of its agents run here, not on a build server.
  '.github/hooks',
  // Dev containers: commands on this machine before the container starts.
  '.devcontainer',
  // Git hooks of the project.
  '.husky .lefthook',
  // Cargo: programs in place of the compiler, linker and runner.
  '.cargo',
  // Yarn: plugins and Yarn itself.
  '.yarn',
  // Maven: extensions, options of the Java machine, the wrapper.
  '.mvn',
  // Bundler: where code is loaded from.
  '.bundle',
  // Mise: tasks, hooks and variables.
  '.mise',
  // Emacs runs init.el when it starts.
  '.emacs.d',
]

export const OBEYED_FILES: readonly string[] = [
  // Git: programs, and where submodules come from.
  '.gitconfig .gitmodules',
  // Mercurial: hooks, extensions, aliases.
  '.hgrc',
  // Shells run it when they start or end.
  '.bashrc .bash_profile .bash_login .bash_aliases .bash_logout .profile .kshrc .mkshrc .cshrc .tcshrc .login',
  // Zsh runs it when it starts or ends.
  '.zshrc .zprofile .zshenv .zlogin .zlogout',
  // The desktop runs it at log-in.
  '.xinitrc .xprofile .xsession .xsessionrc',
  // Tmux and screen run the commands in it.
  '.tmux.conf .screenrc',
  // Direnv runs it when somebody enters the directory.
  '.envrc',
  // Mise: hooks, tasks and variables.
  'mise.toml .mise.toml mise.local.toml .mise.local.toml',
  // Vim and Neovim run it in the directory.
  '.vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc',
  // Emacs evaluates it.
  '.dir-locals.el .dir-locals-2.el .emacs',
  // VS Code: tasks and settings of a workspace.
  '*.code-workspace',
  // Sublime Text: build systems with commands.
  '*.sublime-project',
  // Debuggers run the commands in it.
  '.gdbinit .lldbinit',
  // Interactive interpreters run it when they start.
  '.pdbrc .irbrc .pryrc .rprofile .octaverc',
  // Npm: registries, tokens, the shell for scripts.
  '.npmrc',
  // Yarn: the path of Yarn itself, plugins, registries.
  '.yarnrc .yarnrc.yml',
  // Loaded into every run of Yarn, Node or pnpm.
  '.pnp.cjs .pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs',
  // Bun: files that are loaded first.
  'bunfig.toml .bunfig.toml',
  // RubyGems: sources and options.
  '.gemrc',
  // Bazel: options, and which Bazel is fetched.
  '.bazelrc .bazelversion .bazeliskrc',
  // Git hooks of the project.
  '.pre-commit-config.yaml .overcommit.yml',
  // Git hooks of the project.
  'lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml .lefthook-local.yml',
  // The program that is fetched and run.
  'gradle-wrapper.properties maven-wrapper.properties',
  // Dev containers: commands on this machine.
  '.devcontainer.json',
  // Ripgrep: a program that is run on every file.
  '.ripgreprc',
  // Pyright: which Python is started.
  'pyrightconfig.json',
  // MCP servers: programs that are started.
  '.mcp.json .claude.json .capstan.json',
  // Opencode and Crush: servers and programs.
  'opencode.json opencode.jsonc crush.json .crush.json',
  // Continue: servers and programs.
  '.continuerc.json',
  // Aider: commands for tests and linting.
  '.aider.conf.yml .aider.conf.yaml',
  // Orders that other agents follow.
  '.cursorrules .windsurfrules .roomodes .goosehints',
]
