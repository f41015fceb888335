/** A language server that many people have, as data. */
export interface KnownServer {
  /** What settings and people call it by. */
  readonly id: string
  readonly language: string
  /** From the ending of a file (with its dot), or its whole name, to the language as servers name it. */
  readonly files: Readonly<Record<string, string>>
  readonly command: string
  readonly args: readonly string[]
  /** The nearest directory above a file that has one of these is its project. */
  readonly markers: readonly string[]
  /** What to run to have it. */
  readonly install: string
  /** Settings it is given. */
  readonly settings?: unknown
  readonly initializationOptions?: unknown
  /** Options in their place where it runs outside of a sandbox: it must not run what the model has just written. */
  readonly outside?: unknown
  /** A program that must be there as well. */
  readonly needs?: string
  /** It knows the uses of a name only in files it has open, or once it has read all of them. */
  readonly onlyOpen?: true
  /** It says of every file it is shown what it found, were it nothing: its silence means that it is still at work. */
  readonly reportsAll?: true
  /** Without this program it finds no problems. */
  readonly finds?: { readonly program: string; readonly install: string }
  /** Only the program of this package, from this version on, can serve. */
  readonly since?: { readonly package: string; readonly version: number }
}

const TYPESCRIPT = {
  '.ts': 'typescript',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.tsx': 'typescriptreact',
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.jsx': 'javascriptreact',
}
const TS_ROOTS = ['tsconfig.json', 'jsconfig.json', 'package.json']
const PYTHON = { '.py': 'python', '.pyi': 'python' }
const WITH_NOTEBOOKS = { ...PYTHON, '.ipynb': 'python' }
const PYTHON_ROOTS = [
  'pyproject.toml',
  'pyrightconfig.json',
  'setup.py',
  'setup.cfg',
  'requirements.txt',
  'Pipfile',
]

