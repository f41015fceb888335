import { beforeAll, expect, test } from 'vitest'
import { readServers } from '../../src/features/mcp/config/read-servers.ts'
import { createSseParser } from '../../src/features/models/protocols/sse.ts'
import { findMentions } from '../../src/features/prompt/mentions/find-mentions.ts'
import { parseJsonc } from '../../src/features/settings/jsonc.ts'
import { splitWords, substitute } from '../../src/features/skills/substitute.ts'
import { parseTemplate } from '../../src/features/skills/template.ts'
import { parseNotebook } from '../../src/features/tools/notebook.ts'
import { patchOf } from '../../src/features/tools/patch.ts'
import { parseIgnoreFile } from '../../src/features/tools/search/plain/ignore-rules.ts'
import { htmlToMarkdown } from '../../src/features/tools/web-fetch/html-to-markdown.ts'
import { editHunks } from '../../src/frontends/tui/transcript/diff/edit-hunks.ts'
import { parseDiff } from '../../src/frontends/tui/transcript/diff/parse-diff.ts'
import { renderDiff } from '../../src/frontends/tui/transcript/diff/render-diff.ts'
import {
  MarkdownStream,
  renderMarkdown,
} from '../../src/frontends/tui/transcript/markdown/markdown-stream.ts'
import type { RenderOptions } from '../../src/frontends/tui/transcript/render-options.ts'
import { safeText } from '../../src/frontends/tui/transcript/safe-text.ts'
import { highlight } from '../../src/frontends/web/markdown/highlight.ts'
import { lexMarkdown } from '../../src/frontends/web/markdown/lex.ts'
import { wrapAnsi } from '../../src/lib/ansi-text.ts'
import { escapeInvisible, escapeLine, escapeText } from '../../src/lib/escape-text.ts'
import { parseTemplate as parseExpressions } from '../../src/lib/expression/template.ts'
import { parseFields, splitFrontmatter } from '../../src/lib/frontmatter.ts'
import { graphemesOf } from '../../src/lib/graphemes.ts'
import { inertTags } from '../../src/lib/harness-tags.ts'
import { compileIgnorePattern } from '../../src/lib/ignore-pattern.ts'
import { parseToml } from '../../src/lib/parse-toml.ts'
import { repairJson } from '../../src/lib/repair-json.ts'
import { createDetector } from '../../src/lib/secrets/detect.ts'
import { findStrictly } from '../../src/lib/secrets/find-strictly.ts'
import type { ShellReader } from '../../src/lib/shell/command.ts'
import { loadShellReader } from '../../src/lib/shell/lower.ts'
import { stripAnsi } from '../../src/lib/strip-ansi.ts'
import { withoutReminders } from '../../src/lib/text/without-reminders.ts'
import { textWidth } from '../../src/lib/text-width.ts'
import { readLocatedYaml } from '../../src/lib/yaml/located-yaml.ts'
import { fakeLook, readyRichText } from '../support/fake-look.ts'
import { familiesOf, growthOf, isSteep, SOON, seeded, type Work } from '../support/growth.ts'
import { IN_FULL, sampleOf, sampleSize } from '../support/sample-size.ts'

/** Every run looks at each reader for a shorter time than the long one. */
const patience = IN_FULL ? {} : { patience: SOON }

let look: RenderOptions
let readShell: ShellReader
const find = createDetector()

beforeAll(async () => {
  look = await fakeLook({
    rich: await readyRichText(),
    hyperlinks: true,
    references: { cwd: '/w', machine: 'box', issueHost: 'github.com' },
  })
  readShell = await loadShellReader()
})

/** What a reader refuses it may refuse, as long as that is soon. */
const orRefuse =
  (work: Work): Work =>
  async text => {
    try {
      return await work(text)
    } catch (error) {
      return error
    }
  }

const inPieces = (text: string): void => {
  const stream = new MarkdownStream()
  for (let at = 0; at < text.length; at += 200) {
    stream.push(text.slice(at, at + 200))
    stream.take(look)
  }
}

