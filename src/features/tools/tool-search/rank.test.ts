import { expect, test } from 'vitest'
import { rank } from './rank.ts'

const candidates = [
  { name: 'NotebookEdit', hint: 'change a cell of a notebook', description: 'Edits Jupyter files.' },
  { name: 'TaskCreate', hint: 'add a task to the list', description: 'Creates a task others can take.' },
  { name: 'TaskUpdate', hint: 'change status of a task', description: 'Changes one.' },
  { name: 'mcp__issues__listOpen', hint: 'open issues', description: 'Lists what is open.' },
]

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
