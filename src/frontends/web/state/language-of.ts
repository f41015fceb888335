const ENDINGS: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  json: 'json',
  jsonl: 'json',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  go: 'go',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  swift: 'swift',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  cs: 'csharp',
  php: 'php',
  sh: 'bash',
  bash: 'bash',
  zsh: 'bash',
  css: 'css',
  html: 'xml',
  xml: 'xml',
  svg: 'xml',
  md: 'markdown',
  yml: 'yaml',
  yaml: 'yaml',
  toml: 'ini',
  ini: 'ini',
  sql: 'sql',
}
const NAMES: Readonly<Record<string, string>> = { Dockerfile: 'dockerfile', Makefile: 'makefile' }

/** The language a file is written in, by its name; empty: nobody knows. */
export const languageOf = (path: string): string => {
  const name = path.split(/[\\/]/).at(-1) ?? ''
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(NAMES, name)) return NAMES[name] ?? ''
  return Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] ?? '') : ''
}