const MARKDOWN = [
  'a\n',
  'a\n-\n',
  '-\n',
  '- a\n',
  '1. ',
  '> ',
  '*',
  '_a',
  '`',
  '[a]',
  '](',
  '<!--',
  '|',
  '|-|\n',
  '# ',
  '=\n',
  '\n',
  '    ',
  '```\n',
  '~',
  '[a]: b\n',
  'http://a',
  '@b',
  '- [ ] a\n',
  '\\',
  '&a;',
  '<a\n',
  'a  \n',
  '/*\n',
  '* a\n',
  'a/b#1',
  ' a/a.ts:1',
]
const JSON_WORDS = ['[', '{"a":', '"a"', ',', ']', '}', '//\n', '/*', '\\', '1', ' ', '\n', '"']
const YAML = [
  'a: b\n',
  '- ',
  'a:\n ',
  '[',
  '{',
  '&a ',
  '*a ',
  '"',
  "'",
  '|\n ',
  '>\n',
  '# a\n',
  '? ',
  '!!a ',
  '\t',
  '\n',
  ': ',
  ',',
  '---\n',
  '${{ ',
  '}}',
]
const TOML = ['[a]\n', 'a = 1\n', '[[b]]\n', 'a.', '"', "'''", '{', ',', '#\n', '\n', '\\', '[']
const ANSI = [
  '\u001b[',
  '1;',
  'm',
  '\u001b]8;;',
  '\u0007',
  '\u001b\\',
  'a',
  '\u200d',
  '🏽',
  '\u0301',
  '👩',
  '\u202e',
  '\r',
  '\n',
  ' ',
  '漢',
  '\u009b',
  '\ufe0f',
]
const SHELL = [
  'a ',
  '"',
  "'",
  '$(',
  ')',
  '`',
  '{a,b}',
  '<<E\n',
  'E\n',
  ';',
  '&&',
  '|',
  '\\',
  '${a',
  '}',
  '[[ ',
  '((',
  'if ',
  'then ',
  '#',
  '\n',
  '$',
  '*',
  '=',
  '<(',
]
const HTML = [
  '<a href="b">',
  '</a>',
  '<div>',
  '<!--',
  '<table><tr>',
  '<li>',
  '<',
  '&amp;',
  '&',
  'a ',
  '<pre>',
  '<script>',
  '"',
  '>',
  '<ul>',
  '</p>',
  '\n',
  '<blockquote>',
]
const CODE = [
  'a',
  '(',
  '"',
  "'",
  '/',
  '`',
  '${',
  '<',
  '/*',
  '//\n',
  '{',
  'function ',
  '=>',
  '\\',
  '\n',
  ' ',
  '#',
  '0',
  '.',
  '@',
]
const WORDS = [
  'a',
  ' ',
  '@',
  '/',
  '.',
  '"',
  '\n',
  '<system-reminder>',
  '</system-reminder>',
  '<',
  '!`',
  '```!\n',
  '$1',
  '${A}',
  '$ARGUMENTS',
  'sk-',
  'password=',
  '-----BEGIN ',
  'A',
  '=',
  ':',
  '://',
  '\\',
]
const DIFF = [
  '+a\n',
  '-a\n',
  ' a\n',
  '@@ -1 +1 @@\n',
  'diff --git a/a b/a\n',
  '--- a\n',
  '+++ b\n',
  '\n',
  '\\ No newline\n',
  'a b c\n',
]
const GLOB = ['*', '**', '/', 'a', '?', '[', 'a-z', ']', '{a,', '}', '!', '\\', '\n', '#', ' ']

interface Reader {
  readonly words: readonly string[]
  readonly work: Work
  /** Characters from which on a limit of its own holds: below it the work may be the square of little. */
  readonly from?: number
}