/** Of rows for the same files the first whose program is there is used. */
export const KNOWN_SERVERS: readonly KnownServer[] = [
  {
    id: 'typescript-7',
    language: 'TypeScript, JavaScript',
    files: TYPESCRIPT,
    command: 'tsc',
    args: ['--lsp', '--stdio'],
    markers: TS_ROOTS,
    install: 'npm install --save-dev typescript',
    since: { package: 'typescript', version: 7 },
  },
  {
    id: 'typescript',
    language: 'TypeScript, JavaScript',
    files: TYPESCRIPT,
    command: 'typescript-language-server',
    args: ['--stdio'],
    markers: TS_ROOTS,
    install: 'npm install -g typescript-language-server typescript',
    // Types are downloaded by nobody here, and what is told is what a compiler would say.
    // One that knows only the file it is asked about would answer as long as the project is read.
    initializationOptions: {
      disableAutomaticTypingAcquisition: true,
      hostInfo: 'capstan',
      tsserver: { useSyntaxServer: 'never' },
    },
  },
  {
    id: 'typescript-native',
    language: 'TypeScript, JavaScript',
    files: TYPESCRIPT,
    command: 'tsgo',
    args: ['--lsp', '--stdio'],
    markers: TS_ROOTS,
    install: 'npm install -g @typescript/native-preview',
  },
  {
    id: 'vtsls',
    language: 'TypeScript, JavaScript',
    files: TYPESCRIPT,
    command: 'vtsls',
    args: ['--stdio'],
    markers: TS_ROOTS,
    install: 'npm install -g @vtsls/language-server',
  },
  {
    id: 'pyright',
    language: 'Python',
    files: WITH_NOTEBOOKS,
    command: 'pyright-langserver',
    args: ['--stdio'],
    markers: PYTHON_ROOTS,
    install: 'npm install -g pyright',
    settings: { python: { analysis: { diagnosticMode: 'openFilesOnly' } } },
  },
  {
    id: 'basedpyright',
    language: 'Python',
    files: WITH_NOTEBOOKS,
    command: 'basedpyright-langserver',
    args: ['--stdio'],
    markers: PYTHON_ROOTS,
    install: 'pip install basedpyright',
  },
  {
    id: 'pylsp',
    language: 'Python',
    files: PYTHON,
    command: 'pylsp',
    args: [],
    markers: PYTHON_ROOTS,
    install: 'pip install python-lsp-server',
  },
  {
    id: 'gopls',
    language: 'Go',
    files: { '.go': 'go', 'go.mod': 'go.mod' },
    command: 'gopls',
    args: [],
    markers: ['go.work', 'go.mod'],
    install: 'go install golang.org/x/tools/gopls@latest',
    // Nobody types here: it need not wait for the next key.
    initializationOptions: { diagnosticsDelay: '20ms' },
    needs: 'go',
  },
  {
    id: 'rust-analyzer',
    language: 'Rust',
    files: { '.rs': 'rust' },
    command: 'rust-analyzer',
    args: [],
    markers: ['Cargo.toml'],
    install: 'rustup component add rust-analyzer',
    // Scripts of a build and macros are programs, and a check runs both.
    outside: {
      cargo: { buildScripts: { enable: false } },
      procMacro: { enable: false },
      checkOnSave: false,
    },
  },
  {
    id: 'clangd',
    language: 'C, C++',
    files: {
      '.c': 'c',
      '.h': 'cpp',
      '.cc': 'cpp',
      '.cpp': 'cpp',
      '.cxx': 'cpp',
      '.hh': 'cpp',
      '.hpp': 'cpp',
      '.hxx': 'cpp',
      '.m': 'objective-c',
      '.mm': 'objective-cpp',
    },
    command: 'clangd',
    args: ['--background-index', '--log=error'],
    markers: ['compile_commands.json', 'compile_flags.txt', '.clangd', 'CMakeLists.txt', 'Makefile'],
    install: 'apt install clangd',
    initializationOptions: { clangdFileStatus: true },
    onlyOpen: true,
  },
  {
    id: 'jdtls',
    language: 'Java',
    files: { '.java': 'java' },
    command: 'jdtls',
    args: [],
    markers: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle'],
    install: 'brew install jdtls',
  },
  {
    id: 'csharp-ls',
    language: 'C#',
    files: { '.cs': 'csharp' },
    command: 'csharp-ls',
    args: [],
    markers: ['global.json', 'Directory.Build.props'],
    install: 'dotnet tool install --global csharp-ls',
  },
  {
    id: 'ruby-lsp',
    language: 'Ruby',
    files: { '.rb': 'ruby', '.rake': 'ruby', Gemfile: 'ruby' },
    command: 'ruby-lsp',
    args: [],
    markers: ['Gemfile'],
    install: 'gem install ruby-lsp',
  },
  {
    id: 'solargraph',
    language: 'Ruby',
    files: { '.rb': 'ruby' },
    command: 'solargraph',
    args: ['stdio'],
    markers: ['Gemfile'],
    install: 'gem install solargraph',
  },
  {
    id: 'intelephense',
    language: 'PHP',
    files: { '.php': 'php' },
    command: 'intelephense',
    args: ['--stdio'],
    markers: ['composer.json'],
    install: 'npm install -g intelephense',
  },
  {
    id: 'phpactor',
    language: 'PHP',
    files: { '.php': 'php' },
    command: 'phpactor',
    args: ['language-server'],
    markers: ['composer.json'],
    install: 'composer global require phpactor/phpactor',
  },
  {
    id: 'lua',
    language: 'Lua',
    files: { '.lua': 'lua' },
    command: 'lua-language-server',
    args: [],
    markers: ['.luarc.json', '.luarc.jsonc'],
    install: 'brew install lua-language-server',
  },
  {
    id: 'bash',
    language: 'Shell scripts',
    files: { '.sh': 'shellscript', '.bash': 'shellscript' },
    command: 'bash-language-server',
    args: ['start'],
    markers: [],
    install: 'npm install -g bash-language-server',
    settings: { bashIde: { globPattern: '**/*@(.sh|.inc|.bash|.command)' } },
    reportsAll: true,
    finds: { program: 'shellcheck', install: 'apt install shellcheck' },
  },
  {
    id: 'yaml',
    language: 'YAML',
    files: { '.yaml': 'yaml', '.yml': 'yaml' },
    command: 'yaml-language-server',
    args: ['--stdio'],
    markers: [],
    install: 'npm install -g yaml-language-server',
    // A schema is fetched from nowhere.
    settings: {
      yaml: { validate: true, schemaStore: { enable: false }, hover: true },
      redhat: { telemetry: { enabled: false } },
    },
    reportsAll: true,
  },
  {
    id: 'json',
    language: 'JSON',
    files: { '.json': 'json', '.jsonc': 'jsonc' },
    command: 'vscode-json-language-server',
    args: ['--stdio'],
    markers: [],
    install: 'npm install -g vscode-langservers-extracted',
  },
  {
    id: 'css',
    language: 'CSS',
    files: { '.css': 'css', '.scss': 'scss', '.less': 'less' },
    command: 'vscode-css-language-server',
    args: ['--stdio'],
    markers: [],
    install: 'npm install -g vscode-langservers-extracted',
  },
  {
    id: 'html',
    language: 'HTML',
    files: { '.html': 'html', '.htm': 'html' },
    command: 'vscode-html-language-server',
    args: ['--stdio'],
    markers: [],
    install: 'npm install -g vscode-langservers-extracted',
  },
  {
    id: 'vue',
    language: 'Vue',
    files: { '.vue': 'vue' },
    command: 'vue-language-server',
    args: ['--stdio'],
    markers: ['package.json'],
    install: 'npm install -g @vue/language-server',
  },
  {
    id: 'svelte',
    language: 'Svelte',
    files: { '.svelte': 'svelte' },
    command: 'svelteserver',
    args: ['--stdio'],
    markers: ['package.json'],
    install: 'npm install -g svelte-language-server',
  },
  {
    id: 'zls',
    language: 'Zig',
    files: { '.zig': 'zig', '.zon': 'zig' },
    command: 'zls',
    args: [],
    markers: ['build.zig'],
    install: 'brew install zls',
  },
  {
    id: 'kotlin',
    language: 'Kotlin',
    files: { '.kt': 'kotlin', '.kts': 'kotlin' },
    command: 'kotlin-language-server',
    args: [],
    markers: ['settings.gradle.kts', 'build.gradle.kts', 'pom.xml'],
    install: 'brew install kotlin-language-server',
  },
  {
    id: 'swift',
    language: 'Swift',
    files: { '.swift': 'swift' },
    command: 'sourcekit-lsp',
    args: [],
    markers: ['Package.swift'],
    install: 'https://www.swift.org/install',
  },
  {
    id: 'elixir',
    language: 'Elixir',
    files: { '.ex': 'elixir', '.exs': 'elixir' },
    command: 'elixir-ls',
    args: [],
    markers: ['mix.exs'],
    install: 'brew install elixir-ls',
  },
  {
    id: 'haskell',
    language: 'Haskell',
    files: { '.hs': 'haskell' },
    command: 'haskell-language-server-wrapper',
    args: ['--lsp'],
    markers: ['cabal.project', 'stack.yaml', 'package.yaml'],
    install: 'ghcup install hls',
  },
  {
    id: 'ocaml',
    language: 'OCaml',
    files: { '.ml': 'ocaml', '.mli': 'ocaml.interface' },
    command: 'ocamllsp',
    args: [],
    markers: ['dune-project'],
    install: 'opam install ocaml-lsp-server',
  },
  {
    id: 'dart',
    language: 'Dart',
    files: { '.dart': 'dart' },
    command: 'dart',
    args: ['language-server', '--protocol=lsp'],
    markers: ['pubspec.yaml'],
    install: 'https://dart.dev/get-dart',
  },
  {
    id: 'terraform',
    language: 'Terraform',
    files: { '.tf': 'terraform', '.tfvars': 'terraform-vars' },
    command: 'terraform-ls',
    args: ['serve'],
    markers: ['.terraform'],
    install: 'brew install hashicorp/tap/terraform-ls',
  },
]
