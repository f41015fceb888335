import { extname } from 'node:path'

/** A language whose grammar is there, by the name of its grammar. */
export type Language =
  | 'bash'
  | 'c-sharp'
  | 'cpp'
  | 'go'
  | 'java'
  | 'javascript'
  | 'php'
  | 'python'
  | 'ruby'
  | 'rust'
  | 'tsx'
  | 'typescript'

/** How the text of a language is taken apart without its grammar. */
export interface Lexis {
  /** Words behind which a name is introduced. */
  readonly introduces: readonly string[]
  /** Names introduced in indented lines count too: there everything stands in a class or a block. */
  readonly indented?: true
  /** A name before `(` in a line that is not indented is introduced there. */
  readonly calls?: 'typed' | 'bare'
  /** Begins a comment that goes to the end of the line. */
  readonly comment: '//' | '#'
  /** `'` may stand alone. */
  readonly oddQuote?: true
  /** Texts that begin so name another file. */
  readonly imports?: '.' | 'include'
}

const SCRIPT: Lexis = {
  introduces: ['function', 'class', 'interface', 'type', 'enum', 'const', 'let', 'var', 'namespace'],
  comment: '//',
  imports: '.',
}

export const LEXIS: Readonly<Record<Language, Lexis>> = {
  bash: { introduces: ['function'], calls: 'bare', comment: '#' },
  'c-sharp': {
    introduces: ['class', 'interface', 'struct', 'enum', 'record', 'delegate'],
    indented: true,
    comment: '//',
  },
  cpp: {
    introduces: ['class', 'struct', 'enum', 'union', 'namespace', 'define', 'concept', 'using'],
    calls: 'typed',
    comment: '//',
    imports: 'include',
  },
  go: { introduces: ['func', 'type', 'const', 'var'], comment: '//' },
  java: { introduces: ['class', 'interface', 'enum', 'record'], indented: true, comment: '//' },
  javascript: SCRIPT,
  php: { introduces: ['function', 'class', 'interface', 'trait', 'enum'], indented: true, comment: '//' },
  python: { introduces: ['def', 'class'], comment: '#' },
  ruby: { introduces: ['def', 'class', 'module'], indented: true, comment: '#' },
  rust: {
    introduces: ['fn', 'struct', 'enum', 'trait', 'type', 'mod', 'const', 'static', 'macro_rules', 'union'],
    indented: true,
    comment: '//',
    oddQuote: true,
  },
  tsx: SCRIPT,
  typescript: SCRIPT,
}

/** The name of an ending is the name of the language where nothing else is said. */
const BY_ENDING: Readonly<Record<string, Language>> = {
  '.bash': 'bash',
  '.sh': 'bash',
  '.cs': 'c-sharp',
  '.c': 'cpp',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.cxx': 'cpp',
  '.h': 'cpp',
  '.hh': 'cpp',
  '.hpp': 'cpp',
  '.hxx': 'cpp',
  '.go': 'go',
  '.java': 'java',
  '.cjs': 'javascript',
  '.js': 'javascript',
  '.jsx': 'javascript',
  '.mjs': 'javascript',
  '.php': 'php',
  '.py': 'python',
  '.pyi': 'python',
  '.rb': 'ruby',
  '.rs': 'rust',
  '.tsx': 'tsx',
  '.cts': 'typescript',
  '.mts': 'typescript',
  '.ts': 'typescript',
}

/** `undefined`: no language we have a grammar for. */
export const languageOf = (path: string): Language | undefined => BY_ENDING[extname(path).toLowerCase()]

const OTHER_NAMES: Readonly<Record<string, Language>> = {
  'c++': 'cpp',
  c: 'cpp',
  'c#': 'c-sharp',
  csharp: 'c-sharp',
  cs: 'c-sharp',
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  golang: 'go',
}

export const LANGUAGES = Object.keys(LEXIS).filter((name): name is Language => name in LEXIS)

/** As somebody may write it. */
export const languageNamed = (name: string): Language | undefined => {
  const lower = name.toLowerCase()
  return OTHER_NAMES[lower] ?? LANGUAGES.find(each => each === lower)
}