/** Every reader that a text of others reaches. */
const READERS: Readonly<Record<string, Reader>> = {
  'Markdown in the terminal': { words: MARKDOWN, work: text => renderMarkdown(text, look) },
  'Markdown that streams': { words: MARKDOWN, work: inPieces },
  'Markdown on the page': { words: MARKDOWN, work: text => lexMarkdown(text) },
  'code on the page': {
    words: CODE,
    work: text => ['javascript', 'xml', 'bash', 'markdown'].map(language => highlight(text, language)),
  },
  servers: { words: JSON_WORDS, work: text => readServers(text, {}) },
  'JSON with comments': { words: JSON_WORDS, work: text => parseJsonc(text) },
  'JSON to be repaired': { words: JSON_WORDS, work: text => repairJson(text) },
  'a notebook': { words: JSON_WORDS, work: text => parseNotebook('a', text) },
  'the head of a file': {
    words: YAML,
    work: text => parseFields(splitFrontmatter(`---\n${text}\n---\n`).head),
  },
  'a head without an end': { words: YAML, work: text => splitFrontmatter(`---\n${text}`) },
  'a workflow': { words: YAML, work: text => readLocatedYaml(text) },
  'an expression': { words: YAML, work: text => parseExpressions(text) },
  TOML: { words: TOML, work: text => parseToml(text) },
  'text for the screen': {
    words: ANSI,
    work: text => [
      stripAnsi(text),
      safeText(text),
      escapeText(text),
      escapeInvisible(text),
      escapeLine(text),
    ],
  },
  'lines for the screen': { words: ANSI, work: text => wrapAnsi(text, 60) },
  'width of text': { words: ANSI, work: text => [textWidth(text), graphemesOf(text)] },
  'a command line': { words: SHELL, work: text => readShell(text.slice(0, 64 * 1024)) },
  'a page of the web': {
    words: HTML,
    work: text => htmlToMarkdown(text, { base: 'https://a.b/', maxChars: 1e9 }),
  },
  'words of others': {
    words: WORDS,
    work: text => [
      findMentions(text),
      inertTags(text),
      withoutReminders(text),
      parseTemplate(text),
      splitWords(text),
    ],
  },
  'arguments of a skill': {
    words: WORDS,
    work: text => substitute(text, { text: 'x', words: ['x'], names: [], variables: { A: 'b' } }),
  },
  secrets: { words: WORDS, work: text => find(text) },
  'secrets in a file': { words: WORDS, work: text => findStrictly(text) },
  'a patch': { words: DIFF, work: text => parseDiff(text, 'a') },
  'a patch on the screen': {
    words: DIFF,
    work: text =>
      parseDiff(text, 'a').map(({ hunks }) => renderDiff({ path: 'a', hunks } as never, look as never)),
  },
  'two versions': { words: DIFF, work: text => [patchOf(text, `${text}x`), editHunks(text, `${text}x`)] },
  'two versions that differ': {
    words: DIFF,
    from: 128 * 1024,
    work: text => patchOf(text, text.replaceAll('a', 'b').split('\n').toReversed().join('\n')),
  },
  'rules of an ignore file': { words: GLOB, work: text => parseIgnoreFile(text) },
  'a pattern': {
    words: GLOB,
    work: text => compileIgnorePattern(text, { ignoreCase: true }).matches('a/b/c.ts', 'file'),
  },
  'events of a server': {
    words: ['data: a\n', 'event: b\n', '\n', '\r', ':', 'a'],
    work: text => {
      const parser = createSseParser()
      for (let at = 0; at < text.length; at += 100) parser.push(Buffer.from(text.slice(at, at + 100)))
    },
  },
}

/** Cost close to three times where it is linear, or take long texts: only the long run has the time for them. */
const SLOW = ['the head of a file', 'two versions that differ']

test.each(
  sampleOf(
    Object.entries(READERS).filter(([name]) => IN_FULL || !SLOW.includes(name)),
    3,
  ),
)('%s takes at most three times as long for twice the text', async (_name, reader) => {
  const families = familiesOf(reader.words, sampleSize({ usual: 1, full: 60 }), seeded(29)).filter(
    (_, at) => IN_FULL || at === 1 || at >= reader.words.length,
  )
  const steep: string[] = []
  // Long texts take long: one of them here, all of them in the long run.
  for (const [begin = '', unit = ''] of IN_FULL || !reader.from ? families : families.slice(0, 1)) {
    const textOf = (chars: number): string => begin + unit.repeat(Math.ceil(chars / unit.length))
    const ratio = await growthOf(orRefuse(reader.work), textOf, { from: reader.from, ...patience })
    if (isSteep(ratio))
      steep.push(`${JSON.stringify(begin)} + ${JSON.stringify(unit)} × n: ${ratio?.toFixed(1)}`)
  }
  expect(steep).toEqual([])
})

