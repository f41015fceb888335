import { expect, test } from 'vitest'
import { matchesOf, rank } from './rank.ts'

const candidates = [
  { name: 'NotebookEdit', hint: 'change a cell of a notebook', description: 'Edits Jupyter files.' },
  { name: 'TaskCreate', hint: 'add a task to the list', description: 'Creates a task others can take.' },
  { name: 'TaskUpdate', hint: 'change status of a task', description: 'Changes one.' },
  { name: 'mcp__issues__listOpen', hint: 'open issues', description: 'Lists what is open.' },
]

test.each([
  ['搜索网页', ['WebSearch', 'Recall']],
  ['网上 搜索', ['WebSearch', 'Recall']],
  ['+笔记本 搜索', ['NotebookEdit']],
  ['编辑 jupyter', ['NotebookEdit']],
  ['天气', []],
])('in Chinese %j finds %j', (query, names) => {
  const chinese = [
    { name: 'NotebookEdit', hint: '编辑 Jupyter 笔记本单元格', description: '修改一个单元格。' },
    { name: 'Recall', hint: '搜索本会话', description: '查找早先说过的内容。' },
    { name: 'WebSearch', hint: '在网上搜索网页', description: '标题、网址和摘要。' },
  ]
  expect(rank(query, chinese)).toEqual(names)
})

test.each([
  ['TaskUpdate', ['TaskUpdate']],
  ['task', ['TaskCreate', 'TaskUpdate']],
  ['create task', ['TaskCreate', 'TaskUpdate']],
  ['jupyter', ['NotebookEdit']],
  ['note', ['NotebookEdit']],
  ['issues', ['mcp__issues__listOpen']],
  ['change', ['TaskUpdate', 'NotebookEdit']],
  ['+task change', ['TaskUpdate', 'TaskCreate']],
  ['+jupyter task', ['NotebookEdit']],
  ['+nothing task', []],
  ['weather', []],
  ['+', []],
  ['  ', []],
])('%j finds %j', (query, names) => {
  expect(rank(query, candidates)).toEqual(names)
})

test('what has all of the words comes before what is named by one of them', () => {
  const some = [
    { name: 'FileMover', hint: '', description: 'Moves one.' },
    { name: 'Fetch', hint: '', description: 'Reads a file from the network.' },
    { name: 'Write', hint: '', description: 'Writes a file.' },
    { name: 'Read', hint: '', description: 'Reads a file.' },
  ]
  expect(matchesOf('read file', some).map(({ name, words, isNamed }) => [name, words, isNamed])).toEqual([
    ['Read', 2, true],
    ['Fetch', 2, false],
    ['FileMover', 1, true],
    ['Write', 1, false],
  ])
})
