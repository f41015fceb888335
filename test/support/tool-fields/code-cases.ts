import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolCall } from '../../../src/protocol/tool.ts'
import type { CodeReader } from '../../../src/protocol/tools/code-reader.ts'
import { makeDirectory, makeToolCall } from '../tool-call.ts'
import type { PortCases } from './port-case.ts'

/** Two files of code, in two directories and two languages. */
const codeCall = (ports: Partial<ToolCall>): ToolCall => {
  const cwd = makeDirectory()
  mkdirSync(join(cwd, 'sub'))
  writeFileSync(join(cwd, 'one.ts'), 'one()\n')
  writeFileSync(join(cwd, 'sub/two.py'), 'two()\n')
  // The name of the directory is another one each time.
  return { ...makeToolCall({ cwd }), ...ports }
}

const readerOf = (asked: unknown[]): CodeReader => ({
  async map({ directory, ...query }) {
    asked.push({ ...query, below: directory.split('/').at(-1) })
    return { text: 'outline', shownFiles: 1, files: 1 }
  },
  async match({ files, ...query }) {
    asked.push({ ...query, names: files.map(file => file.split('/').at(-1)) })
    const found = files.map(path => ({ path, matches: [], after: `${query.rewrite}\n` }))
    return { found, isCut: false, unread: 0 }
  },
})

const reading = (asked: unknown[]) => codeCall({ codeReader: readerOf(asked) })

const pattern = { pattern: 'a($A)' }
const rewrite = { ...pattern, rewrite: 'b($A)' }
const lookup = { operation: 'definition', symbol: 'Foo' }
const renaming = { operation: 'rename', symbol: 'Foo', new_name: 'Bar' }

/** For what looks at code, and changes it, by its syntax or by what language servers say. */
export const CODE_CASES: Readonly<Record<string, PortCases>> = {
  CodeMap: {
    fields: {
      path: { with: { path: 'sub' }, without: {}, shows: /"below":"sub"/ },
      query: { with: { query: 'billing' }, without: {}, shows: /"words":\["billing"\]/ },
      tokens: { with: { tokens: 1234 }, without: {}, shows: /"tokens":1234/ },
    },
    ports: reading,
  },
  SyntaxGrep: {
    fields: {
      pattern: { with: pattern, without: { pattern: 'c($A)' }, shows: /"pattern":"a\(\$A\)"/ },
      language: { with: { ...pattern, language: 'ts' }, without: pattern, shows: /"language":"ts"/ },
      path: { with: { ...pattern, path: 'sub' }, without: pattern, shows: /"names":\["two\.py"\]/ },
      glob: { with: { ...pattern, glob: '*.ts' }, without: pattern, shows: /"names":\["one\.ts"\]/ },
      head_limit: { with: { ...pattern, head_limit: 7 }, without: pattern, shows: /"mostMatches":7/ },
    },
    ports: reading,
  },
  SyntaxReplace: {
    fields: {
      pattern: {
        with: rewrite,
        without: { ...rewrite, pattern: 'c($A)' },
        shows: /"pattern":"a\(\$A\)"/,
      },
      rewrite: { with: rewrite, without: { ...pattern, rewrite: 'd($A)' }, shows: /1→b\(\$A\)/ },
      language: { with: { ...rewrite, language: 'ts' }, without: rewrite, shows: /"language":"ts"/ },
      path: { with: { ...rewrite, path: 'sub' }, without: rewrite, shows: /"names":\["two\.py"\]/ },
      glob: { with: { ...rewrite, glob: '*.ts' }, without: rewrite, shows: /"names":\["one\.ts"\]/ },
    },
    ports: reading,
  },
  LSP: {
    fields: {
      operation: { with: lookup, without: { ...lookup, operation: 'references' }, shows: /"definition"/ },
      symbol: { with: lookup, without: { ...lookup, symbol: 'Other' }, shows: /"symbol":"Foo"/ },
      file_path: { with: { ...lookup, file_path: '/p/a.ts' }, without: lookup, shows: /"path":"\/p\/a\.ts"/ },
      line: { with: { ...lookup, line: 12 }, without: lookup, shows: /"line":12/ },
      new_name: { with: renaming, without: { ...renaming, new_name: 'Baz' }, shows: /"newName":"Bar"/ },
      action: {
        with: { operation: 'code_action', symbol: 'Foo', action: 'Add import' },
        without: { operation: 'code_action', symbol: 'Foo' },
        shows: /"action":"Add import"/,
      },
    },
    ports: asked =>
      codeCall({
        codeHelp: {
          async look(question) {
            asked.push(question)
            return { places: [], more: 0 }
          },
          async plan(question) {
            asked.push(question)
            return { choices: [], changes: [] }
          },
        },
      }),
  },
}