/** Grammars look for the end of what may begin at every line. */
const LINES = [
  ['csharp', 'a\n'],
  ['javascript', '\n'],
  ['ruby', '<<E\n'],
  ['csharp', 'function \n'],
  ['ini', 'aa.\n'],
  ['typescript', ' \n'],
  ['ruby', '\n\n'],
] as const

test.each(sampleOf(LINES, LINES.length))(
  'code on the page: %s takes at most three times as long for twice as many lines of %j',
  async (language, unit) => {
    const ratio = await growthOf(
      text => highlight(text, language),
      chars => unit.repeat(Math.ceil(chars / unit.length)),
      patience,
    )
    expect([ratio, isSteep(ratio)]).toEqual([ratio, false])
  },
)

/** What stays open while it streams: a line without an end, code with nothing but empty lines so far. */
const OPEN_TEXTS = [
  ['```\n', 'a'],
  ['```\n', '\n'],
  ['', '    '],
  ['~~~\n', '~'],
  ['```js\n', 'a('],
  ['```\n', ' '],
  ['~~~~\n```\n', '`'],
  ['a\n', ' '],
] as const

test.each(sampleOf(OPEN_TEXTS, OPEN_TEXTS.length))(
  'Markdown that streams: %j and then %j take at most three times as long for twice the text',
  async (begin, unit) => {
    const ratio = await growthOf(
      inPieces,
      chars => begin + unit.repeat(Math.ceil(chars / unit.length)),
      patience,
    )
    expect([ratio, isSteep(ratio)]).toEqual([ratio, false])
  },
)

/** Names that differ, each with a number: what is looked up among all before it is found by no repetition. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'the head of a file': ['k#: v\n', '"k#": v\n', '- k#\n', 'a#:\n  b#: c\n', '? k#\n', 'k#: &k# v\n'],
  'a workflow': ['k#: v\n', '{k#: v},', 'k#: &k# v\n'],
  TOML: ['k# = 1\n', '[t#]\n', '[[t#]]\n', '[a.t#]\n', 'a.k# = 1\n'],
  'JSON with comments': ['"k#":1,', '[{"k#":1}],'],
  'JSON to be repaired': ['"k#":1,', "k#:'v'\n"],
  'Markdown in the terminal': ['[k#]: u\n', '[^k#]: x\n\n', '[k#][k#] ', '<k# ', '*k#', '- k#\n'],
  'Markdown on the page': ['[k#]: u\n', '[^k#]: x\n\n', '[k#][k#] ', '<k# ', '*k#', '- k#\n'],
  'a page of the web': ['<a id="k#" href="u#">', '<k#>', '</k#>', '&k#;'],
  'a command line': ['v#=1; ', 'f#() { :; }; ', '<<E#\n', 'a# && '],
  'rules of an ignore file': ['k#\n', '!k#\n', 'k#/**\n'],
  'words of others': ['@k# ', '$k# ', '<k#>'],
  'a patch': ['diff --git a/k# b/k#\n', '+k#\n', '@@ -# +# @@\n'],
  'two versions': ['k#\n'],
  secrets: ['k#=v# ', 'sk-# '],
}

const NAMES = Object.entries(NAMED).flatMap(([name, units]) => units.map(unit => [name, unit] as const))

test.each(sampleOf(NAMES, 11))(
  '%s with names like %j takes at most three times as long for twice as many',
  async (name, unit) => {
    const reader = READERS[name]
    if (!reader) throw new Error(`no reader ${name}`)
    const textOf = (chars: number): string => {
      const length = unit.length + 4
      return Array.from({ length: Math.ceil(chars / length) }, (_, at) =>
        unit.replaceAll('#', String(at)),
      ).join('')
    }
    const ratio = await growthOf(orRefuse(reader.work), textOf, { from: reader.from, ...patience })
    expect([ratio, isSteep(ratio)]).toEqual([ratio, false])
  },
)
