import { expect, test } from 'vitest'
import { area } from './area.ts'
import { lines, verbatim } from './layout.ts'
import { withLiteralValues } from './literal-values.ts'
import { inEnglish } from './localized-text.ts'

const text = area('literal_test', {
  added: { en: 'Added **{path}** (`{path}`).', zh: '已添加 {path}。' },
  all: { en: 'All of {names:and}', zh: '全部：{names:and}' },
  why: { en: 'Failed: {reason}', zh: '失败：{reason}' },
})

test.each([
  [
    'a path is itself, inside code and outside of it',
    text('added', { path: '/p/__init__' }),
    'Added **/p/\\_\\_init\\_\\_** (`/p/__init__`).',
  ],
  ['patterns', text('all', { names: ['*.ts', 'a/*.js'] }), 'All of \\*.ts and a/\\*.js'],
  ['a word of somebody else in a row', text('why', { reason: verbatim('no <b>') }), 'Failed: no \\<b\\>'],
  ['nothing special', text('why', { reason: 'no such file' }), 'Failed: no such file'],
  [
    'a backtick in a value opens no code',
    text('added', { path: 'a`b_c_' }),
    'Added **a\\`b\\_c\\_** (`a`b_c_`).',
  ],
  ['a sign alone is no name', text('added', { path: '*' }), 'Added ***** (`*`).'],
  [
    'a row between fences is code',
    lines(['```', text('why', { reason: '_x_' }), '```', text('why', { reason: '_x_' })]),
    '```\nFailed: _x_\n```\nFailed: \\_x\\_',
  ],
  [
    'what is laid out by hand keeps its Markdown',
    lines([text('why', { reason: '_x_' }), '', '```', '_y_', '```', verbatim('**z**')]),
    'Failed: \\_x\\_\n\n```\n_y_\n```\n**z**',
  ],
])('%s', (_, given, expected) => {
  expect(withLiteralValues(given, inEnglish)).toBe(expected)
})
