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
  // Other shells run what is there when they start.
  '.config/nushell .config/xonsh .config/elvish',
  // Services and programs that start with the desktop or at log-in.
  '.config/systemd .config/autostart library/launchagents',
  // Direnv and mise: functions, hooks, tasks and variables of the person.
  '.config/direnv .config/mise',
  // Editors and terminals run what is there when they start or as soon as it is saved.
  '.config/nvim .config/tmux .config/wezterm .config/kitty .config/alacritty',
  // Mercurial reads hgrc in it: hooks, extensions, aliases.
  '.hg',
  // Sapling, Pijul and Breezy: hooks, extensions, aliases, programs.
  '.sl .pijul .bzr',
  // Jujutsu reads a repository's settings in it: programs for diffs, merges and signatures.
  '.jj',
  // Ssh reads ProxyCommand, keys and who may log in.
  '.ssh',
  // Settings, hooks, skills and servers of this program and Claude Code.
  '.capstan .claude',
  // VS Code and its kin: tasks that start with the folder, paths of programs.
  '.vscode .vs .theia .vscode-server .vscode-insiders .vscode-oss',
  // JetBrains: run configurations, file watchers, start-up tasks.
  '.idea .fleet .run',
  // Eclipse: programs that run with every build.
  '.externaltoolbuilders',
  // Zed: tasks, programs of language servers and context servers.
  '.zed',
  // Helix: programs of language servers and formatters.
  '.helix',
  // Nova and Lapce: tasks with commands, programs of language servers.
  '.nova .lapce',
  // Vim: plugins, and programs of language servers for coc.
  '.vim',
  // Cursor: MCP servers, hooks and rules.
  '.cursor .cursor-server',
  // Windsurf: MCP servers, workflows and rules.
  '.windsurf .codeium',
  // Gemini CLI and what was made from it: MCP servers, hooks, commands.
  '.gemini .qwen .iflow .antigravity',
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
  '.trae .augment .junie .factory .crush .goose .amp .tabnine .rovodev .warp .kimi .qoder .lingma .zencoder',
  // Further ones: MCP servers, hooks, extensions.
  '.grok .codebuddy .vibe .pi',
  // OpenHands: scripts that run when it starts and before it commits.
  '.openhands',
  // Skills with scripts, workflows and plugins that several agents share.
  '.agents .agent',
  // GitHub Copilot: MCP servers; hooks of its agents run here, not on a build server.
  '.github/hooks .copilot',
  // Dev containers: commands on this machine before the container starts.
  '.devcontainer',
  // Firebase Studio: commands that run when the folder is opened.
  '.idx',
  // Git hooks of the project.
  '.husky .lefthook .cargo-husky',
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
  // Terraform: plugins, and programs for credentials.
  '.terraform.d',
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
  // WezTerm runs it as soon as it is saved.
  '.wezterm.lua',
  // Direnv runs it when somebody enters the directory.
  '.envrc .direnvrc',
  // Autoenv runs it when somebody enters or leaves the directory.
  '.autoenv .autoenv.zsh .autoenv_leave.zsh .env.leave',
  // Mise: hooks, tasks and variables.
  'mise.toml .mise.toml mise.local.toml .mise.local.toml .rtx.toml',
  // Asdf and rustup: the directory that programs are started from.
  '.tool-versions rust-toolchain rust-toolchain.toml',
  // Vim and Neovim run it in the directory.
  '.vimrc .gvimrc .exrc .nvimrc .nvim.lua .lvimrc .local.vimrc .vimrc.local _vimrc _gvimrc _exrc .lazy.lua',
  // Plugins of Vim: programs of debuggers, Python that is run.
  '.vimspector.json .ycm_extra_conf.py',
  // Emacs evaluates it.
  '.dir-locals.el .dir-locals-2.el .emacs',
  // VS Code: tasks and settings of a workspace.
  '*.code-workspace',
  // Sublime Text: build systems with commands.
  '*.sublime-project',
  // JetBrains: run configurations, in projects of one file.
  '*.ipr *.iws',
  // Debuggers run the commands in it.
  '.gdbinit .lldbinit .perldb .rdbgrc .byebugrc .pdbrc.py',
  // Interactive interpreters run it when they start.
  '.pdbrc .irbrc .pryrc .rprofile .renviron .octaverc .ghci .ocamlinit .iex.exs .xonshrc .sbclrc .guile',
  // Clients of databases run the commands in it.
  '.psqlrc .sqliterc .myclirc',
  // Readline, less, tig and ack: keys and filters that run programs.
  '.inputrc .lesskey .lessfilter .tigrc .ackrc',
  // Wget and curl: programs for passwords, proxies, where output goes.
  '.wgetrc .curlrc',
  // Terraform: plugins, and programs for credentials.
  '.terraformrc',
  // Npm: registries, tokens, the shell for scripts.
  '.npmrc',
  // Yarn: the path of Yarn itself, plugins, registries.
  '.yarnrc .yarnrc.yml',
  // Loaded into every run of Yarn, Node or pnpm.
  '.pnp.cjs .pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs',
  // Pnpm: the shell for scripts, registries, whose scripts run at an install.
  'pnpm-workspace.yaml',
  // Bun: files that are loaded first.
  'bunfig.toml .bunfig.toml',
  // RubyGems: sources and options.
  '.gemrc',
  // Bazel: options, and which Bazel is fetched.
  '.bazelrc .bazelversion .bazeliskrc',
  // Git hooks of the project.
  '.pre-commit-config.yaml .pre-commit-config.yml prek.toml .overcommit.yml hk.pkl captainhook.json grumphp.yml',
  // Lint-staged and simple-git-hooks: commands that run with every commit.
  '.lintstagedrc .lintstagedrc.json .lintstagedrc.yaml .lintstagedrc.yml .simple-git-hooks.json .huskyrc',
  // The same, as code.
  '.lintstagedrc.js .lintstagedrc.mjs .lintstagedrc.cjs lint-staged.config.js lint-staged.config.mjs',
  'lint-staged.config.cjs lint-staged.config.ts .simple-git-hooks.js .simple-git-hooks.cjs simple-git-hooks.js',
  // Git hooks of the project.
  'lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml .lefthook-local.yml',
  'lefthook.toml lefthook.json .lefthook.toml .lefthook.json lefthook-local.yaml lefthook-local.toml',
  'lefthook-local.json .lefthook-local.yaml .lefthook-local.toml .lefthook-local.json',
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
  'opencode.json opencode.jsonc .opencode.json crush.json .crush.json',
  // Forge: servers and commands.
  'forge.yaml .forge.yaml',
  // Continue: servers and programs.
  '.continuerc.json',
  // Aider: commands for tests and linting.
  '.aider.conf.yml .aider.conf.yaml',
  // Orders that other agents follow.
  '.cursorrules .windsurfrules .roomodes .goosehints',
]
