import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { ToolError } from '../../../../protocol/tool.ts'
import { globToRegExp } from '../../glob-pattern.ts'

const says = modelTexts('file_types', {
  unknown: {
    en: 'The file type {type} is unrecognized: ripgrep is missing here and only common types are known ({known}). Use glob instead, e.g. *.{type}.',
    zh: '无法识别文件类型 {type}：这里没有 ripgrep，只认识常见类型（{known}）。请改用 glob，例如 *.{type}。',
  },
})

/** File types by the names ripgrep gives them: the common ones. */
const FILE_TYPES: Readonly<Record<string, string>> = {
  c: '*.[chH] *.[chH].in *.cats',
  clojure: '*.clj *.cljc *.cljs *.cljx',
  cmake: '*.cmake CMakeLists.txt',
  cpp: '*.[ChH] *.[ChH].in *.[ch]pp *.[ch]pp.in *.[ch]xx *.[ch]xx.in *.cc *.cc.in *.hh *.hh.in *.inl',
  cs: '*.cs',
  csharp: '*.cs',
  css: '*.css *.scss',
  csv: '*.csv',
  dart: '*.dart',
  docker: '*Dockerfile*',
  elixir: '*.eex *.ex *.exs *.heex *.leex *.livemd',
  elm: '*.elm',
  erlang: '*.erl *.hrl',
  fish: '*.fish',
  go: '*.go',
  graphql: '*.graphql *.graphqls',
  groovy: '*.gradle *.groovy',
  h: '*.h *.hh *.hpp',
  haskell: '*.c2hs *.cpphs *.hs *.hsc *.lhs',
  html: '*.ejs *.htm *.html',
  java: '*.java *.jsp *.jspx *.properties',
  js: '*.cjs *.js *.jsx *.mjs *.vue',
  json: '*.json *.sarif composer.lock',
  julia: '*.jl',
  jupyter: '*.ipynb *.jpynb',
  kotlin: '*.kt *.kts',
  less: '*.less',
  log: '*.log',
  lua: '*.lua',
  make: '*.mak *.mk Makefile.* [Gg][Nn][Uu]makefile [Gg][Nn][Uu]makefile.am [Gg][Nn][Uu]makefile.in [Mm]akefile [Mm]akefile.am [Mm]akefile.in',
  markdown: '*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn',
  md: '*.markdown *.md *.mdown *.mdwn *.mdx *.mkd *.mkdn',
  nix: '*.nix',
  objc: '*.h *.m',
  ocaml: '*.ml *.mli *.mll *.mly',
  perl: '*.PL *.perl *.pl *.plh *.plx *.pm *.t',
  php: '*.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml',
  protobuf: '*.proto',
  ps: '*.cdxml *.ps1 *.ps1xml *.psd1 *.psm1',
  py: '*.py *.pyi',
  python: '*.py *.pyi',
  r: '*.R *.Rmd *.Rnw *.r *.rmd *.rnw',
  rst: '*.rst',
  ruby: '*.gemspec *.rake *.rb *.rbw .irbrc Gemfile Rakefile config.ru',
  rust: '*.rs',
  sass: '*.sass *.scss',
  scala: '*.sbt *.scala',
  solidity: '*.sol',
  sql: '*.psql *.sql',
  svelte: '*.svelte *.svelte.ts',
  svg: '*.svg',
  swift: '*.swift',
  tex: '*.bib *.cls *.dtx *.ins *.ltx *.sty *.tex',
  tf: '*.terraform.lock.hcl *.terraformrc *.tf *.tf.json *.tfrc *.tfvars *.tfvars.json terraform.rc',
  toml: '*.toml Cargo.lock',
  ts: '*.cts *.mts *.ts *.tsx',
  txt: '*.txt',
  typescript: '*.cts *.mts *.ts *.tsx',
  vue: '*.vue',
  xml: '*.dtd *.rng *.sch *.xhtml *.xjb *.xml *.xml.dist *.xsd *.xsl *.xslt',
  yaml: '*.yaml *.yml',
  zig: '*.zig',
}

/** Judges a file by its name. Throws for a type that is not in the table, with what else to do. */
export const typeFilter = (type: string): ((name: string) => boolean) => {
  const globs = Object.hasOwn(FILE_TYPES, type) ? FILE_TYPES[type] : undefined
  if (globs === undefined)
    throw new ToolError(says('unknown', { type, known: Object.keys(FILE_TYPES).join(', ') }))
  const patterns = globs.split(' ').map(globToRegExp)
  return name => patterns.some(pattern => pattern.test(name))
}

export const knownTypes = (): readonly (readonly [string, readonly string[]])[] =>
  Object.entries(FILE_TYPES).map(([name, globs]) => [name, globs.split(' ')])
