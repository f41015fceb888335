import type { LanguageFn } from 'highlight.js'

type Load = () => Promise<{ readonly default: LanguageFn }>

interface CodeLanguage {
  readonly load: Load
  /** Languages that stand inside it. */
  readonly inside?: readonly string[]
}

/** Each comes with the first piece of code in it. */
const LANGUAGES: Readonly<Record<string, CodeLanguage>> = {
  bash: { load: () => import('highlight.js/lib/languages/bash') },
  c: { load: () => import('highlight.js/lib/languages/c') },
  cpp: { load: () => import('highlight.js/lib/languages/cpp') },
  csharp: { load: () => import('highlight.js/lib/languages/csharp') },
  css: { load: () => import('highlight.js/lib/languages/css') },
  dart: { load: () => import('highlight.js/lib/languages/dart') },
  diff: { load: () => import('highlight.js/lib/languages/diff') },
  dockerfile: { load: () => import('highlight.js/lib/languages/dockerfile') },
  elixir: { load: () => import('highlight.js/lib/languages/elixir') },
  go: { load: () => import('highlight.js/lib/languages/go') },
  graphql: { load: () => import('highlight.js/lib/languages/graphql') },
  haskell: { load: () => import('highlight.js/lib/languages/haskell') },
  ini: { load: () => import('highlight.js/lib/languages/ini') },
  java: { load: () => import('highlight.js/lib/languages/java') },
  javascript: { load: () => import('highlight.js/lib/languages/javascript') },
  json: { load: () => import('highlight.js/lib/languages/json') },
  kotlin: { load: () => import('highlight.js/lib/languages/kotlin') },
  lua: { load: () => import('highlight.js/lib/languages/lua') },
  makefile: { load: () => import('highlight.js/lib/languages/makefile') },
  markdown: { load: () => import('highlight.js/lib/languages/markdown') },
  perl: { load: () => import('highlight.js/lib/languages/perl') },
  php: { load: () => import('highlight.js/lib/languages/php') },
  powershell: { load: () => import('highlight.js/lib/languages/powershell') },
  python: { load: () => import('highlight.js/lib/languages/python') },
  r: { load: () => import('highlight.js/lib/languages/r') },
  ruby: { load: () => import('highlight.js/lib/languages/ruby') },
  rust: { load: () => import('highlight.js/lib/languages/rust') },
  scala: { load: () => import('highlight.js/lib/languages/scala') },
  scss: { load: () => import('highlight.js/lib/languages/scss') },
  sql: { load: () => import('highlight.js/lib/languages/sql') },
  swift: { load: () => import('highlight.js/lib/languages/swift') },
  typescript: { load: () => import('highlight.js/lib/languages/typescript') },
  xml: { load: () => import('highlight.js/lib/languages/xml'), inside: ['css', 'javascript'] },
  yaml: { load: () => import('highlight.js/lib/languages/yaml') },
}

/** Other names people and files give them. */
const ALIASES: Readonly<Record<string, string>> = {
  'c++': 'cpp',
  'c#': 'csharp',
  bat: 'powershell',
  cc: 'cpp',
  cjs: 'javascript',
  console: 'bash',
  cs: 'csharp',
  cts: 'typescript',
  cxx: 'cpp',
  docker: 'dockerfile',
  ex: 'elixir',
  exs: 'elixir',
  gql: 'graphql',
  golang: 'go',
  h: 'c',
  hpp: 'cpp',
  hs: 'haskell',
  htm: 'xml',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsonl: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  kts: 'kotlin',
  less: 'scss',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  mk: 'makefile',
  mts: 'typescript',
  node: 'javascript',
  patch: 'diff',
  pl: 'perl',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sass: 'scss',
  sh: 'bash',
  shell: 'bash',
  svelte: 'xml',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  yml: 'yaml',
  zsh: 'bash',
}

/** The one name of a language, or undefined when nothing is known about it. */
export const languageNamed = (word: string): string | undefined => {
  const name = word.toLowerCase()
  const known = Object.hasOwn(ALIASES, name) ? ALIASES[name] : name
  return known !== undefined && Object.hasOwn(LANGUAGES, known) ? known : undefined
}

const BY_FILE_NAME: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  makefile: 'makefile',
  '.bashrc': 'bash',
  '.zshrc': 'bash',
}

/** By the end of its name. */
export const languageOfFile = (path: string): string | undefined => {
  const name = (path.split(/[\\/]/).at(-1) ?? '').toLowerCase()
  if (Object.hasOwn(BY_FILE_NAME, name)) return BY_FILE_NAME[name]
  const dot = name.lastIndexOf('.')
  return dot < 0 ? undefined : languageNamed(name.slice(dot + 1))
}

/** The grammar of a language and of those inside it. */
export const loadLanguage = async (
  name: string,
): Promise<readonly { readonly name: string; readonly grammar: LanguageFn }[]> => {
  const language = LANGUAGES[name]
  if (!language) return []
  const inner = await Promise.all((language.inside ?? []).map(loadLanguage))
  return [...inner.flat(), { name, grammar: (await language.load()).default }]
}
